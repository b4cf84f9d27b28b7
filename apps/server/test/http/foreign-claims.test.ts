/**
 * v1 control calls whose body names a user or group other than the caller's: rejected and logged.
 */
import { CATALOGUE } from '@busbar/contract/catalogue';
import { expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

/** The fields that a call needs to be valid, besides the device and the claimed user. */
const BODIES: Readonly<Record<string, object>> = {
  'v1.device.swControl': { data: { switch: 'open' } },
  'v1.device.swSlaveControl': { data: { s1: { ad: 1, op: 2 } } },
  'v1.task.addOrUpdate': { days: 127, time: '18:30', op: 'open' },
};
const NAMED = CATALOGUE.filter(
  ({ version, effect, tenantIds }) =>
    version === 'v1' &&
    effect === 'control' &&
    tenantIds.some(({ at }: { readonly at: string }) => at === 'body.userId'),
);

describeWithDatabase('a claim to be another user', (database) => {
  const server = fixture(() => startServer(database));
  const tenant = fixture(() => createTenant(database, { label: 'claim', now: server.clock.now() }));

  it('is tested on every entry point', () => {
    expect(NAMED.length).toBeGreaterThanOrEqual(9);
  });

  it.each(NAMED.map(({ name, path }) => [name, path] as const))(
    'is rejected and logged by %s',
    async (name, path) => {
      const { deviceCode, users } = tenant;
      const before = await database.db
        .selectFrom('operation_log')
        .select('operation_log_id')
        .orderBy('operation_log_id', 'desc')
        .limit(1)
        .executeTakeFirst();
      const answer = await server.app.inject({
        method: 'POST',
        url: path,
        headers: { authorization: users.operator.token },
        payload: {
          devId: deviceCode,
          id: tenant.timerId,
          data: {},
          ...BODIES[name],
          userId: users.admin.userId,
        },
      });
      expect([answer.statusCode, answer.json().reason]).toEqual([403, 'forbidden']);
      const lines = await database.db
        .selectFrom('operation_log')
        .select(['status', 'user_id'])
        .where('customer_id', '=', tenant.customerId)
        .where('status', '=', 'refused:forbidden')
        .where('user_id', '=', users.operator.userId)
        .where('operation_log_id', '>', before?.operation_log_id ?? 0)
        .execute();
      expect(lines).toHaveLength(1);
    },
  );
});
