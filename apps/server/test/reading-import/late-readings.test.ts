/** Readings of the device that arrive after an import, from before its next reading. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  addOverride,
  withdrawOverride,
} from '../../src/areas/energy/explanation/override-service.ts';
import { runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import { markDevice } from '../../src/areas/shared/table-writers/energy-flag-queries.ts';
import { ledgerOf } from '../energy/ledger-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import {
  csv,
  dayOfRegisters,
  FIRST,
  HOUR,
  importWorld,
  local,
  QUARTER,
} from './reading-import-fixture.ts';

const DAY = 24 * HOUR;
const OTHER = { meter: 'other' };
/** 8 kWh of the device from 08:00 to 12:00: three hours of peak and one of off-peak. */
const OWN_FEE = 6 * 1.04 + 2 * 0.65;

describeWithDatabase('a late reading after an import', (database) => {
  const ignoredOf = async (deviceId: number): Promise<number[]> => {
    const { rows } = await sql<{ at: number }>`
      select register_ts as at from energy_override
      where device_id = ${deviceId} and withdrawn_at is null order by register_ts`.execute(
      database.db,
    );
    return rows.map(({ at }) => at);
  };

  it('is not billed from the register of another meter, but up to the next reading', async () => {
    const world = await importWorld(database, 'late');
    const { ctx, tenant, deviceId, importFile, send, days } = world;
    await importFile(csv(dayOfRegisters(400)), OTHER);
    await runEnergy(ctx);
    expect((await days()).get('2026-11-10')).toMatchObject({ kwh: 8 });

    // The other meter ended at 496 kWh. From 06:00 to 08:00 the device counted 1 kWh.
    await send([FIRST - 2 * HOUR, 499]);
    let own = (await days()).get('2026-11-10')!;
    expect(own.kwh).toBe(8 + 1);
    expect(own.fee).toBeCloseTo(OWN_FEE + 0.65, 6);
    expect([own.slots[23], own.slots[31]]).toEqual([0, 1000]);
    expect(await ignoredOf(deviceId)).toEqual([FIRST - 32 * HOUR, FIRST - 2 * HOUR]);

    // An even earlier one: 1 kWh up to 06:00, at the price of the valley.
    await send([FIRST - 4 * HOUR, 498]);
    own = (await days()).get('2026-11-10')!;
    expect(own.kwh).toBe(8 + 2);
    expect(own.fee).toBeCloseTo(OWN_FEE + 0.65 + 0.26, 6);

    // One between readings of the device changes no decision.
    await send([FIRST - 3 * HOUR, 498.5]);
    expect((await days()).get('2026-11-10')).toMatchObject({ kwh: 8 + 2 });
    expect(await ignoredOf(deviceId)).toEqual([FIRST - 32 * HOUR, FIRST - 4 * HOUR]);

    const before = await ledgerOf(database, deviceId);
    await database.transaction((trx) => markDevice(trx, tenant.customerId, deviceId));
    await runEnergy(ctx);
    expect(await ledgerOf(database, deviceId)).toBe(before);
  });

  it('is not billed from energies that begin at 0', async () => {
    const { ctx, importFile, send, days } = await importWorld(database, 'late-energies');
    const rows = Array.from({ length: 24 }, (_, i) => [local(FIRST - DAY + i * HOUR), 20] as const);
    await importFile(csv(rows, 'Time,Energy (kWh)'));
    await runEnergy(ctx);
    const before = await days();
    // The energies end at 480 kWh at 07:00.
    await send([FIRST - 2 * QUARTER, 499]);
    const after = await days();
    expect(after.get('2026-11-09')).toEqual(before.get('2026-11-09'));
    expect(after.get('2026-11-10')!.kwh).toBe(before.get('2026-11-10')!.kwh + 1);
  });

  it('from before the other meter is not joined to it', async () => {
    const { ctx, importFile, send, days } = await importWorld(database, 'late-before');
    await importFile(csv(dayOfRegisters(400)), OTHER);
    await runEnergy(ctx);
    await send([FIRST - 40 * HOUR, 390]);
    const booked = [...(await days()).values()].map(({ kwh }) => kwh);
    expect(booked).toEqual([0, 96, 8]);
  });

  it('without the billed register leaves the decision at the next one', async () => {
    const world = await importWorld(database, 'late-other-register');
    const { ctx, deviceId, importFile, days, sendRaw } = world;
    await importFile(csv(dayOfRegisters(400)), OTHER);
    await runEnergy(ctx);
    await sendRaw([FIRST - 2 * HOUR, { activeExport: 3 }]);
    expect((await days()).get('2026-11-10')).toMatchObject({ kwh: 8 });
    expect(await ignoredOf(deviceId)).toEqual([FIRST - 32 * HOUR, FIRST]);
  });

  it('is kept apart from another meter if the next reading had been corrected by a user', async () => {
    const world = await importWorld(database, 'late-user');
    const { ctx, caller, deviceId, importFile, send, days } = world;
    const correction = {
      device: String(deviceId),
      at: FIRST,
      channel: null,
      decision: 'ignore',
      energyKwh: null,
      reason: 'Meter replaced',
    } as const;
    expect(await addOverride(ctx, caller, correction)).toMatchObject({ ok: true });
    await importFile(csv(dayOfRegisters(400)), OTHER);
    await runEnergy(ctx);
    expect(await ignoredOf(deviceId)).toEqual([FIRST - 32 * HOUR, FIRST]);
    await send([FIRST - 3 * HOUR, 498], [FIRST - 2 * HOUR, 499]);
    // The decision of the user remains, so only the step between the late readings counts.
    expect((await days()).get('2026-11-10')).toMatchObject({ kwh: 8 + 1 });
    expect(await ignoredOf(deviceId)).toEqual([FIRST - 32 * HOUR, FIRST - 3 * HOUR, FIRST]);
  });

  it('is billed if a user has withdrawn the correction of the import', async () => {
    const world = await importWorld(database, 'late-withdrawn');
    const { ctx, caller, deviceId, importFile, send, days } = world;
    await importFile(csv(dayOfRegisters(400)), OTHER);
    await runEnergy(ctx);
    await send([FIRST - 2 * HOUR, 499]);
    const { rows } = await sql<{ id: string }>`
      select energy_override_id::text as id from energy_override
      where device_id = ${deviceId} order by register_ts desc limit 1`.execute(database.db);
    expect(await withdrawOverride(ctx, caller, rows[0]!.id, 'One meter')).toMatchObject({
      ok: true,
    });
    await runEnergy(ctx);
    expect((await days()).get('2026-11-10')).toMatchObject({ kwh: 8 + 4 });
    expect(await ignoredOf(deviceId)).toEqual([FIRST - 32 * HOUR]);
  });

  it('is billed the same if it was counted before its decision was moved', async () => {
    const world = await importWorld(database, 'late-counted');
    const { ctx, tenant, deviceId, importFile, send, days } = world;
    // From 19:15 to 23:15 of the day before, far below the register of the device.
    const rows = Array.from(
      { length: 5 },
      (_, i) => [local(FIRST - 13 * HOUR + QUARTER + i * HOUR), 100 + i] as const,
    );
    await importFile(csv(rows), OTHER);
    await runEnergy(ctx);
    const rename = (from: string, to: string) =>
      sql`update energy_override set reason = ${to}
        where device_id = ${deviceId} and reason = ${from}`.execute(database.db);
    const reason = 'Import of readings: another meter';
    await rename(reason, 'Counted by hand');
    const late = FIRST - 9 * HOUR + 2 * QUARTER;
    const minutes = 10 * 60_000;
    await send([late, 490], [late + minutes, 491], [late + 2 * minutes, 492]);
    expect((await days()).get('2026-11-10')).toMatchObject({ kwh: 8 });
    await rename('Counted by hand', reason);
    await database.transaction((trx) => markDevice(trx, tenant.customerId, deviceId, late));
    await runEnergy(ctx);
    const booked = await days();
    expect(booked.get('2026-11-09')).toMatchObject({ kwh: 4 + 2 });
    expect(booked.get('2026-11-10')).toMatchObject({ kwh: 8 + 8 });
  });
});
