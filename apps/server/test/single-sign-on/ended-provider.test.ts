/** Sessions and sign-ins in progress end when the provider is deleted or replaced. */
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { describeWithDatabase, isOnCitus } from '../support/databases.ts';
import type { HttpClient } from '../support/http-client.ts';
import { providerBrowser } from './provider-browser.ts';
import { ssoFixture } from './sso-fixture.ts';

describeWithDatabase('after the provider was deleted', (database) => {
  const sso = ssoFixture(database);
  beforeEach(async () => {
    sso.provider.beforeToken = undefined;
    expect((await sso.configure(sso.admin, sso.provider)).body.code).toBe(0);
  });
  const remove = async () => expect((await sso.remove(sso.admin.client)).body.code).toBe(0);
  const status = async (who: HttpClient) => (await who.post('/api/v2/ping-token')).status;
  const owner = () => database.as('owner').db;

  /** Begins a sign-in and returns the answer of the provider. */
  async function reachCallback(who: HttpClient, sub: string): Promise<URL> {
    sso.provider.person = { sub, groups: ['staff'] };
    const begun = await sso.begin(who, sso.admin.client);
    return providerBrowser().open(begun.body.data.url);
  }

  // On Citus the lock is one of a worker node, which the test cannot see.
  it.skipIf(isOnCitus)('a sign-in that waits for a lock opens no session', async () => {
    const { userId } = await sso.linkedUser('ended-lock');
    const who = sso.browser();
    const answer = await reachCallback(who, 'ended-lock');
    const finished = await owner()
      .transaction()
      .execute(async (trx) => {
        await sql`select from user_account where user_id = ${userId} for update`.execute(trx);
        const finishing = sso.finish(who, answer);
        await expect.poll(() => waitsForLock(), { timeout: 5_000 }).toBe(true);
        await remove();
        return { finishing };
      });
    const { body } = await finished.finishing;
    expect(body).toMatchObject({ reason: 'sso-over' });
    const sessions = owner().selectFrom('session').where('provider_issuer', 'is not', null);
    expect(await sessions.selectAll().execute()).toEqual([]);
  });
  async function waitsForLock(): Promise<boolean> {
    const { rows } = await sql`select from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%user_account%'
        and datname = current_database()`.execute(owner());
    return rows.length > 0;
  }

  it('an answer of the former provider is not accepted for the next one', async () => {
    await remove();
    await sso.configure(sso.admin, sso.provider);
    const who = sso.browser();
    const answer = await reachCallback(who, 'ended-former');
    sso.provider.beforeToken = async () => {
      sso.provider.beforeToken = undefined;
      await remove();
      expect((await sso.configure(sso.admin, sso.other)).body.code).toBe(0);
    };
    expect((await sso.finish(who, answer)).body).toMatchObject({ reason: 'sso-over' });
    expect(sso.provider.beforeToken).toBeUndefined();
  });

  it('the next one begins with another revision', async () => {
    const revisions = new Set<number>();
    for (let i = 0; i < 3; i++) {
      revisions.add((await sso.settingsOf(sso.admin.client)).revision);
      await remove();
      await sso.configure(sso.admin, sso.provider);
    }
    expect(revisions.size).toBe(3);
  });

  it('browsers of its users receive no push messages', async () => {
    await sso.linkedUser('push-open');
    const [open, expired] = [sso.browser(), sso.browser()];
    const users: number[] = [];
    for (const [sub, who] of [['push-open', open] as const, ['push-expired', expired] as const]) {
      const { body } = await sso.signIn({ sub, groups: ['staff'] }, { who });
      users.push(body.data.session.user_info.user_id);
    }
    users.push(sso.admin.client.userId);
    for (const user_id of users) {
      const of = { customer_id: sso.customer.customerId, user_id, created_at: new Date() };
      await owner()
        .insertInto('push_subscription')
        .values({ ...of, endpoint: 'https://push.example/x', p256dh: 'x', auth: 'x' })
        .execute();
    }
    await owner().deleteFrom('session').where('user_id', '=', users[1]!).execute();
    await remove();
    expect(await status(open)).toBe(401);
    const left = await owner()
      .selectFrom('push_subscription')
      .where('user_id', 'in', users)
      .select('user_id')
      .execute();
    expect(left).toEqual([{ user_id: sso.admin.client.userId }]);
  });

  it('sessions without a stored ID token end too', async () => {
    const who = sso.browser();
    sso.provider.alter = (claims) => ({ ...claims, more: 'x'.repeat(9_000) });
    const { body } = await sso.signIn({ sub: 'ended-large', groups: ['staff'] }, { who });
    sso.provider.alter = undefined;
    expect(body.code).toBe(0);
    await remove();
    expect(await status(who)).toBe(401);
  });
});
