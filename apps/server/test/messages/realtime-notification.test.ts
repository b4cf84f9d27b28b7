/** A message over the real-time channel: sent to the sockets of its recipient, and to no other. */
import { expect, it } from 'vitest';
import { buildRealtimeFixture } from '../realtime/realtime-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { fixture } from '../support/fixture.ts';

describeWithDatabase('a message over the real-time channel', (database) => {
  const world = fixture(() => buildRealtimeFixture(database));

  it('reaches its recipient only', async () => {
    const { ctx, tenant } = world;
    const own = await world.connectOpen();
    const other = await world.connect({ headers: { authorization: tenant.users.admin.token } });
    other.send(String(tenant.users.admin.userId));
    const { customerId } = tenant;
    const tell = (userId: number, id: number) =>
      ctx.bus.publish('notification.added', {
        customerId,
        userId,
        notification: {
          id,
          what: 'opened',
          at: 1,
          readAt: null,
          alarmId: 1,
          detail: {
            deviceCode: 'MT61000000000001',
            deviceName: 'Pump',
            type: 'overVoltage',
            kind: 'alarm',
            phase: '',
            value: null,
            limit: null,
            openedAt: 1,
          },
        },
      });
    const heard = (client: typeof own) =>
      client.frames
        .filter(({ msgType }) => msgType === 'NOTIFICATION')
        .map(({ message }) => JSON.parse(message).notification.id as number);
    // The message is published repeatedly until the socket has authenticated; only the recipients
    // matter.
    await eventually(() => {
      tell(tenant.users.operator.userId, 1);
      tell(tenant.users.admin.userId, 2);
      return [heard(own).length > 0, heard(other).length > 0];
    }).toEqual([true, true]);
    expect(new Set(heard(own))).toEqual(new Set([1]));
    expect(new Set(heard(other))).toEqual(new Set([2]));
  });
});
