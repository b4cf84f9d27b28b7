/** Evaluates the supply voltage of a device over a week against EN 50160, from its raw readings. */
import { addDays, localDateOf, parseLocalDate, startOfLocalDate } from '@busbar/domain/local-date';
import {
  INTERVAL_MS,
  nominalOf,
  type VoltageQuality,
  voltageQuality,
  WEEK_INTERVALS,
} from '@busbar/domain/power-quality/voltage-quality';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { ratedValues } from '../../fleet/devices/device-queries.ts';
import { readThinned } from './history-queries.ts';

const PHASES = ['A', 'B', 'C'] as const;
type Phase = (typeof PHASES)[number];
const COLUMNS = ['voltage_a_v', 'voltage_b_v', 'voltage_c_v'] as const;
const WEEK_DAYS = 7;

export interface VoltageWeek {
  readonly deviceCode: string;
  readonly firstDay: string;
  /**
   * Start of the week; `to` is its end (exclusive), epoch ms: 168 hours, also in a week with a
   * daylight saving change.
   */
  readonly from: number;
  readonly to: number;
  readonly nominal: number;
  /** Results of the phases with measurements. */
  readonly phases: readonly (VoltageQuality & { readonly phase: Phase })[];
  readonly readings: number;
  /** 10-minute means, oldest first; volts of each phase, undefined if the phase has no value. */
  readonly means: readonly {
    readonly ts: number;
    readonly readings: number;
    readonly volts: readonly (number | undefined)[];
  }[];
}

interface VoltageQuestion {
  readonly device: string;
  readonly start: string | undefined;
  readonly nominal: number | undefined;
}

export async function findVoltageQuality(
  ctx: Context,
  caller: Caller,
  { device: named, start, nominal: requested }: VoltageQuestion,
): Promise<Outcome<VoltageWeek>> {
  const { db } = ctx.database;
  const today = localDateOf(ctx.clock.now(), caller.zone);
  const firstDay = start === undefined ? addDays(today, -WEEK_DAYS) : parseLocalDate(start);
  if (firstDay === undefined) return refused('range-invalid', 'start');
  const device = await findDevice(db, caller, named);
  if (device === undefined) return refused('not-found', 'device_code');
  const { customerId, deviceId, deviceCode } = device;
  const nominal = requested ?? nominalOf((await ratedValues(db, device)).voltageV);
  const from = startOfLocalDate(firstDay, caller.zone);
  const to = from + WEEK_INTERVALS * INTERVAL_MS;
  // Means of quarter hours cannot replace 10-minute means: thinned data counts as unknown.
  const span = { customerId, deviceId, table: 'measurement', from, to } as const;
  const { means } = await readThinned(db, span, COLUMNS, {
    origin: span.from,
    columnMs: INTERVAL_MS,
  });
  const rows = means.times
    .map((ts, at) => ({
      ts,
      readings: means.readings[at]!,
      volts: means.values.map((texts) => (texts[at] ? Number(texts[at]) : undefined)),
    }))
    .reverse();
  const phases = PHASES.flatMap((phase, at) => {
    const volts = rows.flatMap((row) => row.volts[at] ?? []);
    return volts.length === 0 ? [] : [{ phase, ...voltageQuality(volts, nominal) }];
  });
  const readings = means.readings.reduce((sum, one) => sum + one, 0);
  return done({ deviceCode, firstDay, from, to, nominal, phases, readings, means: rows });
}
