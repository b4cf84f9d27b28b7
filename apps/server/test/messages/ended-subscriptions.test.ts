/** Browsers of a user whose sessions have all ended receive no push messages. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { logout } from '../../src/areas/identity/sessions/session-service.ts';
import { disableUser, signUserOut } from '../../src/areas/identity/users/end-access.ts';
import { subscribe } from '../../src/areas/messaging/notifications/notification-service.ts';
import {
  readSubscriptions,
  writeSubscription,
} from '../../src/areas/messaging/notifications/push-queries.ts';
import { lockSessionOf } from '../../src/areas/shared/rights/caller-rights-queries.ts';
import type { Caller } from '../../src/caller.ts';
import { describeWithDatabase, isOnCitus } from '../support/databases.ts';
import { buildCaller, buildCustomer } from '../support/factories/customer.ts';
import { testContext } from '../support/test-context.ts';

describeWithDatabase('push subscriptions', (database) => {
  const ctx = testContext(database, {}, Date.UTC(2026, 10, 20, 14));

  it.each<[string, (admin: Caller, user: Caller) => Promise<unknown>]>([
    ['signs out', (_admin, user) => logout(ctx, user)],
    ['is signed out', (admin, user) => signUserOut(ctx, admin, String(user.userId))],
    ['is disabled', (admin, user) => disableUser(ctx, admin, String(user.userId))],
  ])('end when their user %s', async (_how, end) => {
    const customer = await buildCustomer(ctx);
    const admin = await buildCaller(ctx, customer, { role: 'admin' });
    const [user, other] = [await buildCaller(ctx, customer), await buildCaller(ctx, customer)];
    for (const { customerId, userId } of [user, other]) {
      await database.db
        .insertInto('push_subscription')
        .values({
          customer_id: customerId,
          user_id: userId,
          endpoint: 'https://push.example/1',
          p256dh: 'x',
          auth: 'y',
          created_at: new Date(ctx.clock.now()),
        })
        .execute();
    }
    await end(admin, user);
    expect(await readSubscriptions(database.db, user)).toEqual([]);
    expect(await readSubscriptions(database.db, other)).toHaveLength(1);
  });

  const fresh = {
    endpoint: 'https://push.example/2',
    p256dh: Buffer.alloc(65).toString('base64url'),
    auth: Buffer.alloc(16).toString('base64url'),
  };

  it('are refused after the session of the call has ended', async () => {
    const user = await buildCaller(ctx, await buildCustomer(ctx));
    await logout(ctx, user);
    expect(await subscribe(ctx, user, fresh)).toMatchObject({ refusal: 'forbidden' });
    expect(await readSubscriptions(database.db, user)).toEqual([]);
  });

  // On Citus the lock is one of a worker node, which the test cannot see.
  it.skipIf(isOnCitus)('end if their user signs out while they are added', async () => {
    const user = await buildCaller(ctx, await buildCustomer(ctx));
    const owner = database.as('owner').db;
    const added = await owner.transaction().execute(async (trx) => {
      expect(await lockSessionOf(trx, user, ctx.clock.now())).toBe(true);
      const ending = logout(ctx, user);
      const waits = async () => {
        const { rows } = await sql`select from pg_stat_activity
          where wait_event_type = 'Lock' and query like '%session%'
            and datname = current_database()`.execute(owner);
        return rows.length > 0;
      };
      await expect.poll(waits, { timeout: 5_000 }).toBe(true);
      await writeSubscription(trx, user, fresh, ctx.clock.now());
      return { ending };
    });
    await added.ending;
    expect(await readSubscriptions(database.db, user)).toEqual([]);
  });
});
