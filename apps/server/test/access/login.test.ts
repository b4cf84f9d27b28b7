/**
 * Signing in: modes, protection against guessing, throttles. docs/decisions.md 2 to 4;
 * docs/promises.md T6 to T8.
 */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { verifyInThread } from '../../src/areas/identity/passwords/hash-threads.ts';
import { authenticate } from '../../src/areas/identity/sessions/authenticate.ts';
import { prepareInstallation } from '../../src/areas/platform/installation/prepare-installation.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { type BuiltUser, buildCustomer, buildUser } from '../support/factories/customer.ts';
import { fixture } from '../support/fixture.ts';
import { freshAddress, signIn } from '../support/sign-in.ts';
import { testContext } from '../support/test-context.ts';

// The mock only counts calls; the threads still compare the passwords.
vi.mock('../../src/areas/identity/passwords/hash-threads.ts', async (original) => {
  const threads =
    await original<typeof import('../../src/areas/identity/passwords/hash-threads.ts')>();
  return { ...threads, verifyInThread: vi.fn(threads.verifyInThread) };
});

const MINUTE = 60_000;
const ADDRESS = '198.51.100.7';

describeWithDatabase('login', (database) => {
  const ctx = testContext(database);
  beforeAll(async () => {
    await prepareInstallation(ctx);
  });
  const customer = fixture(() => buildCustomer(ctx));
  const { attempt, signedIn, verdict } = signIn(() => ctx);

  const set = (account: BuiltUser, values: { disabled?: boolean }) =>
    ctx.database.db
      .updateTable('user_account')
      .set(values)
      .where('customer_id', '=', account.customerId)
      .where('user_id', '=', account.userId)
      .execute();

  describe('a sign-in', () => {
    it('returns the signed-in user and a working token', async () => {
      const account = await buildUser(ctx, customer, { role: 'viewer' });
      const { token, profile, mustChangePassword, cookies } = await signedIn(account);
      expect(profile).toMatchObject({
        userId: account.userId,
        userName: account.userName,
        role: 'viewer',
        groupId: customer.groupId,
        zone: 'Asia/Shanghai',
      });
      expect(mustChangePassword).toBe(false);
      expect(cookies).toBeUndefined();
      expect(await authenticate(ctx, token, undefined, ADDRESS)).toMatchObject({
        customerId: customer.customerId,
        userId: account.userId,
        role: 'viewer',
        address: ADDRESS,
      });
    });

    it('accepts the name in any letter case and with surrounding spaces', async () => {
      const account = await buildUser(ctx, customer);
      expect(await verdict(` ${account.userName.toUpperCase()} `)).toBe('in');
    });

    it.each(['admin', 'Admin', ' ADMIN ', 'ａｄｍｉｎ'])(
      'refuses the reserved name %j before any other check',
      async (name) => {
        expect(await verdict(name)).toBe('admin-not-allowed');
      },
    );

    it.each([
      ['viewer', 'login-mode-not-allowed'],
      ['operator', 'login-mode-not-allowed'],
      ['admin', 'in'],
      ['platform', 'in'],
    ] as const)('answers a %s in administrator mode with: %s', async (role, expected) => {
      const account = await buildUser(ctx, customer, { role });
      expect(await verdict(account, { mode: 'admin' })).toBe(expected);
      expect(await verdict(account, { mode: 'user' })).toBe('in');
    });

    it.each([
      ['account', { account: ' ' }],
      ['password', { password: '' }],
    ] as const)('requires the %s', async (field, over) => {
      const account = await buildUser(ctx, customer);
      expect(await attempt(account, over)).toEqual({ ok: false, refusal: 'info-required', field });
    });

    it('flags an initial password as one that must be changed', async () => {
      const account = await buildUser(ctx, customer, { mustChangePassword: true });
      const { token, mustChangePassword } = await signedIn(account);
      expect(mustChangePassword).toBe(true);
      const caller = await authenticate(ctx, token, undefined, ADDRESS);
      expect(caller?.mustChangePassword).toBe(true);
    });

    it('requires a weak password to be changed, like an initial password', async () => {
      const account = await buildUser(ctx, customer, { password: 'password1' });
      const { token } = await signedIn(account, { password: 'password1' });
      const caller = await authenticate(ctx, token, undefined, ADDRESS);
      expect(caller?.mustChangePassword).toBe(true);
    });
  });

  describe('guessing an account (T8)', () => {
    it('receives the same answer in every account state until the right password is given', async () => {
      const pendingCustomer = await buildCustomer(ctx, { state: 'pending' });
      const expiredCustomer = await buildCustomer(ctx);
      await ctx.database.db
        .updateTable('customer')
        .set({ expires_at: new Date(ctx.clock.now() - 1) })
        .where('customer_id', '=', expiredCustomer.customerId)
        .execute();
      const living = await buildUser(ctx, customer);
      const pending = await buildUser(ctx, pendingCustomer);
      const expired = await buildUser(ctx, expiredCustomer);
      const disabled = await buildUser(ctx, customer);
      await set(disabled, { disabled: true });
      const wrong = { password: 'not the password' };
      const answers = await Promise.all(
        ['nobody-has-this-name', living, pending, expired, disabled].map((who) =>
          attempt(who, wrong),
        ),
      );
      for (const answer of answers)
        expect(answer).toEqual({ ok: false, refusal: 'bad-credentials' });
      expect(await verdict(pending)).toBe('account-pending');
      expect(await verdict(expired)).toBe('account-expired');
      expect(await verdict(disabled)).toBe('account-expired');
      expect(await verdict(living)).toBe('in');
    });

    it('is rejected as bad credentials if the stored hash is invalid', async () => {
      const account = await buildUser(ctx, customer);
      await ctx.database.db
        .updateTable('user_account')
        .set({ password_hash: 'none' })
        .where('customer_id', '=', account.customerId)
        .where('user_id', '=', account.userId)
        .execute();
      expect(await verdict(account)).toBe('bad-credentials');
    });

    // The response time depends on the machine, but is determined by one hash for either name.
    it('compares one hash for an unknown name as well as for an existing one', async () => {
      const account = await buildUser(ctx, customer);
      for (const name of [account.userName, 'nobody.at.all']) {
        vi.mocked(verifyInThread).mockClear();
        expect(await verdict(name, { password: 'wrong guess' })).toBe('bad-credentials');
        expect(verifyInThread).toHaveBeenCalledTimes(1);
      }
    });
  });

  describe('the sign-in throttle (T6)', () => {
    const wrong = { password: 'wrong guess' };

    it('delays an account from the fifth failure on, twice as long each time', async () => {
      const account = await buildUser(ctx, customer);
      for (let i = 0; i < 5; i += 1) expect(await verdict(account, wrong)).toBe('bad-credentials');
      expect(await verdict(account, wrong)).toBe('too-many-attempts');
      expect(await verdict(account)).toBe('too-many-attempts');
      ctx.clock.advance(999);
      expect(await verdict(account, wrong)).toBe('too-many-attempts');
      ctx.clock.advance(1);
      expect(await verdict(account, wrong)).toBe('bad-credentials');
      ctx.clock.advance(1999);
      expect(await verdict(account)).toBe('too-many-attempts');
      ctx.clock.advance(1);
      expect(await verdict(account)).toBe('in');
      // The right password resets the failure count.
      for (let i = 0; i < 5; i += 1) expect(await verdict(account, wrong)).toBe('bad-credentials');
    });

    it('delays an unknown name in the same way', async () => {
      for (let i = 0; i < 5; i += 1) {
        expect(await verdict('no.such.account', wrong)).toBe('bad-credentials');
      }
      expect(await verdict('No.Such.Account', wrong)).toBe('too-many-attempts');
    });

    it('evaluates at most 100 guesses at one account in 30 days, including those from a known browser of the owner', async () => {
      const account = await buildUser(ctx, customer);
      const { cookies } = await signedIn(account, { fromBrowser: true });
      const counts = { unknown: 0, known: 0 };
      for (let i = 0; i < 130; i += 1) {
        if ((await verdict(account, wrong)) === 'bad-credentials') counts.unknown += 1;
        const known = { ...wrong, knownBrowserCookie: cookies?.knownBrowser };
        if ((await verdict(account, known)) === 'bad-credentials') counts.known += 1;
        ctx.clock.advance(16 * MINUTE);
      }
      expect(counts).toEqual({ unknown: 80, known: 20 });
      // The account is still locked a month after the first guess, but not a month after the last.
      ctx.clock.advance(29 * 24 * 60 * MINUTE);
      expect(await verdict(account)).toBe('too-many-attempts');
      ctx.clock.advance(24 * 60 * MINUTE);
      expect(await verdict(account)).toBe('in');
    });

    it('lets the owner sign in from a known browser while strangers guess', async () => {
      const account = await buildUser(ctx, customer);
      const address = freshAddress();
      const { cookies } = await signedIn(account, { fromBrowser: true, address });
      for (let i = 0; i < 6; i += 1) await attempt(account, { ...wrong, address });
      for (let i = 0; i < 20; i += 1) await attempt(`name.${i}`, { ...wrong, address });
      expect(await verdict(account, { address })).toBe('too-many-attempts');
      const known = { address, knownBrowserCookie: cookies?.knownBrowser };
      expect(await verdict(account, known)).toBe('in');
      // The owner's known browser does not unlock unknown browsers.
      expect(await verdict(account, { address })).toBe('too-many-attempts');
    });

    it('does not accept the known browser of another account', async () => {
      const owner = await buildUser(ctx, customer);
      const other = await buildUser(ctx, customer);
      const { cookies } = await signedIn(other, { fromBrowser: true });
      for (let i = 0; i < 5; i += 1) await attempt(owner, wrong);
      expect(await verdict(owner, { knownBrowserCookie: cookies?.knownBrowser })).toBe(
        'too-many-attempts',
      );
    });

    it('evaluates 20 failed sign-ins per hour from one address, over all accounts', async () => {
      const address = freshAddress();
      const answers: string[] = [];
      for (let i = 0; i < 40; i += 1) {
        answers.push(await verdict(`spray.${i}`, { ...wrong, address }));
        ctx.clock.advance(MINUTE);
      }
      expect(answers.filter((answer) => answer === 'bad-credentials')).toHaveLength(20);
      expect(await verdict('spray.x', { ...wrong, address: freshAddress() })).toBe(
        'bad-credentials',
      );
      ctx.clock.advance(60 * MINUTE);
      expect(await verdict('spray.y', { ...wrong, address })).toBe('bad-credentials');
    });

    it('does not count successful sign-ins against an address', async () => {
      const account = await buildUser(ctx, customer);
      const address = freshAddress();
      for (let i = 0; i < 25; i += 1) expect(await verdict(account, { address })).toBe('in');
    });

    it('limits parallel guesses too', async () => {
      const account = await buildUser(ctx, customer);
      const address = freshAddress();
      const validated: string[] = [];
      for (let round = 0; round < 4; round += 1) {
        const parallel = Array.from({ length: 15 }, () => verdict(account, { ...wrong, address }));
        validated.push(...(await Promise.all(parallel)));
        ctx.clock.advance(4 * MINUTE);
      }
      expect(validated.filter((answer) => answer === 'bad-credentials').length).toBeLessThanOrEqual(
        20,
      );
    });

    it('is not reset by a restart', async () => {
      const account = await buildUser(ctx, customer);
      for (let i = 0; i < 5; i += 1) await attempt(account, wrong);
      const restarted = testContext(ctx.database, {}, ctx.clock.now());
      await prepareInstallation(restarted);
      expect(await signIn(() => restarted).verdict(account)).toBe('too-many-attempts');
    });

    it('rejects the excess of a flood and evaluates the rest (T7)', async () => {
      const account = await buildUser(ctx, customer);
      const answers = await Promise.all(Array.from({ length: 60 }, () => verdict(account)));
      const inside = answers.filter((answer) => answer === 'in').length;
      expect(inside).toBeGreaterThanOrEqual(2);
      expect(inside).toBeLessThan(60);
      expect(new Set(answers)).toEqual(new Set(['in', 'too-many-attempts']));
    });
  });
});
