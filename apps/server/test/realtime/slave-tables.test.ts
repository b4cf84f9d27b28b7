/** SLAVESTATUS for users who see the gateway and not each of its slaves. */
import { it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { buildRealtimeFixture } from './realtime-fixture.ts';
import type { Client } from './websocket-client.ts';

describeWithDatabase('the slave table of a gateway', (database) => {
  const world = fixture(() => buildRealtimeFixture(database));

  it('is sent to each user without the slaves of other groups', async () => {
    const { tenant, ctx } = world;
    const gateway = await buildTenantDevice(database, tenant, { kind: 'gateway', slaves: [2, 3] });
    await database.db
      .updateTable('device')
      .set({ group_id: tenant.childGroupId })
      .where('device_id', 'in', [gateway.deviceId, gateway.slaveIds.get(3)!])
      .execute();
    const root = await world.connectOpen();
    const child = await world.clientOfGroup(tenant.childGroupId);
    ctx.bus.publish('slaves.reported', {
      customerId: tenant.customerId,
      deviceId: gateway.deviceId,
      deviceCode: gateway.deviceCode,
      groupPath: [tenant.groupId, tenant.childGroupId],
      slaves: [
        { address: 2, status: 1 },
        { address: 3, status: 0 },
        { address: 9, status: 11 },
      ],
    });
    const tableOf = (client: Client) => () => {
      const found = client.frames.find(({ msgType }) => msgType === 'SLAVESTATUS');
      return found && JSON.parse(found.message);
    };
    const unregistered = { ad: 9, st: 11 };
    await eventually(tableOf(root)).toEqual({
      s1: { ad: 2, st: 1 },
      s2: { ad: 3, st: 0 },
      s3: unregistered,
    });
    await eventually(tableOf(child)).toEqual({ s1: { ad: 3, st: 0 }, s2: unregistered });
  });
});
