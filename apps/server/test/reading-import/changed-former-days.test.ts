/**
 * An import can change days before its first reading: a step that was waiting for later readings is
 * decided again. Its user must not change the bill of the group that had the device on those days.
 */
import { expect, it } from 'vitest';
import { findBill } from '../../src/areas/energy/billing/bill-service.ts';
import { runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import { changeDevice } from '../../src/areas/fleet/devices/change-device.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import { ledgerTenant, ratedDevice, sendRegisters } from '../energy/ledger-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildGroup } from '../support/factories/customer.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { testContext } from '../support/test-context.ts';
import { callsOf, countStored, csv, HOUR, local } from './reading-import-fixture.ts';

const DAY = 24 * HOUR;
/** 2026-11-01 00:00 in Shanghai. */
const START = Date.UTC(2026, 9, 31, 16);
/** 2026-11-11 00:00: the register has fallen to 5 kWh. */
const FALLEN_AT = START + 10 * DAY;
const MOVED_AT = FALLEN_AT + 12 * HOUR;
const NOW = START + 20 * DAY;

describeWithDatabase('an import after the move of a device', (database) => {
  it('is refused if it changes the bill of the former group', async () => {
    await ensurePartitions(database, START - DAY, NOW);
    const ctx = testContext(database, {}, START - DAY);
    const tenant = await ledgerTenant(database, 'Asia/Shanghai', 'changed-days');
    const deviceId = await ratedDevice(database, tenant);
    const root = callerOf(tenant);
    const [from, to] = [
      (await buildGroup(ctx, tenant, 'Hall')).groupId,
      (await buildGroup(ctx, tenant, 'Quay')).groupId,
    ];
    const send = async (rows: readonly (readonly [at: number, kwh: number])[]) => {
      const readings = rows.map(([at, activeTotal]) => ({
        ...{ deviceId, at },
        registers: { activeTotal },
      }));
      await sendRegisters(ctx, tenant, readings);
      await runEnergy(ctx);
    };
    const billed = async (groupId: number): Promise<number> => {
      await runEnergy(ctx);
      const bill = await findBill(ctx, { ...root, groupId }, { page: 1 });
      if (!bill.ok) throw new Error(bill.refusal);
      return bill.value.energyWh;
    };
    expect(await changeDevice(ctx, root, deviceId, { group: from })).toMatchObject({ ok: true });
    ctx.clock.advance(MOVED_AT - ctx.clock.now());
    const hours = (start: number, count: number, kwh: number) =>
      Array.from({ length: count }, (_, i) => [start + i * HOUR, kwh + i] as const);
    await send([...hours(START + HOUR, 10 * 24 - 1, 1000), [FALLEN_AT, 5]]);
    expect(await changeDevice(ctx, root, deviceId, { group: to })).toMatchObject({ ok: true });
    ctx.clock.advance(NOW - MOVED_AT);
    await send(hours(START + 12 * DAY, 24, 53));
    const before = [await billed(from), await billed(to)];
    const stored = await countStored(database, deviceId);

    const file = csv([10.5, 10.75, 11].map((day, i) => [local(START + day * DAY), 700 + i]));
    const admin = { ...root, role: 'admin' as const, groupId: to, isInRootGroup: false };
    const [byRoot, byAdmin] = [callsOf(ctx, root, deviceId), callsOf(ctx, admin, deviceId)];
    const other = { meter: 'other' };
    await expect(byAdmin.preview(file, other)).rejects.toThrow('root-group-required');
    const { mark } = await byRoot.preview(file, other);
    expect(await byAdmin.accept(file, mark, other)).toBe('root-group-required');
    expect(await countStored(database, deviceId)).toBe(stored);
    expect([await billed(from), await billed(to)]).toEqual(before);

    expect(await byRoot.accept(file, mark, other)).toMatchObject({ imported: 3 });
    expect(await billed(from)).not.toBe(before[0]);
  });
});
