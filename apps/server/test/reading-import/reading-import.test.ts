/**
 * Old readings from a file: their energy and fees equal figures computed by hand, the preview equals
 * the result, and nothing is stored twice.
 */
import { expect, it } from 'vitest';
import { keyOf } from '../../src/areas/energy/ledger/device-key.ts';
import { readRegisters } from '../../src/areas/energy/ledger/register-queries.ts';
import { runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import { lockDevice } from '../../src/areas/onboarding/reading-import/stored-reading-queries.ts';
import { workbook } from '../device-import/import-files.ts';
import { sendRegisters } from '../energy/ledger-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually, lockWaits } from '../support/eventually.ts';
import {
  countStored,
  csv,
  DAY_FEE,
  dayOfRegisters,
  FIRST,
  HOUR,
  importWorld,
  local,
  QUARTER,
} from './reading-import-fixture.ts';

const DAY_KWH = 96;
/** 8 kWh of the device from 08:00 to 12:00: three hours of peak and one of off-peak. */
const OWN_FEE = 6 * 1.04 + 2 * 0.65;

describeWithDatabase('an import of readings', (database) => {
  it('books registers into quarter hours, days and fees as previewed', async () => {
    const { ctx, deviceId, preview, accept, days } = await importWorld(database, 'booked');
    expect([...(await days()).keys()]).toEqual(['2026-11-10']);
    const file = csv(dayOfRegisters());
    const found = await preview(file);
    expect(await countStored(database, deviceId)).toBe(17);
    expect(found).toMatchObject({
      format: 'csv',
      value_column: 'register',
      rows: 97,
      readings: 97,
      stored: 0,
      problem_count: 0,
      first: { at: FIRST - 32 * HOUR, register: 400 },
      last: { at: FIRST - 8 * HOUR, register: 496 },
      gap_count: 0,
      ignored: [],
      periods: [{ start: '2026-11-01', end: '2026-12-01', state: 'open' }],
    });
    // From 24:00 to 08:00 the register has counted 4 kWh, which belong to the quarter hour at 08:00.
    const before = { ept: 8, fee: OWN_FEE };
    const after = { ept: DAY_KWH + 4 + 8, fee: DAY_FEE + 4 * 0.65 + OWN_FEE };
    expect(found.months).toHaveLength(1);
    expect(found.months[0]!.before.ept).toBe(before.ept);
    expect(found.months[0]!.before.fee).toBeCloseTo(before.fee, 6);
    expect(found.months[0]!.after.ept).toBe(after.ept);
    expect(found.months[0]!.after.fee).toBeCloseTo(after.fee, 6);

    expect(await accept(file, found.mark)).toEqual({ imported: 97, repeated: false });
    await runEnergy(ctx);
    const booked = await days();
    expect(booked.get('2026-11-09')).toEqual({
      kwh: DAY_KWH,
      fee: DAY_FEE,
      slots: Array.from({ length: 96 }, () => 1000),
    });
    const own = booked.get('2026-11-10')!;
    expect(own.kwh).toBe(12);
    expect(own.slots[31]).toBe(4000);
    expect(own.slots.slice(32, 48)).toEqual(Array.from({ length: 16 }, () => 500));
  });

  it('stores the same file once, also if it is accepted twice at the same time', async () => {
    const { ctx, tenant, deviceId, preview, accept, days } = await importWorld(database, 'twice');
    const file = csv(dayOfRegisters());
    const { mark } = await preview(file);
    // Both acceptances wait for the device, so neither sees the readings of the other too early.
    const both = await ctx.database.transaction(async (trx) => {
      await lockDevice(trx, { customerId: tenant.customerId, deviceId });
      const accepted = Promise.all([accept(file, mark), accept(file, mark)]);
      await eventually(() => lockWaits(database.db)).toBe(2);
      return { accepted };
    });
    const answers = await both.accepted;
    expect(answers).toContainEqual({ imported: 97, repeated: false });
    expect(answers).toContainEqual({ imported: 0, repeated: true });
    await runEnergy(ctx);
    const before = await days();
    expect(await accept(file, mark)).toEqual({ imported: 0, repeated: true });
    await runEnergy(ctx);
    expect(await days()).toEqual(before);
    expect(await countStored(database, deviceId)).toBe(17 + 97);
    const again = await preview(file);
    expect(again).toMatchObject({ mark: null, readings: 0, stored: 97, problem_count: 0 });
    const entries = await database.db
      .selectFrom('audit_entry')
      .select(['device_id', 'user_id', 'detail'])
      .where('customer_id', '=', tenant.customerId)
      .where('command', '=', 'import readings')
      .execute();
    expect(entries).toMatchObject([
      {
        device_id: deviceId,
        user_id: tenant.users.admin.userId,
        detail: { rows: 97, readings: 97, from: '2026-11-08T16:00:00.000Z', meter: 'same' },
      },
    ]);
  });

  it('stores nothing if a reading arrived since the preview', async () => {
    const { deviceId, preview, accept, send } = await importWorld(database, 'changed');
    const file = csv(dayOfRegisters());
    const { mark } = await preview(file);
    await send([FIRST - 2 * HOUR, 499]);
    expect(await accept(file, mark)).toBe('reading-import-changed');
    expect(await countStored(database, deviceId)).toBe(18);
  });

  it('counts energies before the first reading of the device, and nothing of the step to it', async () => {
    const { ctx, importFile, days } = await importWorld(database, 'energies');
    const rows = dayOfRegisters().map(([time]) => [time, 1] as const);
    const file = csv(rows.slice(1), 'Time,Energy (kWh)');
    expect(await importFile(file)).toEqual({ imported: 97, repeated: false });
    await runEnergy(ctx);
    const booked = await days();
    expect(booked.get('2026-11-09')).toMatchObject({ kwh: DAY_KWH, fee: DAY_FEE });
    expect(booked.get('2026-11-10')).toMatchObject({ kwh: 8 });
    expect(await importFile(file)).toEqual({ imported: 0, repeated: true });
  });

  it('divides a gap of the device by energies, and leaves its total unchanged', async () => {
    const { ctx, importFile, preview, send, days } = await importWorld(database, 'gap');
    const end = FIRST + 4 * HOUR;
    await send([end + 24 * HOUR, 508 + 60]);
    const before = await days();
    const total = (of: typeof before) => [...of.values()].reduce((sum, { kwh }) => sum + kwh, 0);
    expect(before.get('2026-11-11')!.kwh).toBe(60);
    const hours = Array.from({ length: 12 }, (_, i) => [local(end + (i + 1) * HOUR), 4] as const);
    const head = 'Time,Energy (kWh)';
    const tooMuch = await preview(
      csv(
        hours.map(([time]) => [time, 6]),
        head,
      ),
    );
    expect(tooMuch).toMatchObject({ mark: null, problems: [{ reason: 'more-than-register' }] });
    // All but 0.5 kWh would be left for the last quarter hour, which allows 13 kWh.
    const tooLittle = Array.from(
      { length: 23 },
      (_, i) => [local(end + (i + 2) * HOUR - QUARTER), i === 0 ? 0.5 : 0] as const,
    );
    expect(await preview(csv(tooLittle, head))).toMatchObject({
      mark: null,
      stretch_problems: 1,
      problems: [{ reason: 'remainder-impossible', value: '568' }],
    });
    expect(await importFile(csv(hours, head))).toMatchObject({ imported: 12 });
    await runEnergy(ctx);
    const after = await days();
    expect(total(after)).toBe(total(before));
    expect(after.get('2026-11-10')!.kwh).toBe(8 + 48);
    expect(after.get('2026-11-11')!.kwh).toBe(12);
  });

  it('reads a workbook with day numbers of a spreadsheet', async () => {
    const { ctx, importFile, days } = await importWorld(database, 'workbook');
    /** Days since 30 December 1899 in local time. */
    const serial = (at: number) => (at + 8 * HOUR) / (24 * HOUR) + 25_569;
    const rows = Array.from({ length: 97 }, (_, i) => [
      serial(FIRST - 32 * HOUR + i * QUARTER),
      400 + i,
    ]);
    const file = Buffer.from(workbook([[['时间', '示数 (kWh)'], ...rows]])).toString('base64');
    expect(await importFile(file)).toEqual({ imported: 97, repeated: false });
    await runEnergy(ctx);
    expect((await days()).get('2026-11-09')).toMatchObject({ kwh: DAY_KWH, fee: DAY_FEE });
  });

  it('imports the largest file', async () => {
    const { ctx, importFile, days } = await importWorld(database, 'largest');
    const minute = 60_000;
    const rows = Array.from(
      { length: 100_000 },
      (_, i) => [local(FIRST - (100_000 - i) * minute), (499 + i / 100_000).toFixed(5)] as const,
    );
    expect(await importFile(csv(rows))).toEqual({ imported: 100_000, repeated: false });
    await runEnergy(ctx);
    const total = [...(await days()).values()].reduce((sum, { kwh }) => sum + kwh, 0);
    expect(total).toBeCloseTo(8 + 1, 6);
  });

  it('uses the register by which the device is billed', async () => {
    const { ctx, tenant, importFile, days, deviceId } = await importWorld(database, 'imported');
    await database.db.deleteFrom('energy_register').where('device_id', '=', deviceId).execute();
    await sendRegisters(ctx, tenant, [{ deviceId, at: FIRST, registers: { activeImport: 500 } }]);
    expect(await importFile(csv(dayOfRegisters()))).toMatchObject({ imported: 97 });
    const key = { customerId: tenant.customerId, deviceId };
    const stored = await readRegisters(database.db, [{ ...key, after: 0 }], 1000);
    const registers = stored.get(keyOf(key))!.map((reading) => reading.registers);
    expect(registers).toHaveLength(98);
    expect(registers.every(([total, ...others]) => total === null && others[4] !== null)).toBe(
      true,
    );
    await runEnergy(ctx);
    expect((await days()).get('2026-11-09')).toMatchObject({ kwh: DAY_KWH });
  });
});
