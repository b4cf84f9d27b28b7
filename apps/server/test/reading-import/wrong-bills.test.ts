/** An import never causes a wrong bill: other meters, overlaps, corrections and closed periods. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { findBill } from '../../src/areas/energy/billing/bill-service.ts';
import { closePeriod } from '../../src/areas/energy/billing/close-period.ts';
import { addOverride } from '../../src/areas/energy/explanation/override-service.ts';
import { changeBillIssuer } from '../../src/areas/energy/issued-bills/bill-parties.ts';
import { issueBill } from '../../src/areas/energy/issued-bills/issue-bill.ts';
import { runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import { describeWithDatabase } from '../support/databases.ts';
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

describeWithDatabase('an import of readings and the bills', (database) => {
  it.each([
    ['a lower register', 1000],
    ['a register that is a little too low', 300],
  ])('does not join another meter with %s, and counts no step to it', async (label, kwh) => {
    const { ctx, preview, importFile, days } = await importWorld(
      database,
      `meter-${kwh}-${label.length}`,
    );
    const file = csv(dayOfRegisters(kwh));
    expect(await preview(file)).toMatchObject({
      mark: null,
      stretch_problems: 1,
      problems: [{ row: 98, column: 'register', reason: 'register-does-not-join', value: '500' }],
    });
    expect(await importFile(file, { leave_out: true })).toBe('reading-import-changed');
    const other = { meter: 'other' };
    expect(await preview(file, other)).toMatchObject({ ignored: [FIRST - 32 * HOUR, FIRST] });
    expect(await importFile(file, other)).toEqual({ imported: 97, repeated: false });
    await runEnergy(ctx);
    const booked = await days();
    expect(booked.get('2026-11-09')).toMatchObject({ kwh: 96, fee: DAY_FEE });
    expect(booked.get('2026-11-10')).toMatchObject({ kwh: 8 });
  });

  it('counts no step to the device if the user says that the meter was another one', async () => {
    const { ctx, importFile, days, caller, deviceId } = await importWorld(database, 'said');
    expect(await importFile(csv(dayOfRegisters()), { meter: 'other' })).toMatchObject({
      imported: 97,
    });
    await runEnergy(ctx);
    expect((await days()).get('2026-11-10')).toMatchObject({ kwh: 8 });
    const { rows } = await sql<{ at: number; reason: string; by: number }>`
      select register_ts as at, reason, decided_by as by from energy_override
      where device_id = ${deviceId} order by register_ts`.execute(database.db);
    const [reason, by] = ['Import of readings: another meter', caller.userId];
    expect(rows).toEqual([FIRST - 32 * HOUR, FIRST].map((at) => ({ at, reason, by })));
  });

  it('stores nothing between readings of the device, and no other value of their time', async () => {
    const { ctx, preview, importFile, days, deviceId } = await importWorld(database, 'overlap');
    const before = await days();
    const rows = Array.from(
      { length: 8 },
      (_, i) => [local(FIRST - HOUR + i * QUARTER), 499 + i / 8] as const,
    );
    const between = [[local(FIRST + HOUR + 60_000), 502.1] as const];
    const file = csv([...rows, ...between]);
    const found = await preview(file);
    expect(found.problems.map(({ row, reason }) => [row, reason])).toEqual([
      [6, 'stored-differs'],
      [7, 'stored-differs'],
      [8, 'stored-differs'],
      [9, 'stored-differs'],
      [10, 'stored-overlap'],
    ]);
    expect(found).toMatchObject({ mark: null, problem_count: 5, readings: 4 });
    expect(await countStored(database, deviceId)).toBe(17);
    expect(await importFile(file, { leave_out: true })).toEqual({ imported: 4, repeated: false });
    await runEnergy(ctx);
    const after = await days();
    expect(after.get('2026-11-10')!.slots.slice(32)).toEqual(
      before.get('2026-11-10')!.slots.slice(32),
    );
    expect(after.get('2026-11-10')!.kwh).toBe(8 + 1);
    const again = await importFile(file, { leave_out: true });
    expect(again).toEqual({ imported: 0, repeated: true });
  });

  it.each(['register', 'energy'] as const)(
    'is refused in a gap of a meter that counts its bands: %s',
    async (column) => {
      const { preview, importFile, sendRaw } = await importWorld(database, `bands-${column}`);
      const begin = FIRST + 4 * HOUR + QUARTER;
      const bands = (valley: number) => ({ activeTotalPeak: 20, activeTotalValley: valley });
      await sendRaw(
        [begin, { activeTotal: 508.5, ...bands(100) }],
        // A block that the meter did not answer.
        [begin + QUARTER, { activeTotal: 508.6 }],
        [begin + 48 * HOUR, { activeTotal: 604.5, ...bands(196) }],
      );
      const rows = Array.from({ length: 24 }, (_, i): [string, number] => [
        local(begin + (i + 2) * HOUR),
        column === 'register' ? 510 + i * 2 : 2,
      ]);
      const file = csv(rows, column === 'register' ? undefined : 'Time,Energy (kWh)');
      const problems = [{ row: 2, column, reason: 'bands-missing' }];
      const more = { time_marks: 'end' };
      expect(await preview(file, more)).toMatchObject({
        mark: null,
        stretch_problems: 1,
        problems,
      });
      expect(await importFile(file, { ...more, leave_out: true })).toBe('reading-import-changed');
    },
  );

  it('leaves a correction of the next reading in force, and is refused', async () => {
    const { ctx, preview, caller, deviceId } = await importWorld(database, 'corrected');
    const correction = {
      device: String(deviceId),
      at: FIRST,
      channel: null,
      decision: 'set',
      energyKwh: 50,
      reason: 'Read by hand',
    } as const;
    expect(await addOverride(ctx, caller, correction)).toMatchObject({ ok: true });
    expect(await preview(csv(dayOfRegisters()))).toMatchObject({
      mark: null,
      problems: [{ row: 98, reason: 'corrected-reading' }],
    });
  });

  it('changes a period with an issued bill by an adjustment of a later one only', async () => {
    // In the group below the root, which receives bills; its readings began on 20 October.
    const world = await importWorld(database, 'issued', (tenant, deviceId) =>
      database.db
        .updateTable('device')
        .set({ group_id: tenant.childGroupId })
        .where('device_id', '=', deviceId)
        .execute(),
    );
    const { ctx, tenant, caller, preview, accept, send } = world;
    const october = FIRST - 21 * 24 * HOUR;
    await send([october, 100], [october + HOUR, 110]);
    const issuer = { name: 'Quay', address: '', taxNumber: '', taxName: '', taxRate: null };
    expect(await changeBillIssuer(ctx, caller, issuer)).toMatchObject({ ok: true });
    expect(await closePeriod(ctx, caller, '2026-10-01')).toMatchObject({ ok: true });
    const request = { start: '2026-10-01', language: 'en' } as const;
    const issued = await issueBill(ctx, caller, tenant.childGroupId, request);
    expect(issued).toMatchObject({ ok: true });
    const billOf = async (start: string) => {
      const found = await findBill(ctx, caller, { start, page: 1 });
      if (!found.ok) throw new Error(found.refusal);
      return found.value;
    };
    const documents = () =>
      database.db
        .selectFrom('issued_bill')
        .select('document')
        .where('customer_id', '=', tenant.customerId)
        .orderBy('issued_bill_id')
        .execute();
    const [before, document] = [await billOf('2026-10-01'), await documents()];

    // 24 kWh in the hours before the first reading: 23:00 to 07:00 are hours of valley.
    const rows = Array.from(
      { length: 7 },
      (_, i) => [local(october - (7 - i) * HOUR), 76 + 4 * i] as const,
    );
    const found = await preview(csv(rows));
    expect(found.periods).toEqual([{ start: '2026-10-01', end: '2026-11-01', state: 'issued' }]);
    expect(await accept(csv(rows), found.mark)).toMatchObject({ imported: 7 });
    await runEnergy(ctx);

    const after = await billOf('2026-10-01');
    expect([after.energyWh, after.amount]).toEqual([before.energyWh, before.amount]);
    expect(await documents()).toEqual(document);
    const { adjustments } = await billOf('2026-11-01');
    expect(adjustments.reduce((sum, line) => sum + line.energyWh, 0)).toBe(24_000);
  });
});
