/** Readings that are not decoded again: nothing of them changes, or the energy next to them is safe. */
import { expect, it } from 'vitest';
import { changeDevice } from '../../src/areas/fleet/devices/change-device.ts';
import { deleteLineMeter } from '../../src/areas/fleet/serial-lines/serial-line-queries.ts';
import { describeWithDatabase, type TestDatabase } from '../support/databases.ts';
import { nextTenantId } from '../support/factories/owner.ts';
import type { Tenant } from '../support/factories/tenant.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import {
  at,
  CORRECTED,
  callsOf,
  END,
  meterWorld,
  RIGHT,
  START,
  WRONG,
} from './recompute-fixture.ts';

async function insertGroup(
  database: TestDatabase,
  { customerId, groupId: parent }: Tenant,
  name: string,
): Promise<number> {
  const groupId = nextTenantId();
  const row = { customer_id: customerId, group_id: groupId, parent_id: parent, name };
  await database.db
    .insertInto('user_group')
    .values({ ...row, path: [parent, groupId], created_at: new Date(START) })
    .execute();
  return groupId;
}

describeWithDatabase('a recomputation', (database) => {
  it('is refused if the profile reads registers that were not read', async () => {
    const { polled, correct, preview, registers } = await meterWorld(database, 'unread');
    await polled();
    const before = await registers();
    await correct({ ...RIGHT, profileId: 'generic-modbus', ratios: {} });
    await expect(preview()).rejects.toThrow('recompute-not-read');
    expect(await registers()).toEqual(before);
  });

  it('needs a meter with settings, stored answers and a reason', async () => {
    const { polled, preview, accept, ref, ctx } = await meterWorld(database, 'needs');
    await expect(preview()).rejects.toThrow('recompute-no-answers');
    await polled();
    const { mark } = await preview();
    expect(await accept(mark, START, ' ')).toBe('override-reason-required');
    await expect(preview(at(END + 1))).rejects.toThrow('recompute-no-answers');
    ctx.clock.advance(90 * 86_400_000);
    await expect(preview()).rejects.toThrow('recompute-no-answers');
    await deleteLineMeter(database.db, ref);
    await expect(preview()).rejects.toThrow('recompute-no-meter');
  });

  it('is not found by another customer', async () => {
    const { ctx, polled, deviceId } = await meterWorld(database, 'own');
    await polled();
    const other = await createTenant(database, { label: 'foreign', now: START });
    const calls = callsOf(ctx, callerOf(other), deviceId);
    await expect(calls.stretches()).rejects.toThrow('not-found');
    await expect(calls.preview()).rejects.toThrow('not-found');
    expect(await calls.accept('mark')).toBe('not-found');
  });

  it('does not change days on which the meter was in another group', async () => {
    const world = await meterWorld(database, 'moved');
    const { ctx, tenant, caller, deviceId, polled, registers } = world;
    const [from, to] = [
      await insertGroup(database, tenant, 'Hall'),
      await insertGroup(database, tenant, 'Quay'),
    ];
    await changeDevice(ctx, caller, deviceId, { group: from });
    await polled();
    expect(await changeDevice(ctx, caller, deviceId, { group: to })).toMatchObject({ ok: true });
    const before = await registers();
    const admin = { ...caller, role: 'admin' as const, groupId: to, isInRootGroup: false };
    const own = callsOf(ctx, admin, deviceId);
    await expect(own.preview()).rejects.toThrow('root-group-required');
    expect(await own.accept('mark')).toBe('root-group-required');
    expect(await registers()).toEqual(before);
    expect(await world.recompute()).toMatchObject({ repeated: false });
  });

  it('joins no reading without answers, and counts nothing next to it', async () => {
    const { send, correct, preview, recompute, days } = await meterWorld(database, 'strays');
    await send(0, 9, { answers: null });
    await send(10, 20);
    await send(21, 21, { answers: null });
    await send(22, CORRECTED);
    await send(CORRECTED + 1, END, { revision: await correct(), by: RIGHT });
    // The step to the first reading with answers counts nothing already.
    expect((await preview()).ignored.map((step) => step.at)).toEqual([at(21), at(22)]);
    await recompute();
    // Nine steps of 2 kWh, and 10 to 20 and 22 to 24 with 1 kWh each.
    expect(await days()).toMatchObject({ '2026-10-30': 9 * 2 + 10 + 2, '2026-10-31': 24 });
  });

  it('keeps the step between two addresses, which may be two meters', async () => {
    const { send, correct, recompute, days } = await meterWorld(database, 'station');
    await send(0, 48);
    const moved = await correct({ ...WRONG, station: '2' });
    await send(49, CORRECTED, { revision: moved, by: { ...WRONG, station: '2' } });
    const right = { ...RIGHT, station: '2' };
    await send(CORRECTED + 1, END, { revision: await correct(right), by: right });
    await recompute();
    expect(await days()).toEqual({
      ...{ '2026-10-30': 24, '2026-10-31': 24, '2026-11-01': 23, '2026-11-02': 24 },
    });
  });

  it('stores registers that had been out of bounds', async () => {
    const { send, correct, preview, recompute, registers } = await meterWorld(database, 'bounds');
    const high = { ...WRONG, ratios: { ...WRONG.ratios, ct: { primary: 4e11, secondary: 1 } } };
    await send(0, 10, { by: high });
    expect(new Set((await registers()).values())).toEqual(new Set([null]));
    await correct();
    expect(await preview()).toMatchObject({ recomputed: 11, first_register: { before: null } });
    await recompute();
    expect([...(await registers())]).toEqual(
      Array.from({ length: 11 }, (_, hour) => [hour, 100 + hour]),
    );
  });
});
