/** Moving devices in the tree: all or none, with their history, and the published events. */
import { expect, it } from 'vitest';
import { moveInTree } from '../../src/areas/fleet/groups/move-service.ts';
import type { TreeMove } from '../../src/areas/fleet/groups/plan-move.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller } from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { groupFixture } from './group-fixture.ts';

describeWithDatabase('moving devices between groups', (database) => {
  const {
    ctx,
    customer,
    admin,
    stranger,
    north,
    south,
    hall,
    changes,
    refusalOf,
    deviceIn,
    toSouth,
    preview,
    move,
  } = groupFixture(database);

  it('moves their history with them, writes an audit event and notifies users whose view changes', async () => {
    const press = await deviceIn(hall.groupId, 'Press');
    const { db } = ctx.database;
    const of = { customer_id: customer.customerId, device_id: press.deviceId };
    const { groupId } = hall;
    await db
      .insertInto('alarm')
      .values({
        ...of,
        group_id: groupId,
        alarm_type: 'overVoltage',
        kind: 'alarm',
        priority: 1,
        source: 'device',
        opened_at: new Date(ctx.clock.now()),
        day: '2026-11-20',
        last_at: new Date(ctx.clock.now()),
      })
      .execute();
    await db
      .insertInto('alarm_group_sum')
      .values({
        customer_id: customer.customerId,
        period: 'day',
        start_day: '2026-11-20',
        group_id: groupId,
        alarm_type: 'overVoltage',
        kind: 'alarm',
        alarms: 1,
        handled: 0,
      })
      .execute();
    expect((await move(toSouth(press.code))).ok).toBe(true);
    const device = await db
      .selectFrom('device')
      .select('group_id')
      .where('device_id', '=', press.deviceId)
      .executeTakeFirst();
    expect(device?.group_id).toBe(south.groupId);
    const sums = await db
      .selectFrom('alarm_group_sum')
      .select(['group_id', 'alarms'])
      .where('customer_id', '=', customer.customerId)
      .where('period', '=', 'day')
      .orderBy('alarms')
      .execute();
    expect(sums).toEqual([
      { group_id: groupId, alarms: 0 },
      { group_id: south.groupId, alarms: 1 },
    ]);
    expect(ctx.published('device.changed').at(-1)).toMatchObject({ deviceId: press.deviceId });
    expect(changes).toEqual([
      {
        customerId: customer.customerId,
        move: null,
        groupIds: [north.groupId, hall.groupId, south.groupId],
      },
    ]);
    const line = await db
      .selectFrom('operation_log')
      .select(['command', 'group_id', 'detail'])
      .where('device_id', '=', press.deviceId)
      .orderBy('operation_log_id', 'desc')
      .executeTakeFirstOrThrow();
    expect(line).toMatchObject({
      command: 'update',
      group_id: south.groupId,
      detail: { group: { to: { id: south.groupId, name: 'South' } } },
    });
    expect(JSON.stringify(line)).not.toContain('Hall');
  });

  it('moves all devices if the caller can see them all, or none', async () => {
    const press = await deviceIn(hall.groupId, 'Press');
    const foreign = await buildDevice(ctx, stranger);
    const northern = await buildCaller(ctx, customer, { role: 'admin', groupId: north.groupId });
    const pump = await deviceIn(south.groupId, 'Pump');
    const toHall = (...devices: string[]): TreeMove => ({
      what: 'devices',
      to: String(hall.groupId),
      devices,
    });
    expect(refusalOf(await move(toSouth(press.code, foreign.code)))).toBe('not-found');
    expect(refusalOf(await move(toHall(press.code, pump.code), northern))).toBe('not-found');
    expect(refusalOf(await move(toSouth(press.code), northern))).toBe('group-unknown');
  });

  it('moves no device if one was moved since the preview', async () => {
    const press = await deviceIn(hall.groupId, 'Press');
    const lights = await deviceIn(hall.groupId, 'Lights');
    const both = toSouth(press.code, lights.code);
    const { token } = await preview(both);
    const other: TreeMove = { what: 'devices', to: String(north.groupId), devices: [lights.code] };
    expect((await move(other)).ok).toBe(true);
    expect(refusalOf(await moveInTree(ctx, admin, both, token))).toBe('group-changed');
    const rows = await ctx.database.db
      .selectFrom('device')
      .select('group_id')
      .where('customer_id', '=', customer.customerId)
      .orderBy('name')
      .execute();
    expect(rows.map(({ group_id }) => group_id)).toEqual([north.groupId, hall.groupId]);
  });
});
