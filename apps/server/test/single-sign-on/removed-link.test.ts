/** What a user may keep who removes the link with the provider. */
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { describeWithDatabase, isOnCitus } from '../support/databases.ts';
import { PASSWORD } from '../support/factories/customer.ts';
import type { HttpClient } from '../support/http-client.ts';
import { providerBrowser } from './provider-browser.ts';
import { OWN, ssoFixture } from './sso-fixture.ts';

describeWithDatabase('a user who removes the link', (database) => {
  const sso = ssoFixture(database);
  beforeEach(async () => {
    expect((await sso.configure(sso.admin, sso.provider)).body.code).toBe(0);
  });
  const unlink = async (who: HttpClient) =>
    (await who.post(`${OWN}/unlink`, { password: PASSWORD })).body;
  const status = async (who: HttpClient) => (await who.post('/api/v2/ping-token')).status;

  it('ends the sessions that the provider opened, and no other', async () => {
    const user = await sso.linkedUser('removed-1');
    const [second, other] = [sso.browser(), sso.browser()];
    await second.login(user.userName, PASSWORD);
    expect(
      (await sso.signIn({ sub: 'removed-1', groups: ['staff'] }, { who: other })).body.code,
    ).toBe(0);
    const colleague = sso.browser();
    await sso.linkedUser('removed-2');
    await sso.signIn({ sub: 'removed-2', groups: ['staff'] }, { who: colleague });
    expect(await unlink(user)).toMatchObject({ code: 0 });
    expect(await status(other)).toBe(401);
    expect(await status(user)).toBe(200);
    expect(await status(second)).toBe(200);
    expect(await status(colleague)).toBe(200);
  });

  /** Finishes a sign-in that waits for the row of its user, while `change` is committed. */
  async function finishDuring(userId: number, sub: string, change: () => Promise<unknown>) {
    const who = sso.browser();
    sso.provider.person = { sub, groups: ['staff'] };
    const begun = await sso.begin(who, sso.admin.client);
    const answer = await providerBrowser().open(begun.body.data.url);
    const waits = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%user_account%'
          and datname = current_database()`.execute(owner());
      return rows.length > 0;
    };
    const finished = await owner()
      .transaction()
      .execute(async (trx) => {
        await sql`select from user_account where user_id = ${userId} for update`.execute(trx);
        const finishing = sso.finish(who, answer);
        await expect.poll(waits, { timeout: 5_000 }).toBe(true);
        await change();
        return { finishing };
      });
    const { body } = await finished.finishing;
    const sessions = owner().selectFrom('session').where('user_id', '=', userId);
    const open = await sessions.where('provider_issuer', 'is not', null).selectAll().execute();
    return { reason: body.reason, sessions: open.length };
  }
  const owner = () => database.as('owner').db;

  // On Citus the lock is one of a worker node, which the test cannot see.
  it.skipIf(isOnCitus)('opens no session for a sign-in in progress', async () => {
    const user = await sso.linkedUser('removed-6');
    const during = await finishDuring(user.userId, 'removed-6', () => unlink(user));
    expect(during).toEqual({ reason: 'sso-over', sessions: 0 });
  });

  it.skipIf(isOnCitus)('opens none for the former account after another was linked', async () => {
    const user = await sso.linkedUser('removed-7');
    const during = await finishDuring(user.userId, 'removed-7', async () => {
      expect(await unlink(user)).toMatchObject({ code: 0 });
      expect((await sso.link(user, 'removed-8')).body).toMatchObject({ code: 0 });
    });
    expect(during).toEqual({ reason: 'sso-over', sessions: 0 });
  });

  it('ends the own session if the provider opened it', async () => {
    await sso.linkedUser('removed-3');
    const who = sso.browser();
    await sso.signIn({ sub: 'removed-3', groups: ['staff'] }, { who });
    expect(await unlink(who)).toMatchObject({ code: 0 });
    expect(await status(who)).toBe(401);
  });

  it('is refused while passwords are off, unless it manages rights', async () => {
    const user = await sso.linkedUser('removed-4');
    const admin = await sso.linkedUser('removed-5', 'admin');
    await sso.configure(sso.admin, sso.provider, { allows_passwords: false });
    expect(await unlink(user)).toMatchObject({ reason: 'sso-link-required' });
    expect((await user.get(OWN)).body.data.linked_at).not.toBeNull();
    const byPassword = (await sso.browser().login(user.userName, PASSWORD)).body;
    expect(byPassword).toMatchObject({ reason: 'password-sign-in-off' });
    expect(await unlink(admin)).toMatchObject({ code: 0 });
    await sso.configure(sso.admin, sso.provider);
    expect(await unlink(user)).toMatchObject({ code: 0 });
  });
});
