/** Browsers of a user whose sessions have all ended receive no push messages. */
import { expect, it } from 'vitest';
import { logout } from '../../src/areas/identity/sessions/session-service.ts';
import { disableUser, signUserOut } from '../../src/areas/identity/users/end-access.ts';
import { readSubscriptions } from '../../src/areas/messaging/notifications/push-queries.ts';
import type { Caller } from '../../src/caller.ts';
import { describeWithDatabase } from '../support/databases.ts';
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
});
