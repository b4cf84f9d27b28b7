/** Registrations managed by the platform: activated, rejected, expired, limited. */
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { rootGroupOf } from '../../src/areas/energy/settlement/settlement-queries.ts';
import { mayAddDevices } from '../../src/areas/fleet/devices/add-device.ts';
import { login } from '../../src/areas/identity/login/login-service.ts';
import {
  activateRegistration,
  changeRegistration,
  type RegistrationChange,
  rejectRegistration,
} from '../../src/areas/identity/registration/change-registration.ts';
import {
  listRegistrations,
  type Registration,
  type RegistrationQuery,
} from '../../src/areas/identity/registration/registration-queries.ts';
import { register } from '../../src/areas/identity/registration/registration-service.ts';
import { activeSessions } from '../../src/areas/identity/sessions/active-session-queries.ts';
import { findProfile } from '../../src/areas/identity/sessions/profile-queries.ts';
import { inviteUser } from '../../src/areas/identity/users/invite-user.ts';
import {
  changeSettings,
  type SettingsChange,
} from '../../src/areas/messaging/notifications/settings-service.ts';
import { prepareInstallation } from '../../src/areas/platform/installation/prepare-installation.ts';
import { hashOfToken } from '../../src/areas/shared/secrets/session-secret.ts';
import type { Caller } from '../../src/caller.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer, buildUser } from '../support/factories/customer.ts';
import { openSession } from '../support/factories/session.ts';
import { fixture } from '../support/fixture.ts';
import { testContext } from '../support/test-context.ts';

const ACTIVATION = 'activation-Phrase-1';
const DAY = 86_400_000;

describeWithDatabase('registrations', (database) => {
  const ctx = testContext(database, { ACTIVATION_PASSWORD: ACTIVATION });
  let count = 0;
  beforeAll(async () => {
    await prepareInstallation(ctx);
  });
  // Password guesses are counted per administrator.
  const platform = fixture(
    async () => buildCaller(ctx, await buildCustomer(ctx), { role: 'platform' }),
    beforeEach,
  );

  async function registered() {
    count += 1;
    const account = `harbour.${count}`;
    const made = await register(ctx, {
      chineseCode: `港口${count}`,
      englishCode: `Harbour ${count}`,
      account,
      contactUser: 'Li Wei',
      clientAddress: `203.0.113.${count}`,
    });
    if (!made.ok) throw new Error(made.refusal);
    return { ...made.value, account, id: String(made.value.customerId) };
  }

  const signIn = async ({ account, initialPassword }: Awaited<ReturnType<typeof registered>>) => {
    count += 1;
    const outcome = await login(ctx, {
      account,
      password: initialPassword,
      mode: 'user',
      address: `198.51.100.${count}`,
      client: 'test',
      fromBrowser: false,
      knownBrowserCookie: undefined,
      sessionCookie: undefined,
    });
    return outcome.ok ? 'in' : outcome.refusal;
  };

  const list = async (part: Partial<RegistrationQuery> = {}) =>
    listRegistrations(
      ctx.database.db,
      platform.customerId,
      { state: undefined, keyword: '', limit: 100, offset: 0, ...part },
      ctx.clock.now(),
    );
  const row = async (id: string): Promise<Registration> =>
    (await list({ limit: 1000 })).list.find(({ customerId }) => String(customerId) === id)!;

  const activateIt = (id: string, expiresAt?: number | null, password = ACTIVATION) =>
    activateRegistration(ctx, platform, id, { password, expiresAt });
  const rejectIt = (id: string, reason = 'No contract', password = ACTIVATION) =>
    rejectRegistration(ctx, platform, id, { password, reason });
  const changeIt = async (id: string, part: Partial<RegistrationChange>) => {
    const now = await row(id);
    return changeRegistration(ctx, platform, id, { ...now, ...part });
  };

  const invite = async (customerId: number) => {
    count += 1;
    const { groupId, userId } = await ctx.database.db
      .selectFrom('user_account')
      .select(['group_id as groupId', 'user_id as userId'])
      .where('customer_id', '=', customerId)
      .where('role', '=', 'admin')
      .executeTakeFirstOrThrow();
    const token = await openSession(database, customerId, userId, ctx.clock.now());
    const tokenHash = hashOfToken(token)!;
    const admin: Caller = { ...platform, customerId, groupId, userId, role: 'admin', tokenHash };
    const invited = await inviteUser(ctx, admin, {
      name: `keeper.${count}`,
      group: String(groupId),
      role: 'viewer',
      ownRoleId: null,
      mail: '',
      sendMail: false,
      language: 'en',
    });
    return invited.ok ? 'in' : invited.refusal;
  };

  const logOf = async (customerId: number) =>
    (
      await sql<{ command: string; user_name: string; detail: Record<string, unknown> }>`
        select command, user_name, detail from operation_log
        where customer_id = ${customerId} and module = 'Registration'
        order by operation_log_id`.execute(ctx.database.db)
    ).rows;

  it('are pending, activated, expired and activated again', async () => {
    const made = await registered();
    expect(await row(made.id)).toMatchObject({ state: 'pending', account: made.account });
    expect(await activateIt(made.id, ctx.clock.now())).toMatchObject({ refusal: 'expiry-invalid' });
    const until = ctx.clock.now() + DAY;
    expect(await activateIt(made.id, until)).toEqual({ ok: true, value: undefined });
    expect(await row(made.id)).toMatchObject({ state: 'active', expiresAt: until });
    expect(await signIn(made)).toBe('in');
    expect(await activateIt(made.id, null)).toMatchObject({ refusal: 'no-pending-account' });
    ctx.clock.advance(DAY);
    expect(await row(made.id)).toMatchObject({ state: 'expired' });
    expect(await signIn(made)).toBe('account-expired');
    // The registration cannot be activated again with its expiry day, which has passed.
    expect(await activateIt(made.id)).toMatchObject({ refusal: 'expiry-invalid' });
    expect(await activateIt(made.id, null)).toMatchObject({ ok: true });
    expect(await signIn(made)).toBe('in');
  });

  it('store the reason of a rejection, release the name, and reclaim it while it is free', async () => {
    const made = await registered();
    expect(await rejectIt(made.id, ' \u0000 ')).toMatchObject({ refusal: 'info-required' });
    expect(await rejectIt(made.id)).toMatchObject({ ok: true });
    expect(await row(made.id)).toMatchObject({ state: 'rejected', rejectedReason: 'No contract' });
    expect(await signIn(made)).toBe('bad-credentials');
    expect(await rejectIt(made.id)).toMatchObject({ refusal: 'no-pending-account' });
    expect(await activateIt(made.id)).toMatchObject({ ok: true });
    expect(await row(made.id)).toMatchObject({ state: 'active', rejectedReason: '' });
    expect(await signIn(made)).toBe('in');
  });

  it('cannot be reactivated after a rejection if the name is taken', async () => {
    const made = await registered();
    await rejectIt(made.id);
    const other = await buildUser(ctx, await buildCustomer(ctx));
    await sql`update account_name set account_key = ${made.account}
      where user_id = ${other.userId}`.execute(ctx.database.db);
    expect(await activateIt(made.id)).toMatchObject({ refusal: 'account-taken' });
    expect(await row(made.id)).toMatchObject({ state: 'rejected' });
  });

  it('need the activation password, with five guesses in a quarter of an hour', async () => {
    const made = await registered();
    for (let n = 0; n < 5; n += 1) {
      const guess = n % 2 === 0 ? activateIt : rejectIt;
      expect(await guess(made.id, undefined, 'wrong')).toMatchObject({
        refusal: 'activation-password-wrong',
      });
    }
    expect(await activateIt(made.id)).toMatchObject({ refusal: 'too-many-attempts' });
    expect(await row(made.id)).toMatchObject({ state: 'pending' });
  });

  it('are neither listed nor changed if they are the platform’s own', async () => {
    const id = String(platform.customerId);
    expect(await row(id)).toBeUndefined();
    expect(await activateIt(id, null)).toMatchObject({ refusal: 'not-found' });
    const change = { version: 1, expiresAt: 0, zoneId: 1, currencyId: 1 } as const;
    expect(
      await changeRegistration(ctx, platform, id, {
        ...change,
        mapType: 'google',
        mostDevices: 1,
        mostUsers: 1,
      }),
    ).toMatchObject({ refusal: 'not-found' });
  });

  it('are found by state and by part of their names', async () => {
    const made = await registered();
    const found = async (part: Partial<RegistrationQuery>) =>
      (await list(part)).list.map(({ customerId }) => String(customerId));
    expect(await found({ state: 'pending' })).toContain(made.id);
    expect(await found({ state: 'active' })).not.toContain(made.id);
    expect(await found({ keyword: made.account.toUpperCase() })).toEqual([made.id]);
    expect(await found({ keyword: '%' })).toEqual([]);
    const { list: rows, total } = await list({ limit: 1, offset: 1 });
    expect(rows).toHaveLength(1);
    expect(total).toBeGreaterThan(1);
  });

  it('are limited in devices and users until the limits are removed', async () => {
    const made = await registered();
    await activateIt(made.id, null);
    const scope = { customerId: made.customerId, groupId: 0 };
    const { db } = ctx.database;
    expect(await changeIt(made.id, { mostDevices: 2, mostUsers: 2 })).toMatchObject({ ok: true });
    expect(await mayAddDevices(db, scope, 2)).toMatchObject({ ok: true });
    expect(await mayAddDevices(db, scope, 3)).toMatchObject({ refusal: 'quota-exceeded' });
    // The limit permits the account that was registered, and one more.
    expect(await invite(made.customerId)).toBe('in');
    expect(await invite(made.customerId)).toBe('quota-exceeded');
    await changeIt(made.id, { mostDevices: null, mostUsers: null });
    expect(await mayAddDevices(db, scope, 3)).toMatchObject({ ok: true });
    expect(await invite(made.customerId)).toBe('in');
  });

  it('define the languages their users may choose, at least one', async () => {
    const made = await registered();
    expect((await row(made.id)).languages).toHaveLength(6);
    for (const [languages, refusal] of [
      [[], 'info-required'],
      [['fr', 'de'], 'language-unknown'],
    ] as const) {
      expect(await changeIt(made.id, { languages })).toMatchObject({ refusal, field: 'languages' });
    }
    expect(await changeIt(made.id, { languages: ['fr', 'ar'] })).toMatchObject({ ok: true });
    expect(await changeIt(made.id, { mostMessages: 9 })).toMatchObject({ ok: true });
    const { languages, mostMessages } = await row(made.id);
    expect({ languages, mostMessages }).toEqual({ languages: ['fr', 'ar'], mostMessages: 9 });

    const { customerId } = made;
    const groupId = await rootGroupOf(ctx.database.db, customerId);
    const user = await buildCaller(ctx, { customerId, groupId, rateId: 0, userId: 0 });
    const speak = (profile: { language?: string; quietFrom?: string; quietTo?: string }) =>
      changeSettings(ctx, user, { profile, preferences: undefined } as SettingsChange);
    expect(await speak({ language: 'es' })).toMatchObject({
      refusal: 'language-not-offered',
      field: 'language',
    });
    expect(await speak({ language: 'ar' })).toMatchObject({ ok: true });
    // The languages are narrowed later: a chosen language remains until another one is chosen.
    await changeIt(made.id, { languages: ['fr'] });
    expect(await speak({ quietFrom: '22:00', quietTo: '06:00' })).toMatchObject({ ok: true });
    expect(await speak({ language: 'zh' })).toMatchObject({ refusal: 'language-not-offered' });
    const profile = await findProfile(ctx.database.db, user.customerId, user.userId);
    expect(profile?.languages).toEqual(['fr']);
  });

  it('cannot change the time zone once days are counted in it, and detect conflicting changes', async () => {
    const made = await registered();
    await activateIt(made.id, null);
    const before = await row(made.id);
    const { rows: zones } = await sql<{ id: number }>`select zone_id as id from zone
      where zone_id <> ${before.zoneId} limit 1`.execute(ctx.database.db);
    const zoneId = zones[0]!.id;
    expect(await changeIt(made.id, { zoneId })).toMatchObject({ ok: true });
    expect(
      await changeRegistration(ctx, platform, made.id, { ...before, mapType: 'google' }),
    ).toMatchObject({ refusal: 'registration-changed' });
    expect(await changeIt(made.id, { zoneId: 999_999 })).toMatchObject({
      refusal: 'invalid-request',
    });
    await sql`insert into settlement_period (customer_id, start_day, end_day, closed_at)
      values (${made.customerId}, '2026-10-01', '2026-11-01', now())`.execute(ctx.database.db);
    expect(await changeIt(made.id, { zoneId: before.zoneId })).toMatchObject({
      refusal: 'customer-zone-fixed',
    });
    expect(await changeIt(made.id, { mapType: 'google' })).toMatchObject({ ok: true });
    expect(await row(made.id)).toMatchObject({ zoneId, mapType: 'google' });
  });

  it('cannot change the currency once money is counted in it', async () => {
    const made = await registered();
    await activateIt(made.id, null);
    const { currencyId } = await row(made.id);
    const { rows } = await sql<{ id: number }>`select currency_id as id from currency
      where currency_id <> ${currencyId} order by currency_id limit 2`.execute(ctx.database.db);
    const [second, third] = rows.map(({ id }) => id) as [number, number];
    expect(await changeIt(made.id, { currencyId: second })).toMatchObject({ ok: true });
    const day = (day: string, fee: number) =>
      sql`insert into energy_day (customer_id, device_id, day, channel, energy_wh, sharp_wh, peak_wh,
          off_peak_wh, valley_wh, fee_sharp, fee_peak, fee_off_peak, fee_valley)
        values (${made.customerId}, 1, ${day}, 'activeTotal', 1000, 0, 0, 1000, 0, 0, 0, ${fee}, 0)`.execute(
        ctx.database.db,
      );
    await day('2026-10-01', 0);
    expect(await changeIt(made.id, { currencyId: third })).toMatchObject({ ok: true });
    await day('2026-10-02', 80);
    expect(await changeIt(made.id, { currencyId: second })).toMatchObject({
      refusal: 'customer-currency-fixed',
      field: 'currencyId',
    });
    await sql`delete from energy_day where customer_id = ${made.customerId}`.execute(
      ctx.database.db,
    );
    await sql`insert into settlement_period (customer_id, start_day, end_day, closed_at)
      values (${made.customerId}, '2026-10-01', '2026-11-01', now())`.execute(ctx.database.db);
    expect(await changeIt(made.id, { currencyId: second })).toMatchObject({
      refusal: 'customer-currency-fixed',
    });
    expect(await changeIt(made.id, { mapType: 'google' })).toMatchObject({ ok: true });
    expect(await row(made.id)).toMatchObject({ currencyId: third, mapType: 'google' });
  });

  it('cannot change the time zone while a report is scheduled in it', async () => {
    const made = await registered();
    await activateIt(made.id, null);
    const { zoneId } = await row(made.id);
    await sql`insert into report_schedule (customer_id, user_id, type, format, rhythm, clock_time,
        span, recipients, enabled, created_at, changed_at)
      values (${made.customerId}, 1, 'energy', 'csv', 'day', '07:00', 'yesterday', '{}', false, now(),
        now())`.execute(ctx.database.db);
    const { rows: zones } = await sql<{ id: number }>`select zone_id as id from zone
      where zone_id <> ${zoneId} limit 1`.execute(ctx.database.db);
    expect(await changeIt(made.id, { zoneId: zones[0]!.id })).toMatchObject({
      refusal: 'customer-zone-fixed',
    });
    expect(await row(made.id)).toMatchObject({ zoneId });
  });

  it('close their open pages when they expire', async () => {
    const made = await registered();
    await activateIt(made.id, null);
    await signIn(made);
    const { rows } = await sql<{ hash: Buffer }>`select token_hash as hash from session
      where customer_id = ${made.customerId}`.execute(ctx.database.db);
    const hashes = rows.map(({ hash }) => hash);
    const living = async () =>
      (await activeSessions(ctx.database.db, hashes, ctx.clock.now())).length;
    expect(await living()).toBe(1);
    await changeIt(made.id, { expiresAt: ctx.clock.now() });
    expect(await living()).toBe(0);
  });

  it('record each action in the logs of the customer and of the platform, without the password', async () => {
    const made = await registered();
    await rejectIt(made.id);
    await activateIt(made.id);
    await changeIt(made.id, { mostUsers: 5 });
    const own = await logOf(made.customerId);
    expect(own.map(({ command }) => command)).toEqual([
      'reject',
      'activate',
      'change registration',
    ]);
    expect(own[0]).toMatchObject({
      user_name: platform.userName,
      detail: { reason: 'No contract' },
    });
    expect(own[2]).toMatchObject({
      detail: { before: { mostUsers: null }, after: { mostUsers: 5 } },
    });
    const platforms = await logOf(platform.customerId);
    expect(platforms.map(({ command }) => command)).toEqual(own.map(({ command }) => command));
    expect(platforms[0]?.detail).toMatchObject({ customer: { id: made.customerId } });
    expect(JSON.stringify([own, platforms])).not.toContain(ACTIVATION);
  });
});
