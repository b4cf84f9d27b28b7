/**
 * Explains the energy and fee of a device for some days: the readings, the steps and their
 * decisions, the tariff versions and the arithmetic. It repeats the fold of the ledger, so its sums
 * match those of every other screen.
 */

import { periodOf } from '@busbar/domain/billing/settlement-period';
import { parseInstant } from '@busbar/domain/calendar';
import { localDayNamed } from '@busbar/domain/energy/day-slots';
import type { EnergyChannel } from '@busbar/domain/energy/energy-channel';
import type { ChannelDay } from '@busbar/domain/energy/folded-day';
import {
  daysBetween,
  type LocalDate,
  localDateOf,
  parseLocalDate,
} from '@busbar/domain/local-date';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { CurrencyDecimals } from '@busbar/domain/tariff/currency';
import { type DayLines, linesOfEachDay } from '@busbar/domain/tariff/day-fees';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { readRateNames } from '../../fleet/rates/rate-queries.ts';
import { readCurrentDays } from '../ledger/current-days.ts';
import { type DeviceFacts, readDeviceFacts } from '../ledger/device-facts.ts';
import { keyOf } from '../ledger/device-key.ts';
import { hasUnfolded } from '../ledger/energy-work-queries.ts';
import { readLineSums } from '../ledger/fee-queries.ts';
import { spanOfDays } from '../queries/device-row-service.ts';
import { readSettlement } from '../settlement/settlement-queries.ts';
import { collectSteps, type ExplainedStep } from './explained-step.ts';
import { foldAgain, stateBefore } from './fold-again.ts';
import { type KnownOverride, listOverrides } from './override-queries.ts';

/** People read the explanation, so one month per request is enough. */
const MAX_DAYS = 31;

export interface ExplanationQuery {
  readonly device: string;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly channel?: EnergyChannel | undefined;
}

export interface ExplainedDay extends ChannelDay {
  readonly day: LocalDate;
  /** Undefined for channels that are not billed. */
  readonly lines: DayLines | undefined;
}

export interface Explanation {
  readonly deviceName: string;
  readonly deviceCode: string;
  readonly channel: EnergyChannel;
  /** Half-open: `to` is the day after the last one. */
  readonly span: { readonly from: LocalDate; readonly to: LocalDate };
  /** See `energyLimitW`. */
  readonly limitW: number;
  readonly expectedIntervalS: number;
  /** True if readings or decisions have arrived that the ledger has not folded yet. */
  readonly isPending: boolean;
  readonly steps: readonly ExplainedStep[];
  readonly days: readonly ExplainedDay[];
  /** Overrides in force for readings of these days. */
  readonly overrides: readonly KnownOverride[];
  /** Keyed by rate id. */
  readonly rateNames: ReadonlyMap<number, string>;
  /** Decimal places of the currency. */
  readonly decimals: CurrencyDecimals;
}

export async function explainEnergy(
  ctx: Context,
  caller: Caller,
  query: ExplanationQuery,
): Promise<Outcome<Explanation>> {
  const { db } = ctx.database;
  const { zone } = caller;
  const requested = { start: dayOf(query.start, zone, 0), end: dayOf(query.end, zone, 1) };
  const span = spanOfDays(requested, localDateOf(ctx.clock.now(), zone));
  if (!span.ok) return span;
  const { from, to } = span.value;
  if (daysBetween(from, to) > MAX_DAYS) return refused('range-invalid', 'end');
  const device = await findDevice(db, caller, query.device);
  if (device === undefined) return refused('not-found', 'device');
  if (device.simulated) return refused('device-simulated', 'device');
  const facts = (await readDeviceFacts(db, [device])).get(keyOf(device))!;
  const { settings } = facts;
  const standing = (await readCurrentDays(db))(settings.zone);
  if (standing !== undefined && from <= standing.day) return refused('registers-thinned', 'start');
  const channel = query.channel ?? 'activeTotal';
  const first = localDayNamed(from, settings.zone).start;
  const until = localDayNamed(to, settings.zone).start;
  const before = await stateBefore(db, device, from);
  const collector = collectSteps(settings, { channel, from: first, until, heard: before?.at });
  const { onSteps, steps } = collector;
  const again = await foldAgain(
    db,
    device,
    { ...settings, onSteps },
    before,
    // A reading after the requested days may confirm energy that a reading in them first showed.
    ({ day, state }) => day >= to && !(state.e ?? []).some(([awaited]) => awaited < to),
  );
  const folded = again.days.flatMap(({ day, channels }) => {
    const part = channels[channel];
    return day >= from && day < to && part !== undefined ? [{ day, part }] : [];
  });
  const lines = channel === 'activeTotal' ? await explainLines(db, facts, folded) : [];
  const overrides = (await listOverrides(db, device)).filter(
    ({ at, withdrawnAt }) => withdrawnAt === null && at > first && at <= until,
  );
  return done({
    deviceName: device.name,
    deviceCode: device.deviceCode,
    channel,
    span: span.value,
    limitW: settings.limitW,
    expectedIntervalS: settings.expectedIntervalS,
    isPending: await hasUnfolded(db, device, until),
    steps,
    days: folded.map(({ day, part }, i) => ({ day, ...part, lines: lines[i] })),
    overrides,
    rateNames: await readRateNames(
      db,
      device.customerId,
      lines.map(({ rateId }) => rateId),
    ),
    decimals: facts.decimals,
  });
}

/**
 * Converts an instant to its local day; for the end of a range, to the day that ends there. Returns
 * any other text unchanged.
 */
function dayOf(text: string | undefined, zone: string, beforeMs: number): string | undefined {
  if (text === undefined || parseLocalDate(text) !== undefined) return text;
  const at = parseInstant(text, zone);
  return at === undefined ? text : localDateOf(at - beforeMs, zone);
}

async function explainLines(
  db: Executor,
  facts: DeviceFacts,
  folded: readonly { readonly day: LocalDate; readonly part: ChannelDay }[],
): Promise<DayLines[]> {
  const firstDay = folded[0]?.day;
  if (firstDay === undefined) return [];
  const { customerId, deviceId } = facts;
  const plan = await readSettlement(db, customerId);
  const part = { customerId, deviceId, periodStart: periodOf(firstDay, plan).start, firstDay };
  const before = (await readLineSums(db, [part])).get(keyOf(facts)) ?? new Map();
  const days = folded.map(({ day, part: { bandsWh } }) => ({ day, bandsWh }));
  return linesOfEachDay(facts, plan, days, before);
}
