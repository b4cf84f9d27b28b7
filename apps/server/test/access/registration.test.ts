/**
 * First start, registration, activation: docs/decisions.md 3, docs/promises.md T6 (activation),
 * D12, D14.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findRates } from '../../src/areas/fleet/rates/rate-service.ts';
import { login } from '../../src/areas/identity/login/login-service.ts';
import { hashPassword } from '../../src/areas/identity/passwords/password-hash.ts';
import { activate } from '../../src/areas/identity/registration/activation-service.ts';
import {
  findPendingCustomers,
  type Registration,
  register,
} from '../../src/areas/identity/registration/registration-service.ts';
import { prepareInstallation } from '../../src/areas/platform/installation/prepare-installation.ts';
import { StartError } from '../../src/storage/start-error.ts';
import { describeWithDatabase, freshDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer } from '../support/factories/customer.ts';
import { fixture } from '../support/fixture.ts';
import { type TestContext, testContext } from '../support/test-context.ts';

const MINUTE = 60_000;
const ACTIVATION = 'activation-Phrase-1';

describeWithDatabase('registration', (database) => {
  const ctx = testContext(database, { ACTIVATION_PASSWORD: ACTIVATION });
  let count = 0;
  beforeAll(async () => {
    await prepareInstallation(ctx);
  });
  const platform = fixture(async () =>
    buildCaller(ctx, await buildCustomer(ctx), { role: 'platform' }),
  );

  const freshAddress = () => {
    count += 1;
    return `203.0.113.${count}`;
  };

  const form = (over: Partial<Registration> = {}): Registration => {
    count += 1;
    return {
      chineseCode: '星联电力',
      englishCode: 'Starlink Power',
      account: `company.${count}`,
      contactUser: 'Li Wei',
      clientAddress: freshAddress(),
      ...over,
    };
  };

  async function registered(over: Partial<Registration> = {}) {
    const asked = form(over);
    const outcome = await register(ctx, asked);
    if (!outcome.ok) throw new Error(outcome.refusal);
    return { ...outcome.value, account: asked.account };
  }

  const signIn = async (account: string, password: string) => {
    const outcome = await login(ctx, {
      account,
      password,
      mode: 'user',
      address: freshAddress(),
      client: 'test',
      fromBrowser: false,
      knownBrowserCookie: undefined,
      sessionCookie: undefined,
    });
    return outcome.ok ? outcome.value : outcome.refusal;
  };

  const activation = (
    customerId: number | string,
    over: { password?: string; from?: string } = {},
  ) =>
    activate(ctx, undefined, {
      customerId,
      password: over.password ?? ACTIVATION,
      accept: true,
      clientAddress: over.from ?? freshAddress(),
    });

  describe('a registered customer', () => {
    it('can sign in only after activation, with an initial password that must be changed', async () => {
      const { customerId, initialPassword, account } = await registered();
      expect(await signIn(account, initialPassword)).toBe('account-pending');
      expect(await signIn(account, 'wrong guess')).toBe('bad-credentials');
      expect(await activation(customerId)).toEqual({ ok: true, value: true });
      const session = await signIn(account, initialPassword);
      expect(session).toMatchObject({ mustChangePassword: true, profile: { role: 'admin' } });
    });

    it('receives a root group and the system default tariff', async () => {
      const { customerId } = await registered();
      const { db } = ctx.database;
      const groups = await db
        .selectFrom('user_group')
        .selectAll()
        .where('customer_id', '=', customerId)
        .execute();
      expect(groups).toHaveLength(1);
      expect(groups[0]).toMatchObject({ parent_id: null, path: [groups[0]?.group_id] });
      const caller = { ...platform, customerId, groupId: groups[0]?.group_id ?? 0 };
      expect(await findRates(ctx, caller)).toEqual({
        ok: true,
        value: [
          {
            id: expect.any(Number),
            name: 'Default',
            isDefault: true,
            changeable: true,
            current: {
              version: 1,
              startDay: null,
              prices: null,
              calendar: null,
              createdAt: expect.any(Number),
            },
            nextStartDay: null,
          },
        ],
      });
    });

    it('defaults to Shanghai, renminbi and the Chinese map', async () => {
      const { customerId } = await registered();
      const customer = await ctx.database.db
        .selectFrom('customer')
        .innerJoin('zone', 'zone.zone_id', 'customer.zone_id')
        .innerJoin('currency', 'currency.currency_id', 'customer.currency_id')
        .select(['iana_name', 'currency.code', 'map_type', 'state'])
        .where('customer_id', '=', customerId)
        .executeTakeFirst();
      expect(customer).toEqual({
        iana_name: 'Asia/Shanghai',
        code: 'RMB',
        map_type: 'baidu',
        state: 'pending',
      });
    });

    it('stores neither the password nor the ticket in readable form', async () => {
      const { customerId, initialPassword, ticket } = await registered();
      const { db } = ctx.database;
      const rows = [
        await db.selectFrom('customer').selectAll().where('customer_id', '=', customerId).execute(),
        await db
          .selectFrom('user_account')
          .selectAll()
          .where('customer_id', '=', customerId)
          .execute(),
      ];
      const stored = JSON.stringify(rows);
      expect(stored).not.toContain(initialPassword);
      expect(stored).not.toContain(ticket.split('.')[1]);
      expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    });
  });

  describe('a registration form', () => {
    it.each(['chineseCode', 'englishCode', 'account', 'contactUser'] as const)(
      'requires %s',
      async (field) => {
        for (const empty of ['', '  ', '\u0000']) {
          const outcome = await register(ctx, form({ [field]: empty }));
          expect(outcome).toEqual({ ok: false, refusal: 'info-required', field });
        }
      },
    );

    it.each([
      ['an unknown zone', { zoneId: 999_999 }, 'zoneId'],
      ['a zone that is not a number', { zoneId: 'x' }, 'zoneId'],
      ['an unknown currency', { currencyId: 999_999 }, 'currencyId'],
      ['an invalid address', { receiveUrl: 'not an address' }, 'receiveUrl'],
      ['a script as address', { receiveUrl: 'javascript:alert(1)' }, 'receiveUrl'],
    ] as const)('is refused with %s', async (_name, over, field) => {
      const outcome = await register(ctx, form(over));
      expect(outcome).toEqual({ ok: false, refusal: 'invalid-request', field });
    });

    it.each(['ab', 'with space', '-begins', '<b>li</b>', 'x'.repeat(65)])(
      'is refused with the naming rule when the platform account is %j',
      async (account) => {
        expect(await register(ctx, form({ account }))).toEqual({
          ok: false,
          refusal: 'account-name-invalid',
          field: 'account',
        });
      },
    );

    it('receives the same answer for a taken and for a reserved name (T8)', async () => {
      const { account } = await registered();
      const names = [account, account.toUpperCase(), 'admin', 'ADMIN', 'platform'];
      for (const name of names) {
        expect(await register(ctx, form({ account: name })), name).toEqual({
          ok: false,
          refusal: 'account-taken',
          field: 'account',
        });
      }
      const { rows } = await countCustomers(account);
      expect(rows).toBe(1);
    });

    it('is accepted at most 30 times an hour from one address', async () => {
      const clientAddress = freshAddress();
      const answers: string[] = [];
      for (let i = 0; i < 33; i += 1) {
        const outcome = await register(ctx, form({ clientAddress, account: 'company.1' }));
        answers.push(outcome.ok ? 'registered' : outcome.refusal);
      }
      expect(answers.slice(0, 30)).not.toContain('too-many-attempts');
      expect(new Set(answers.slice(30))).toEqual(new Set(['too-many-attempts']));
      ctx.clock.advance(60 * MINUTE);
      expect((await register(ctx, form({ clientAddress }))).ok).toBe(true);
    });
  });

  async function countCustomers(account: string): Promise<{ rows: number }> {
    const rows = await ctx.database.db
      .selectFrom('user_account')
      .select('customer_id')
      .where('user_name', '=', account)
      .execute();
    return { rows: rows.length };
  }

  describe('pending customers', () => {
    it('are all listed for a platform administrator', async () => {
      const first = await registered();
      const second = await registered();
      const ids = (await findPendingCustomers(ctx, platform, undefined)).map((c) => c.customerId);
      expect(ids).toEqual(expect.arrayContaining([first.customerId, second.customerId]));
    });

    it('are listed for a registrant with a ticket, limited to that registration', async () => {
      const first = await registered();
      const second = await registered();
      expect(await findPendingCustomers(ctx, undefined, first.ticket)).toEqual([
        { customerId: first.customerId, chineseCode: '星联电力', account: first.account },
      ]);
      const swapped = `${second.customerId}.${first.ticket.split('.')[1]}`;
      for (const ticket of [undefined, '', 'x', `${first.customerId}.`, swapped]) {
        expect(await findPendingCustomers(ctx, undefined, ticket)).toEqual([]);
      }
    });

    it.each(['admin', 'operator', 'viewer'] as const)('are not listed for a %s', async (role) => {
      await registered();
      expect(await findPendingCustomers(ctx, { ...platform, role }, undefined)).toEqual([]);
    });

    it('are no longer listed after the decision', async () => {
      const { customerId, ticket } = await registered();
      await activation(customerId);
      expect(await findPendingCustomers(ctx, undefined, ticket)).toEqual([]);
    });
  });

  describe('an activation', () => {
    it('reveals nothing about a customer without the password', async () => {
      const { customerId } = await registered();
      for (const id of [customerId, 424_242, 'x', '']) {
        expect(await activation(id, { password: 'wrong guess' })).toEqual({
          ok: false,
          refusal: 'activation-password-wrong',
        });
      }
      ctx.clock.advance(2 * 24 * 60 * MINUTE);
    });

    it.each([
      ['an unknown customer', 424_242],
      ['an id that is not a number', 'x'],
      ['a missing id', ''],
    ])('reports no pending account for %s, even with the password', async (_name, id) => {
      expect(await activation(id)).toEqual({ ok: false, refusal: 'no-pending-account' });
    });

    it('succeeds only once', async () => {
      const { customerId } = await registered();
      expect((await activation(customerId)).ok).toBe(true);
      expect(await activation(customerId)).toEqual({ ok: false, refusal: 'no-pending-account' });
    });

    it('can be declined, which releases the name', async () => {
      const { customerId, account, initialPassword } = await registered();
      const refusal = await activate(ctx, platform, {
        customerId,
        password: ACTIVATION,
        accept: false,
        clientAddress: freshAddress(),
      });
      expect(refusal.ok).toBe(true);
      expect(await signIn(account, initialPassword)).toBe('bad-credentials');
      expect((await register(ctx, form({ account }))).ok).toBe(true);
    });

    it('writes an audit event to the customer’s log', async () => {
      const { customerId } = await registered();
      await activation(customerId, { from: '198.51.100.200' });
      const lines = await ctx.database.db
        .selectFrom('operation_log')
        .select(['module', 'command', 'status', 'client_address'])
        .where('customer_id', '=', customerId)
        .execute();
      expect(lines).toEqual([
        {
          module: 'Registration',
          command: 'activate',
          status: 'done',
          client_address: '198.51.100.200',
        },
      ]);
    });

    it('allows five guesses in 15 minutes from one address (T6)', async () => {
      const { customerId } = await registered();
      const from = freshAddress();
      const guess = async (password: string) => {
        const outcome = await activation(customerId, { password, from });
        return outcome.ok ? 'activated' : outcome.refusal;
      };
      for (let i = 0; i < 5; i += 1) expect(await guess('x')).toBe('activation-password-wrong');
      expect(await guess(ACTIVATION)).toBe('too-many-attempts');
      ctx.clock.advance(15 * MINUTE - 1);
      expect(await guess(ACTIVATION)).toBe('too-many-attempts');
      ctx.clock.advance(1);
      expect(await guess(ACTIVATION)).toBe('activated');
      ctx.clock.advance(2 * 24 * 60 * MINUTE);
    });

    it('allows 20 guesses a day over all addresses, and still lets the platform activate (T6)', async () => {
      const { customerId } = await registered();
      const answers: string[] = [];
      for (let i = 0; i < 30; i += 1) {
        const outcome = await activation(customerId, { password: 'x' });
        answers.push(outcome.ok ? 'activated' : outcome.refusal);
      }
      expect(answers.filter((answer) => answer === 'activation-password-wrong')).toHaveLength(20);
      expect(await activation(customerId)).toEqual({ ok: false, refusal: 'too-many-attempts' });
      const byPlatform = await activate(ctx, platform, {
        customerId,
        password: ACTIVATION,
        accept: true,
        clientAddress: freshAddress(),
      });
      expect(byPlatform.ok).toBe(true);
      ctx.clock.advance(2 * 24 * 60 * MINUTE);
    });
  });
});

describe('the first start', () => {
  const secretsOf = (ctx: TestContext) => join(ctx.config.dataDir, 'secrets.json');
  const readSecrets = (ctx: TestContext) =>
    JSON.parse(readFileSync(secretsOf(ctx), 'utf8')) as Record<string, string>;

  const canSignIn = async (ctx: TestContext, account: string, password: string) => {
    const outcome = await login(ctx, {
      account,
      password,
      mode: 'admin',
      address: '192.0.2.1',
      client: 'test',
      fromBrowser: false,
      knownBrowserCookie: undefined,
      sessionCookie: undefined,
    });
    return outcome.ok && outcome.value.profile.role === 'platform';
  };

  /** Restarts the same installation with another environment. */
  const restarted = (ctx: TestContext, env: Record<string, string>) =>
    testContext(ctx.database, { DATA_DIR: ctx.config.dataDir, ...env }, ctx.clock.now());

  it('generates its secrets once, writes them to a file only the owner can read, and stores their hashes', async () => {
    const ctx = testContext(await freshDatabase());
    await prepareInstallation(ctx);
    const secrets = readSecrets(ctx);
    expect(Object.keys(secrets).toSorted()).toEqual([
      'activationPassword',
      'platformAdminPassword',
    ]);
    expect(statSync(secretsOf(ctx)).mode & 0o777).toBe(0o600);
    expect(await canSignIn(ctx, 'platform', secrets.platformAdminPassword ?? '')).toBe(true);
    const readSettings = () =>
      ctx.database.db.selectFrom('installation').selectAll().orderBy('name').execute();
    const settings = await readSettings();
    expect(JSON.stringify(settings)).not.toContain(secrets.activationPassword);
    await prepareInstallation(restarted(ctx, {}));
    expect(readSecrets(ctx)).toEqual(secrets);
    expect(await readSettings()).toEqual(settings);
  });

  it('applies changed secrets of the environment at the next start, and ends sessions of an older password', async () => {
    const ctx = testContext(await freshDatabase(), {
      PLATFORM_ADMIN: 'grid.office',
      PLATFORM_ADMIN_PASSWORD: 'first-Phrase-77',
      ACTIVATION_PASSWORD: ACTIVATION,
    });
    await prepareInstallation(ctx);
    expect(() => statSync(secretsOf(ctx))).toThrow('ENOENT');
    expect(await canSignIn(ctx, 'grid.office', 'first-Phrase-77')).toBe(true);
    const again = restarted(ctx, {
      PLATFORM_ADMIN: 'network.office',
      PLATFORM_ADMIN_PASSWORD: 'second-Phrase-77',
      ACTIVATION_PASSWORD: 'other-Phrase-77',
    });
    await prepareInstallation(again);
    expect(again.published('session.ended')).toHaveLength(1);
    expect(await canSignIn(again, 'grid.office', 'second-Phrase-77')).toBe(false);
    expect(await canSignIn(again, 'network.office', 'first-Phrase-77')).toBe(false);
    expect(await canSignIn(again, 'network.office', 'second-Phrase-77')).toBe(true);
    const activated = await activate(again, undefined, {
      customerId: 1,
      password: 'other-Phrase-77',
      accept: true,
      clientAddress: '192.0.2.2',
    });
    expect(activated).toEqual({ ok: false, refusal: 'no-pending-account' });
  });

  it('keeps a password that was changed since the one of the environment was applied', async () => {
    const ctx = testContext(await freshDatabase(), { PLATFORM_ADMIN_PASSWORD: 'first-Phrase-77' });
    await prepareInstallation(ctx);
    await ctx.database.db
      .updateTable('user_account')
      .set({ password_hash: (await hashPassword('chosen-Phrase-78'))! })
      .where('user_name', '=', 'platform')
      .execute();
    const again = restarted(ctx, { PLATFORM_ADMIN_PASSWORD: 'first-Phrase-77' });
    await prepareInstallation(again);
    expect(await canSignIn(again, 'platform', 'chosen-Phrase-78')).toBe(true);
    expect(again.published('session.ended')).toEqual([]);
    const changed = restarted(ctx, { PLATFORM_ADMIN_PASSWORD: 'third-Phrase-79' });
    await prepareInstallation(changed);
    expect(await canSignIn(changed, 'platform', 'third-Phrase-79')).toBe(true);
  });

  it('succeeds if two processes start at the same time on one database', async () => {
    const database = await freshDatabase();
    const contexts = [testContext(database), testContext(database)];
    await Promise.all(contexts.map((ctx) => prepareInstallation(ctx)));
    const platforms = await database.db
      .selectFrom('user_account')
      .select('user_id')
      .where('role', '=', 'platform')
      .execute();
    expect(platforms).toHaveLength(1);
  });

  it('refuses a platform administrator with the name of a customer, and an unreadable secrets file', async () => {
    const ctx = testContext(await freshDatabase());
    await prepareInstallation(ctx);
    await register(ctx, {
      chineseCode: 'x',
      englishCode: 'x',
      account: 'taken.name',
      contactUser: 'x',
      clientAddress: '192.0.2.3',
    });
    await expect(
      prepareInstallation(restarted(ctx, { PLATFORM_ADMIN: 'Taken.Name' })),
    ).rejects.toThrow(StartError);
    const other = testContext(await freshDatabase());
    writeFileSync(secretsOf(other), 'not json');
    await expect(prepareInstallation(other)).rejects.toThrow(/secrets file .* cannot be read/);
    rmSync(secretsOf(other));
    await prepareInstallation(other);
    expect(Object.keys(readSecrets(other))).toHaveLength(2);
  });
});
