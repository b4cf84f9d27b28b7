/**
 * Corrections and imports for a device that came from another group: its administrator must not
 * change the bills of that group.
 */
import { expect, it } from 'vitest';
import { findBill } from '../../src/areas/energy/billing/bill-service.ts';
import {
  addOverride,
  tryOverride,
  withdrawOverride,
} from '../../src/areas/energy/explanation/override-service.ts';
import { runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import { changeDevice } from '../../src/areas/fleet/devices/change-device.ts';
import type { Caller } from '../../src/caller.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import { ledgerTenant, ratedDevice, sendRegisters } from '../energy/ledger-fixture.ts';
import { describeWithDatabase, type TestDatabase } from '../support/databases.ts';
import { nextTenantId } from '../support/factories/owner.ts';
import type { Tenant } from '../support/factories/tenant.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { testContext } from '../support/test-context.ts';
import { callsOf, csv, local } from './reading-import-fixture.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 2026-11-01 00:00 in Shanghai. */
const START = Date.UTC(2026, 9, 31, 16);
/** The device moves at noon on 11 November. */
const MOVED_AT = START + 10 * DAY + 12 * HOUR;
const NOW = START + 20 * DAY;
const BEFORE = START + 5 * DAY + 3 * HOUR;
const AFTER = START + 15 * DAY + 3 * HOUR;
/** No reading of the device in these hours, for an import. */
const GAPS = [START + 7 * DAY, START + 17 * DAY];
const REFUSED = { ok: false, refusal: 'root-group-required' };

async function insertGroup(
  database: TestDatabase,
  { customerId, groupId: parent }: Tenant,
  name: string,
): Promise<number> {
  const groupId = nextTenantId();
  await database.db
    .insertInto('user_group')
    .values({
      customer_id: customerId,
      group_id: groupId,
      parent_id: parent,
      name,
      path: [parent, groupId],
      created_at: new Date(START),
    })
    .execute();
  return groupId;
}

/** The administrators of the customer and of the group to which the device moved from another. */
async function world(database: TestDatabase, label: string) {
  await ensurePartitions(database, START - DAY, NOW);
  const ctx = testContext(database, {}, MOVED_AT);
  const tenant = await ledgerTenant(database, 'Asia/Shanghai', label);
  const deviceId = await ratedDevice(database, tenant);
  const root = callerOf(tenant);
  const [from, to] = [
    await insertGroup(database, tenant, 'Hall'),
    await insertGroup(database, tenant, 'Quay'),
  ];
  await database.db
    .updateTable('device')
    .set({ group_id: from })
    .where('device_id', '=', deviceId)
    .execute();
  const readings = Array.from({ length: 20 * 24 }, (_, i) => ({
    deviceId,
    at: START + (i + 1) * HOUR,
    registers: { activeTotal: kwhAt(START + (i + 1) * HOUR) },
  }));
  const isInGap = ({ at }: { at: number }) => GAPS.some((gap) => at > gap && at < gap + 6 * HOUR);
  await sendRegisters(
    ctx,
    tenant,
    readings.filter((one) => !isInGap(one)),
  );
  await runEnergy(ctx);
  expect(await changeDevice(ctx, root, deviceId, { group: to })).toMatchObject({ ok: true });
  ctx.clock.advance(NOW - MOVED_AT);
  await runEnergy(ctx);
  const admin = { ...root, role: 'admin' as const, groupId: to, isInRootGroup: false };
  const billed = async (groupId: number): Promise<number> => {
    await runEnergy(ctx);
    const bill = await findBill(ctx, { ...root, groupId }, { page: 1 });
    if (!bill.ok) throw new Error(bill.refusal);
    return bill.value.energyWh;
  };
  return { ctx, root, admin, deviceId, former: () => billed(from), own: () => billed(to) };
}

const kwhAt = (at: number): number => 1000 + (at - START) / HOUR;

const correction = (deviceId: number, at: number) => ({
  ...{ device: String(deviceId), at, channel: null, decision: 'set' as const },
  ...{ energyKwh: 500, reason: 'Meter exchanged' },
});

/** Registers of each hour of a gap, a quarter of an hour after those of the device. */
function fileOf(gap: number): string {
  const rows = [1, 2, 3, 4].map((hour) => gap + (hour + 0.25) * HOUR);
  return csv(rows.map((at) => [local(at), kwhAt(at)]));
}

describeWithDatabase('a device that came from another group', (database) => {
  it('is corrected by its administrator only on days since the move', async () => {
    const { ctx, root, admin, deviceId, former, own } = await world(database, 'moved-add');
    const [formerWh, ownWh] = [await former(), await own()];
    for (const at of [BEFORE, START + 10 * DAY]) {
      expect(await tryOverride(ctx, admin, correction(deviceId, at))).toMatchObject(REFUSED);
      expect(await addOverride(ctx, admin, correction(deviceId, at))).toMatchObject(REFUSED);
    }
    expect([await former(), await own()]).toEqual([formerWh, ownWh]);

    const since = await addOverride(ctx, admin, correction(deviceId, AFTER));
    expect(since).toMatchObject({ ok: true });
    expect([await former(), await own()]).toEqual([formerWh, ownWh + 499_000]);

    const byRoot = await addOverride(ctx, root, correction(deviceId, BEFORE));
    expect(byRoot).toMatchObject({ ok: true });
    expect([await former(), await own()]).toEqual([formerWh + 499_000, ownWh + 499_000]);
  });

  it('keeps a correction from before the move until a user of the root group withdraws it', async () => {
    const { ctx, root, admin, deviceId, former, own } = await world(database, 'moved-withdraw');
    const [formerWh, ownWh] = [await former(), await own()];
    const before = await addOverride(ctx, root, correction(deviceId, BEFORE));
    const after = await addOverride(ctx, root, correction(deviceId, AFTER));
    if (!before.ok || !after.ok) throw new Error('the corrections are refused');
    const withdraw = (caller: Caller, { id }: { id: number }) =>
      withdrawOverride(ctx, caller, String(id), 'It was not');
    expect(await withdraw(admin, before.value)).toMatchObject(REFUSED);
    expect(await withdraw(admin, after.value)).toMatchObject({ ok: true });
    expect([await former(), await own()]).toEqual([formerWh + 499_000, ownWh]);
    expect(await withdraw(root, before.value)).toMatchObject({ ok: true });
    expect(await former()).toBe(formerWh);
  });

  it('gets imported readings from its administrator only for days since the move', async () => {
    const { ctx, root, admin, deviceId, former, own } = await world(database, 'moved-import');
    const energy = [await former(), await own()];
    const [before, since] = [fileOf(GAPS[0]!), fileOf(GAPS[1]!)];
    const byAdmin = callsOf(ctx, admin, deviceId);
    await expect(byAdmin.preview(before)).rejects.toThrow('root-group-required');
    expect(await byAdmin.accept(before, null)).toBe('root-group-required');
    expect(await byAdmin.importFile(since)).toMatchObject({ imported: 4 });
    const byRoot = callsOf(ctx, root, deviceId);
    expect(await byRoot.importFile(before)).toMatchObject({ imported: 4 });
    expect([await former(), await own()]).toEqual(energy);
  });
});
