/**
 * docs/promises.md R10: a bill is a pure function of readings and tariff. Twelve periods of a
 * hundred devices, with tariffs that change within periods and devices that change their tariff,
 * equal the bills that the test computes from the registers, before and after a rebuild. A change
 * after a period closed is one visible line for each device, and the issued bill stays unchanged.
 */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { findBill } from '../../src/areas/energy/billing/bill-service.ts';
import { settle } from '../../src/areas/energy/billing/settle.ts';
import { finishEnergyDays, runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import { markDevice } from '../../src/areas/shared/table-writers/energy-flag-queries.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { fixture } from '../support/fixture.ts';
import { SOAK_TIMEOUT_MS, size } from '../support/sizes.ts';
import { testContext } from '../support/test-context.ts';
import { firstDifference, ledgerTenant, ratedDevice, sendRegisters } from './ledger-fixture.ts';
import {
  countedOf,
  daysOf,
  feeOf,
  lineKey,
  type Place,
  readingsOf,
  type TrueDay,
  type TrueReading,
  type Version,
} from './true-bills.ts';

const ZONE = 'Europe/Paris';
const DEVICES = size('billedDevices');
/** 2025-11-15 00:00 in Paris: twelve periods that begin on the 15th, and five days of the next. */
const BEGIN = Date.UTC(2025, 10, 14, 23);
const END = Date.UTC(2026, 10, 19, 23);
const RUNNING = '2026-11-15';
/** These three weeks of the last tenth of the devices arrive a month after the last closing. */
const LATE = {
  from: Date.UTC(2026, 4, 5),
  to: Date.UTC(2026, 4, 26),
  devices: Math.ceil(DEVICES / 10),
};
/** The band of each hour by the default hours: 0 sharp, 1 peak, 2 off-peak, 3 valley. */
const BAND_OF_HOUR = [3, 3, 3, 3, 3, 3, 3, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 1, 1, 0, 0, 1, 2, 3];
const BANDS = ['sharp', 'peak', 'offPeak', 'valley'];
const OTHER_RATE = 9001;
/** Every fourth device uses the other tariff from this day on. */
const CHANGES_RATE = '2026-04-10';

/** For each tariff, newest first: first day, version, prices. */
const VERSIONS: Readonly<
  Record<'own' | 'other', readonly (readonly [string, number, number[]])[]>
> = {
  own: [
    ['2026-07-29', 3, [13_333, 11_111, 7777, 2]],
    ['2026-02-03', 2, [12_499, 10_401, 6507, 2613]],
    ['', 1, [12_500, 10_400, 6500, 2600]],
  ],
  other: [
    ['2026-05-05', 2, [20_001, 19_999, 9999, 3333]],
    ['', 1, [15_005, 15_005, 15_005, 15_005]],
  ],
};

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
});

function placeOf(at: number): Place {
  const told = Object.fromEntries(
    parts.formatToParts(at - 1).map(({ type, value }) => [type, value]),
  );
  const { year = '', month = '', day = '', hour = '' } = told;
  const whole = Number(year) * 12 + Number(month) - 1 - (Number(day) < 15 ? 1 : 0);
  const period = `${Math.floor(whole / 12)}-${String((whole % 12) + 1).padStart(2, '0')}-15`;
  return { day: `${year}-${month}-${day}`, period, band: BAND_OF_HOUR[Number(hour)]! };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

describeWithDatabase('a year of bills', (database) => {
  const ctx = testContext(database, {}, END);
  const devices: { readonly deviceId: number; readonly readings: TrueReading[] }[] = [];
  const isLate = (i: number, { at }: TrueReading) =>
    i >= DEVICES - LATE.devices && at >= LATE.from && at < LATE.to;
  const plainOnly = (readings: TrueReading[]) => readings.filter(({ kind }) => kind === 'plain');

  beforeAll(() => ensurePartitions(database, BEGIN, END));
  const tenant = fixture(() => ledgerTenant(database, ZONE, 'recomputed'));
  beforeAll(async () => {
    const { customerId, rateId } = tenant;
    await database.db.updateTable('customer').set({ settlement_day: 15 }).execute();
    await sql`insert into rate (customer_id, rate_id, name, created_at)
      values (${customerId}, ${OTHER_RATE}, 'Night', now())`.execute(database.db);
    for (const [rate, versions] of [
      [rateId, VERSIONS.own.slice(0, -1)],
      [OTHER_RATE, VERSIONS.other],
    ] as const) {
      for (const [day, version, prices] of versions) {
        const [sharp = 0, peak = 0, offPeak = 0, valley = 0] = prices.map((one) => one / 10_000);
        await sql`insert into rate_version (customer_id, rate_id, version, start_day, price_sharp,
            price_peak, price_off_peak, price_valley, created_at)
          values (${customerId}, ${rate}, ${version}, ${day === '' ? null : day}::date, ${sharp},
            ${peak}, ${offPeak}, ${valley}, now())`.execute(database.db);
      }
    }
    for (let i = 0; i < DEVICES; i += 1) {
      const deviceId = await ratedDevice(database, tenant);
      // Devices with late readings have no faults, because a fault could not be distinguished from
      // the gap.
      const isPlain = i >= DEVICES - LATE.devices;
      const readings = readingsOf(3 * (1000 + i) + (isPlain ? 2 : i % 3), BEGIN, END);
      devices.push({ deviceId, readings: isPlain ? plainOnly(readings) : readings });
      const changes: [string, number][] = [['-infinity', rateId]];
      if (i % 4 === 0) changes.push([CHANGES_RATE, OTHER_RATE]);
      for (const [day, rate] of changes) {
        await sql`insert into device_rate values (${customerId}, ${deviceId}, ${day}::date, ${rate})
          on conflict (customer_id, device_id, start_day) do nothing`.execute(database.db);
      }
    }
    await sql`update device_state set heard_at = ${new Date(END)}`.execute(database.db);
  });

  function tariffOn(i: number, day: string): Version {
    const isOther = i % 4 === 0 && day >= CHANGES_RATE;
    const [, version, prices] = VERSIONS[isOther ? 'other' : 'own'].find(([from]) => from <= day)!;
    return { rateId: isOther ? OTHER_RATE : tenant.rateId, version, prices };
  }

  function truth(
    known: (i: number, reading: TrueReading) => boolean,
    decided: ReadonlyMap<number, ReadonlyMap<number, number>> = new Map(),
  ): TrueDay[][] {
    return devices.map(({ readings }, i) =>
      daysOf(
        countedOf(
          readings.filter((reading) => known(i, reading)),
          decided.get(i),
        ),
        placeOf,
        (day) => tariffOn(i, day),
      ),
    );
  }

  async function send(wanted: (i: number, reading: TrueReading) => boolean): Promise<void> {
    const readings = devices.flatMap(({ deviceId, readings: all }, i) =>
      all
        .filter((reading) => wanted(i, reading))
        .map(({ at, cents }) => ({ deviceId, at, registers: { activeTotal: cents / 100 } })),
    );
    // Readings of all devices are sent together, in the order of their time.
    readings.sort((one, other) => one.at - other.at);
    for (let from = 0; from < readings.length; from += 1000) {
      await sendRegisters(ctx, tenant, readings.slice(from, from + 1000));
    }
    await runEnergy(ctx);
  }

  /** Returns every day with energy of every device, as text. */
  async function storedDays(): Promise<string> {
    const { rows } = await sql<{ text: string }>`
      select concat_ws(' ', device_id, day, energy_wh, sharp_wh, peak_wh, off_peak_wh, valley_wh,
        fee_sharp, fee_peak, fee_off_peak, fee_valley, rate_id, rate_version) as text
      from energy_day where customer_id = ${tenant.customerId} and channel = 'activeTotal'
        and energy_wh > 0
      order by device_id, day`.execute(database.db);
    return rows.map(({ text }) => text).join('\n');
  }
  function trueDays(days: readonly TrueDay[][]): string {
    const lines = days.flatMap((ofDevice, i) =>
      ofDevice
        .filter(({ wh }) => sum(wh) > 0)
        .map(({ day, wh, fees, tariff }) =>
          [devices[i]!.deviceId, day, sum(wh), ...wh, ...fees, tariff.rateId, tariff.version].join(
            ' ',
          ),
        ),
    );
    return lines.join('\n');
  }

  /** Checks the roll-up tables: each row is the plain sum of its days. */
  async function expectSums(days: readonly TrueDay[][]): Promise<void> {
    const expected = new Map<string, number[]>();
    const add = (key: string, amounts: readonly number[]) => {
      const known = expected.get(key) ?? amounts.map(() => 0);
      expected.set(
        key,
        known.map((one, i) => one + amounts[i]!),
      );
    };
    for (const [i, ofDevice] of days.entries()) {
      for (const { day, wh, fees } of ofDevice) {
        add(`month ${devices[i]!.deviceId} ${day.slice(0, 7)}-01`, [sum(wh), sum(fees)]);
        add(`group ${day}`, [sum(wh), sum(fees)]);
      }
    }
    const { rows } = await sql<{ key: string; wh: number; fee: number }>`
      select concat_ws(' ', 'month', device_id, month) as key, energy_wh as wh, fee
      from energy_device_month where customer_id = ${tenant.customerId}
      union all
      select concat_ws(' ', 'group', day), energy_wh,
        fee_sharp + fee_peak + fee_off_peak + fee_valley
      from energy_group_day where customer_id = ${tenant.customerId}`.execute(database.db);
    const wrong = rows.filter(({ key, wh, fee }) => {
      const [trueWh = 0, trueFee = 0] = expected.get(key) ?? [];
      return wh !== trueWh || fee !== trueFee;
    });
    expect(wrong).toEqual([]);
    expect(rows.filter(({ key }) => key.startsWith('month')).length).toBeGreaterThan(12 * DEVICES);
    expect(rows.length).toBeGreaterThanOrEqual(expected.size);
  }

  interface Line {
    readonly wh: number;
    readonly amount: number;
  }
  /** Returns the lines by device, period, tariff version and band. */
  function trueLines(days: readonly TrueDay[][]): Map<string, Line> {
    const lines = new Map<string, Line>();
    for (const [i, ofDevice] of days.entries()) {
      for (const { period, tariff, wh } of ofDevice) {
        for (const band of [0, 1, 2, 3]) {
          const key = `${devices[i]!.deviceId} ${lineKey(period, tariff, band)}`;
          const total = (lines.get(key)?.wh ?? 0) + wh[band]!;
          if (total > 0) lines.set(key, { wh: total, amount: feeOf(total, tariff.prices[band]!) });
        }
      }
    }
    return lines;
  }
  async function frozenLines(): Promise<Map<string, Line>> {
    const { rows } = await sql<Line & { key: string; band: string }>`
      select concat_ws(' ', device_id, start_day, rate_id, rate_version) as key, band,
        energy_wh as wh, amount
      from bill_line where customer_id = ${tenant.customerId}`.execute(database.db);
    return new Map(
      rows.map(({ key, band, wh, amount }) => [`${key} ${BANDS.indexOf(band)}`, { wh, amount }]),
    );
  }
  const ofClosed = (lines: Map<string, Line>) =>
    new Map([...lines].filter(([key]) => key.split(' ')[1]! < RUNNING));

  async function bill(start?: string) {
    const found = await findBill(ctx, callerOf(tenant, 'admin', ZONE), { start, page: 1 });
    if (!found.ok) throw new Error(found.refusal);
    return found.value;
  }
  async function expectBills(lines: Map<string, Line>, periods: readonly string[]) {
    for (const start of periods) {
      const own = [...lines].filter(([key]) => key.split(' ')[1] === start).map(([, line]) => line);
      const whole = await bill(start);
      expect([start, whole.lineCount, whole.energyWh, whole.amount]).toEqual([
        start,
        own.length,
        sum(own.map(({ wh }) => wh)),
        sum(own.map(({ amount }) => amount)),
      ]);
      expect(sum(whole.sums.map(({ amount }) => amount!))).toBe(whole.amount);
    }
  }

  it(
    'equals the registers, closed or rebuilt, with a visible line for late or corrected energy',
    async () => {
      const half = (END - BEGIN) / 2;
      for (const part of [0, 1]) {
        await send(
          (i, reading) => !isLate(i, reading) && Math.floor((reading.at - BEGIN) / half) === part,
        );
      }
      await finishEnergyDays(ctx);
      await runEnergy(ctx);
      const before = truth((i, reading) => !isLate(i, reading));
      expect(firstDifference(await storedDays(), trueDays(before))).toBeUndefined();
      await expectSums(before);

      await settle(ctx);
      const frozen = await frozenLines();
      const linesBefore = trueLines(before);
      expect(frozen).toEqual(ofClosed(linesBefore));
      const periods = [...new Set([...frozen.keys()].map((key) => key.split(' ')[1]!))].sort();
      expect(periods).toHaveLength(12);
      await expectBills(linesBefore, [...periods, RUNNING]);
      expect((await bill()).adjustments).toEqual([]);

      // Late readings, and a correction for the energy that one meter counted before it was
      // replaced.
      const corrected = devices.findIndex(({ readings }) =>
        readings.some(({ kind }) => kind === 'swap'),
      );
      const { deviceId, readings } = devices[corrected]!;
      const { at } = readings.find(({ kind }) => kind === 'swap')!;
      await sql`insert into energy_override (customer_id, device_id, channel, register_ts, decision,
        energy_wh, reason, decided_by, decided_at)
      values (${tenant.customerId}, ${deviceId}, 'activeTotal', ${new Date(at)}, 'set', 123450,
        'old meter read', 1, ${new Date(END)})`.execute(database.db);
      await database.transaction((trx) => markDevice(trx, tenant.customerId, deviceId, at));
      await send(isLate);
      await settle(ctx);
      const after = truth(() => true, new Map([[corrected, new Map([[at, 123_450]])]]));
      expect(firstDifference(await storedDays(), trueDays(after))).toBeUndefined();
      await expectSums(after);
      expect(await frozenLines()).toEqual(frozen);
      const owed = adjustments(linesBefore, trueLines(after));
      const running = await bill();
      const told = running.adjustments.map(({ deviceCode, ofStart, energyWh, amount, reason }) =>
        [deviceCode.replace('DEV-', ''), ofStart, energyWh, amount, reason].join(' '),
      );
      const reasonOf = (key: string) =>
        key.startsWith(`${deviceId} `) ? 'correction' : 'late-readings';
      expect(told.sort()).toEqual(
        [...owed].map(([key, { wh, amount }]) => `${key} ${wh} ${amount} ${reasonOf(key)}`).sort(),
      );
      expect(told.length).toBeGreaterThan(LATE.devices);
      expect(running.adjustment).toBe(sum([...owed.values()].map(({ amount }) => amount)));

      for (const device of devices) {
        await database.transaction((trx) => markDevice(trx, tenant.customerId, device.deviceId));
      }
      await runEnergy(ctx);
      await settle(ctx);
      expect(firstDifference(await storedDays(), trueDays(after))).toBeUndefined();
      await expectSums(after);
      expect(await frozenLines()).toEqual(frozen);
      expect((await bill()).adjustments).toEqual(running.adjustments);
    },
    SOAK_TIMEOUT_MS,
  );

  /**
   * Returns, by device and closed period, the current amount of its lines minus the former amount.
   */
  function adjustments(before: Map<string, Line>, after: Map<string, Line>): Map<string, Line> {
    const owed = new Map<string, Line>();
    for (const [sign, lines] of [
      [-1, ofClosed(before)],
      [1, ofClosed(after)],
    ] as const) {
      for (const [key, line] of lines) {
        const place = key.split(' ').slice(0, 2).join(' ');
        const { wh, amount } = owed.get(place) ?? { wh: 0, amount: 0 };
        owed.set(place, { wh: wh + sign * line.wh, amount: amount + sign * line.amount });
      }
    }
    return new Map([...owed].filter(([, { wh, amount }]) => wh !== 0 || amount !== 0));
  }
});
