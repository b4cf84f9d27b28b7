/** Alarms of devices that are moved or deleted while other transactions write alarms. */
import { expect, it } from 'vitest';
import type { AlarmEvent } from '../../src/areas/alarms/alarm-event.ts';
import { recordAlarms } from '../../src/areas/alarms/record-alarms.ts';
import { changeDevice, removeDevice } from '../../src/areas/fleet/devices/change-device.ts';
import type { Executor } from '../../src/storage/database.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually, lockWaits } from '../support/eventually.ts';
import type { BuiltDevice } from '../support/factories/device.ts';
import { groupFixture } from './group-fixture.ts';

describeWithDatabase('alarms of a device that is moved', (database) => {
  const { ctx, customer, admin, north, south, hall, deviceIn, toSouth, move } =
    groupFixture(database);

  function raise(trx: Executor, { deviceId }: BuiltDevice, type: AlarmEvent['type']) {
    const now = ctx.clock.now();
    const event: AlarmEvent = {
      customerId: customer.customerId,
      deviceId,
      type,
      kind: 'alarm',
      phase: '',
      source: 'device',
      active: true,
      at: now,
      arrivedAt: now,
      value: null,
      limit: null,
      endReason: 'device',
    };
    return recordAlarms(trx, [{ event, hash: 1 }], now);
  }
  const raised = (device: BuiltDevice, type: AlarmEvent['type']) =>
    database.transaction((trx) => raise(trx, device, type));

  /** Resolves when so many statements wait for a lock, or `work` has ended without waiting. */
  async function waiting(count: number, work: Promise<unknown>) {
    let hasEnded = false;
    const end = () => {
      hasEnded = true;
    };
    work.then(end, end);
    await eventually(async () => hasEnded || (await lockWaits(database.db)) >= count).toBe(true);
  }

  /** Returns the groups of the device's alarms, and the counts of each group in all time. */
  async function stored({ deviceId }: BuiltDevice) {
    const alarms = await database.db
      .selectFrom('alarm')
      .select(['group_id as groupId', 'end_reason as endReason'])
      .where('device_id', '=', deviceId)
      .orderBy('alarm_id')
      .execute();
    const sums = await database.db
      .selectFrom('alarm_group_sum')
      .select(['group_id as groupId'])
      .select((eb) => eb.fn.sum<number>('alarms').as('alarms'))
      .where('customer_id', '=', customer.customerId)
      .where('period', '=', 'all')
      .groupBy('group_id')
      .execute();
    return {
      groups: alarms.map(({ groupId }) => groupId),
      endReasons: alarms.map(({ endReason }) => endReason),
      counts: new Map(sums.map(({ groupId, alarms: n }) => [groupId, Number(n)])),
    };
  }

  it('move with it when an edit waits for another move', async () => {
    const press = await deviceIn(hall.groupId, 'Press');
    await raised(press, 'overVoltage');
    const edit = (group: number) => changeDevice(ctx, admin, press.code, { group });
    const edits = await database.transaction(async (trx) => {
      await trx
        .selectFrom('device')
        .select('device_id')
        .where('customer_id', '=', admin.customerId)
        .where('device_id', '=', press.deviceId)
        .forUpdate()
        .execute();
      const first = edit(south.groupId);
      await waiting(1, first);
      const second = edit(north.groupId);
      await waiting(2, second);
      return [first, second];
    });
    expect(await Promise.all(edits)).toMatchObject([{ ok: true }, { ok: true }]);
    const { groups, counts } = await stored(press);
    expect(groups).toEqual([north.groupId]);
    expect([hall, south, north].map(({ groupId }) => counts.get(groupId))).toEqual([0, 0, 1]);
  });

  it('move with it when they are raised during the move', async () => {
    const press = await deviceIn(hall.groupId, 'Press');
    await raised(press, 'overVoltage');
    const work = await database.transaction(async (trx) => {
      await trx
        .selectFrom('alarm')
        .select('alarm_id')
        .where('customer_id', '=', admin.customerId)
        .where('device_id', '=', press.deviceId)
        .forUpdate()
        .execute();
      const moved = move(toSouth(press.code));
      await waiting(1, moved);
      const another = raised(press, 'overCurrent');
      await waiting(2, another);
      return { moved, another };
    });
    expect(await work.moved).toMatchObject({ ok: true });
    await work.another;
    const { groups, counts } = await stored(press);
    expect(groups).toEqual([south.groupId, south.groupId]);
    expect([hall, south].map(({ groupId }) => counts.get(groupId))).toEqual([0, 2]);
  });

  it('move with it when they are raised and not yet committed', async () => {
    const press = await deviceIn(hall.groupId, 'Press');
    const { moved } = await database.transaction(async (trx) => {
      await raise(trx, press, 'overVoltage');
      const moving = move(toSouth(press.code));
      await waiting(1, moving);
      return { moved: moving };
    });
    expect(await moved).toMatchObject({ ok: true });
    expect((await stored(press)).groups).toEqual([south.groupId]);
  });

  it('end with a device that is deleted before they are committed', async () => {
    const press = await deviceIn(hall.groupId, 'Press');
    const { removed } = await database.transaction(async (trx) => {
      await raise(trx, press, 'overVoltage');
      const removing = removeDevice(ctx, admin, press.code);
      await waiting(1, removing);
      return { removed: removing };
    });
    expect(await removed).toMatchObject({ ok: true });
    expect((await stored(press)).endReasons).toEqual(['removed']);
  });
});
