/**
 * A fleet with known energy, written directly into the tables of the ledger, so that an answer can
 * be compared with the known values, quarter hour by quarter hour.
 */
import { periodOf } from '@busbar/domain/billing/settlement-period';
import { hoursOfQuarters } from '@busbar/domain/consumption/day-slots';
import { addDays, type LocalDate } from '@busbar/domain/local-date';
import { bandOfHour, TARIFF_BANDS, type TariffBand } from '@busbar/domain/tariff/band';
import { sql } from 'kysely';
import type { Database } from '../../../src/storage/database.ts';

export type PerBand = Record<TariffBand, number>;

export interface TrueDay {
  readonly deviceId: number;
  readonly groupId: number;
  readonly day: LocalDate;
  /** Energy of each quarter hour, in Wh. */
  readonly quarters: readonly number[];
  readonly bandsWh: PerBand;
  /** Fees in minor units of the currency. */
  readonly fees: PerBand;
  readonly version: number;
  readonly estimated: boolean;
  readonly final: boolean;
}

/** Versions of the customer's one tariff; prices in ten-thousandths of the currency per kWh. */
export interface TrueVersion {
  readonly version: number;
  readonly from: LocalDate;
  readonly prices: PerBand;
}

/** The version every customer starts with. */
export const FIRST_VERSION: TrueVersion = {
  version: 1,
  from: '2000-01-01',
  prices: { sharp: 12_500, peak: 10_400, offPeak: 6500, valley: 2600 },
};

/** Returns a seeded random generator of numbers from 0 to 1. */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface FleetPlan {
  readonly zone: string;
  readonly devices: readonly { readonly deviceId: number; readonly groupId: number }[];
  /** The range from `from` to `to` is half-open. */
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** On the last day only this many first quarters have energy; defaults to all. */
  readonly lastQuarters?: number;
  readonly random: () => number;
  readonly settlementDay: number;
  /** Versions in the order of their start. */
  readonly versions: readonly TrueVersion[];
}

/**
 * Returns random days: some are missing, some empty, some estimated; the last two are not final.
 */
export function inventDays(plan: FleetPlan): TrueDay[] {
  const days: TrueDay[] = [];
  const feesOf = billing(plan);
  for (let day = plan.from; day < plan.to; day = addDays(day, 1)) {
    const hours = hoursOfQuarters(day, plan.zone);
    const isLast = addDays(day, 1) === plan.to;
    for (const { deviceId, groupId } of plan.devices) {
      if (plan.random() < 0.06) continue;
      const load = plan.random() < 0.05 ? 0 : 1 + plan.random() * 3000;
      const quarters = hours.map((_, i) =>
        isLast && i >= (plan.lastQuarters ?? hours.length) ? 0 : Math.floor(plan.random() * load),
      );
      const bandsWh: PerBand = { sharp: 0, peak: 0, offPeak: 0, valley: 0 };
      quarters.forEach((wh, i) => {
        bandsWh[bandOfHour(hours[i]!)] += wh;
      });
      const { fees, version } = feesOf(deviceId, day, bandsWh);
      days.push({
        deviceId,
        groupId,
        day,
        quarters,
        bandsWh,
        fees,
        version,
        estimated: plan.random() < 0.02,
        final: day < addDays(plan.to, -2),
      });
    }
  }
  return days;
}

/**
 * A day's share of each line is the total of the line including the day, minus the total before it.
 */
function billing({ settlementDay, versions }: FleetPlan) {
  const lines = new Map<string, number>();
  const amount = (wh: number, price: number) => Math.floor((wh * price + 50_000) / 100_000);
  return (deviceId: number, day: LocalDate, wh: PerBand) => {
    const { version, prices } = versions.findLast(({ from }) => from <= day)!;
    const { start } = periodOf(day, { settlementDay, standing: [] });
    const fees = { ...wh };
    for (const band of TARIFF_BANDS) {
      const key = `${deviceId} ${start} ${version} ${band}`;
      const before = lines.get(key) ?? 0;
      lines.set(key, before + wh[band]);
      fees[band] = amount(before + wh[band], prices[band]) - amount(before, prices[band]);
    }
    return { fees, version };
  };
}

export const sumOf = (bands: PerBand): number =>
  TARIFF_BANDS.reduce((sum, band) => sum + bands[band], 0);

const CHUNK = 2000;

/**
 * Writes every table that the answers read, as the ledger does; quarter hours of devices cover 90
 * days.
 */
export async function writeDays(
  database: Database,
  customerId: number,
  days: readonly TrueDay[],
  rateId: number,
): Promise<void> {
  const last = days
    .map(({ day }) => day)
    .sort()
    .at(-1)!;
  const db = database.db;
  for (let at = 0; at < days.length; at += CHUNK) {
    const chunk = days.slice(at, at + CHUNK);
    await db
      .insertInto('energy_day')
      .values(
        chunk.map((day) => ({
          customer_id: customerId,
          device_id: day.deviceId,
          day: day.day,
          channel: 'activeTotal' as const,
          ...bandColumns(day.bandsWh),
          estimated: day.estimated,
          final: day.final,
          rate_id: rateId,
          rate_version: day.version,
          ...feeColumns(day.fees),
        })),
      )
      .execute();
    const kept = chunk.filter(({ day }) => day > addDays(last, -90));
    if (kept.length > 0) {
      await db
        .insertInto('energy_slot')
        .values(
          kept.map((day) => ({
            customer_id: customerId,
            device_id: day.deviceId,
            day: day.day,
            slot_wh: [...day.quarters],
            slot_fee: day.quarters.map((wh) => wh * 2),
          })),
        )
        .execute();
    }
  }
  await sumMonths(database, customerId);
  await sumGroups(database, customerId, days);
}

function bandColumns(wh: PerBand) {
  return {
    energy_wh: sumOf(wh),
    sharp_wh: wh.sharp,
    peak_wh: wh.peak,
    off_peak_wh: wh.offPeak,
    valley_wh: wh.valley,
  };
}

function feeColumns(fees: PerBand) {
  return {
    fee_sharp: fees.sharp,
    fee_peak: fees.peak,
    fee_off_peak: fees.offPeak,
    fee_valley: fees.valley,
  };
}

async function sumMonths(database: Database, customerId: number): Promise<void> {
  await sql`insert into energy_device_month
    select customer_id, device_id, date_trunc('month', day)::date, sum(energy_wh), sum(sharp_wh),
      sum(peak_wh), sum(off_peak_wh), sum(valley_wh),
      sum(fee_sharp + fee_peak + fee_off_peak + fee_valley)
    from energy_day where customer_id = ${customerId} and channel = 'activeTotal'
    group by 1, 2, 3`.execute(database.db);
}

async function sumGroups(
  database: Database,
  customerId: number,
  days: readonly TrueDay[],
): Promise<void> {
  const groups = new Map<string, TrueDay[]>();
  for (const day of days) {
    const key = `${day.groupId} ${day.day}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [day]);
    else known.push(day);
  }
  const rows = [...groups.values()].map((of) => {
    const total = (pick: (day: TrueDay) => PerBand): PerBand => {
      const sum: PerBand = { sharp: 0, peak: 0, offPeak: 0, valley: 0 };
      for (const day of of) for (const band of TARIFF_BANDS) sum[band] += pick(day)[band];
      return sum;
    };
    const quarters = of[0]!.quarters.map((_, i) => of.reduce((s, day) => s + day.quarters[i]!, 0));
    return {
      customer_id: customerId,
      group_id: of[0]!.groupId,
      day: of[0]!.day,
      devices: of.length,
      ...bandColumns(total(({ bandsWh }) => bandsWh)),
      ...feeColumns(total(({ fees }) => fees)),
      slot_wh: quarters,
      slot_fee: quarters.map((wh) => wh * 2),
      estimated: of.some(({ estimated }) => estimated),
      final: of.every(({ final }) => final),
    };
  });
  for (let at = 0; at < rows.length; at += CHUNK) {
    await database.db
      .insertInto('energy_group_day')
      .values(rows.slice(at, at + CHUNK))
      .execute();
  }
}
