/**
 * Readings of a meter whose CT was wrong, decoded again: their values, energy and bills are those of
 * a meter that was never wrong, and the preview shows them.
 */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { findBill } from '../../src/areas/energy/billing/bill-service.ts';
import { settle } from '../../src/areas/energy/billing/settle.ts';
import { finishEnergyDays } from '../../src/areas/energy/ledger/run-energy.ts';
import { foldHours } from '../../src/areas/telemetry/hours/fold-hours.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { at, CORRECTED, END, HOUR, kwhAt, meterWorld, RIGHT, START } from './recompute-fixture.ts';

const WRONG_DAYS = {
  ...{ '2026-10-30': 48, '2026-10-31': 48, '2026-11-01': 48, '2026-11-02': 23 },
};
const RIGHT_DAYS = {
  ...{ '2026-10-30': 24, '2026-10-31': 24, '2026-11-01': 24, '2026-11-02': 24 },
};

describeWithDatabase('recomputed readings', (database) => {
  const currents = async (deviceId: number, table = 'measurement', column = 'current_a_a') => {
    const { rows } = await sql<{ value: number }>`
      select distinct ${sql.ref(column)} as value from ${sql.table(table)}
      where device_id = ${deviceId} order by 1`.execute(database.db);
    return rows.map(({ value }) => value);
  };

  it('have the values and the energy of the corrected settings, as previewed', async () => {
    const world = await meterWorld(database, 'again');
    const { ctx, deviceId, polled, preview, accept, days, corrections } = world;
    await polled();
    await foldHours(ctx);
    const hours = () => currents(deviceId, 'measurement_hour', 'current_a_a_mean');
    expect(await days()).toEqual(WRONG_DAYS);
    expect(await hours()).toEqual([100, 200]);
    const stepAt = CORRECTED + 1;
    expect(await corrections()).toEqual([
      { hour: stepAt, reason: 'Meter changed', withdrawn: undefined },
    ]);
    const wrong = await world.registers();

    const found = await preview();
    expect(found).toMatchObject({
      ...{ first: START, last: at(END), recomputed: CORRECTED + 1, unchanged: END - CORRECTED },
      ...{ unreadable: 0, emptied: 0, out_of_bounds: 0, ignored: [] },
      first_register: { at: START, before: 200, after: 100 },
      last_register: { at: at(CORRECTED), before: 344, after: 172 },
      counting: [{ at: at(stepAt), from: 172, to: 173 }],
      months: [
        { month: '2026-10', before: { ept: 96 }, after: { ept: 48 } },
        { month: '2026-11', before: { ept: 71 }, after: { ept: 48 } },
      ],
      periods: [
        // The tenant has a bill of October.
        { start: '2026-10-01', end: '2026-11-01', state: 'issued' },
        { start: '2026-11-01', end: '2026-12-01', state: 'open' },
      ],
    });
    expect(found.months[0]!.after.fee).toBeCloseTo(found.months[0]!.before.fee! / 2, 2);
    expect(await world.registers()).toEqual(wrong);
    expect(await days()).toEqual(WRONG_DAYS);

    expect(await accept(found.mark)).toEqual({ recomputed: CORRECTED + 1, repeated: false });
    expect(await days()).toEqual(RIGHT_DAYS);
    const right = await world.registers();
    for (let hour = 0; hour <= END; hour++) expect(right.get(hour)).toBe(kwhAt(hour));
    expect(await currents(deviceId)).toEqual([100]);
    while (await foldHours(ctx));
    expect(await hours()).toEqual([100]);
    expect(await corrections()).toEqual([
      { hour: stepAt, reason: 'Meter changed', withdrawn: 'CT is 100/5' },
    ]);
    expect(await world.stretches()).toEqual([
      { first: START, last: at(END), readings: END + 1, present: true },
    ]);
    const [entry] = await database.db
      .selectFrom('audit_entry')
      .select(['device_id', 'detail'])
      .where('customer_id', '=', world.ref.customerId)
      .where('command', '=', 'recompute readings')
      .execute();
    expect(entry).toMatchObject({
      device_id: deviceId,
      detail: {
        ...{ recomputed: CORRECTED + 1, reason: 'CT is 100/5' },
        ...{ before: { energyWh: 167_000 }, after: { energyWh: 96_000 } },
      },
    });
  });

  it('are written once', async () => {
    const { polled, preview, accept, recompute, days, corrections } = await meterWorld(
      database,
      'once',
    );
    await polled();
    const { mark } = await preview();
    expect(await recompute()).toMatchObject({ repeated: false });
    const stored = await days();
    expect(await accept(mark)).toEqual({ recomputed: 0, repeated: true });
    expect(await preview()).toMatchObject({ mark: null, recomputed: 0, months: [], periods: [] });
    expect(await days()).toEqual(stored);
    expect(await corrections()).toHaveLength(1);
  });

  it('adjust a closed period visibly', async () => {
    const { ctx, caller, polled, preview, accept, days } = await meterWorld(database, 'closed');
    await polled();
    const bill = async (start?: string) => {
      const found = await findBill(ctx, caller, { start, page: 1 });
      if (!found.ok) throw new Error(found.refusal);
      return found.value;
    };
    await days();
    await finishEnergyDays(ctx);
    await settle(ctx);
    const october = await bill('2026-10-01');
    expect(october.energyWh).toBe(96_000);
    const found = await preview();
    expect(found.periods).toMatchObject([{ state: 'issued' }, { state: 'open' }]);
    await accept(found.mark);
    await days();
    await settle(ctx);
    expect((await bill('2026-10-01')).energyWh).toBe(96_000);
    const november = await bill();
    const adjusted = november.adjustments.reduce((sum, { energyWh }) => sum + energyWh, 0);
    expect(adjusted).toBe(-48_000);
    expect(october.energyWh + november.energyWh + adjusted).toBe(96_000);
  });

  it('from a later time do not join the readings before it', async () => {
    const { polled, preview, recompute, days, corrections } = await meterWorld(database, 'later');
    await polled();
    const from = at(48);
    expect(await preview(from)).toMatchObject({
      ...{ recomputed: CORRECTED - 47, ignored: [{ at: from, from: 294, to: 148 }] },
      counting: [{ at: at(CORRECTED + 1) }],
    });
    await recompute(from);
    // The step to the first of them, which ends the day before, counts nothing.
    expect(await days()).toEqual({ ...RIGHT_DAYS, '2026-10-30': 48, '2026-10-31': 46 });
    expect(await corrections()).toMatchObject([
      { hour: CORRECTED + 1, withdrawn: 'CT is 100/5' },
      { hour: 48, reason: 'CT is 100/5', withdrawn: undefined },
    ]);
    // The rest follows, and joins them.
    await recompute();
    expect(await days()).toEqual(RIGHT_DAYS);
  });

  it('are recomputed before the first reading by the corrected settings, which then joins', async () => {
    const { send, correct, recompute, days, meter, corrections } = await meterWorld(
      database,
      'next',
    );
    await send(0, CORRECTED);
    const revision = await correct();
    await recompute();
    expect(await meter()).toEqual({ revision, stored: revision });
    await send(CORRECTED + 1, END, { revision, by: RIGHT });
    expect(await days()).toEqual(RIGHT_DAYS);
    expect(await corrections()).toEqual([]);
  });

  it('change nothing if other readings have come since the preview', async () => {
    const { send, polled, preview, accept, registers, first } = await meterWorld(
      database,
      'changed',
    );
    await polled();
    const { mark } = await preview();
    await send(-1, -1, { revision: first });
    expect(await accept(mark, START - HOUR)).toBe('recompute-changed');
    // The step from the new reading to the first one would count nothing now.
    expect(await accept(mark)).toBe('recompute-changed');
    expect((await registers()).get(0)).toBe(200);
  });
});
