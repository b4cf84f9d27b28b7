/** Reads a file, and decides what an import of it stores; writes nothing. */
import { createHash } from 'node:crypto';
import { LATE_LIMIT_MS } from '@busbar/domain/device/reading-time';
import { bookingDayOf } from '@busbar/domain/energy/day-slots';
import { graceMsOf } from '@busbar/domain/energy/fold-device';
import { addDays, datesBetween, type LocalDate } from '@busbar/domain/local-date';
import type { ReadingRules } from '@busbar/domain/reading-import/check-readings';
import {
  type MeterChoice,
  planReadings,
  type ReadingPlan,
} from '@busbar/domain/reading-import/reading-plan';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { readCurrentDays } from '../../energy/ledger/current-days.ts';
import { type DeviceFacts, readDeviceFacts } from '../../energy/ledger/device-facts.ts';
import { keyOf } from '../../energy/ledger/device-key.ts';
import { type FoundDevice, findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { wasElsewhere } from '../../shared/device-place-queries.ts';
import { importReader } from '../import-files/import-reader.ts';
import type { ReadingFile } from '../import-files/read-reading-file.ts';
import { readCountedSpans } from './counted-span-queries.ts';
import {
  type FilePeriod,
  findReportedRegister,
  type ReportedRegister,
  readStoredAround,
} from './stored-reading-queries.ts';
import { readTouchedPeriods, type TouchedPeriod } from './touched-periods.ts';

export interface ReadingImportInput
  extends Pick<ReadingRules, 'dateOrder' | 'decimalSign' | 'timeMarks'> {
  /** Id or code. */
  readonly device: string;
  /** The file in base64. */
  readonly content: string;
  readonly meter: MeterChoice;
  /** True to leave out rows with problems. */
  readonly leavesOut: boolean;
}

export interface PlannedImport {
  readonly device: FoundDevice;
  readonly register: ReportedRegister;
  readonly file: ReadingFile;
  /** From the first to the last reading that is valid by itself. */
  readonly period: FilePeriod;
  readonly plan: ReadingPlan;
  readonly periods: readonly TouchedPeriod[];
  /** Number of rows with problems. */
  readonly leftOut: number;
  readonly isAcceptable: boolean;
  /** True if all readings of the file, except those left out, are stored already. */
  readonly isStored: boolean;
  /** Identifies the result; another one means that the preview is outdated. */
  readonly mark: string;
}

/** `known` is the file, if it was read before. */
export async function planImport(
  ctx: Context,
  db: Executor,
  caller: Caller,
  input: ReadingImportInput,
  known?: ReadingFile,
): Promise<Outcome<PlannedImport>> {
  const device = await findDevice(db, caller, input.device);
  if (device === undefined) return refused('not-found', 'device');
  if (device.simulated) return refused('device-simulated', 'device');
  const reported = await findReportedRegister(db, device);
  if (reported === undefined) return refused('reading-import-no-register', 'device');
  const facts = (await readDeviceFacts(db, [device])).get(keyOf(device))!;
  const rules = await rulesOf(ctx, db, facts, input);
  const read =
    known === undefined
      ? await importReader.readReadings(input.content, rules, caller.customerId)
      : done(known);
  if (!read.ok) return read;
  const file = read.value;
  const period = periodOf(file);
  const stored = await readStoredAround(db, device, reported, searchPeriod(file, period));
  if (stored === undefined) return refused('reading-import-covered', 'content');
  const { limitW, formerLimits, overrides } = facts.settings;
  const plan = planReadings(file, stored, {
    meter: input.meter,
    limitW,
    formerLimits,
    graceMs: graceMsOf(facts.settings),
    overrides,
    countedSpans: await readCountedSpans(db, device),
  });
  const touched = { from: period.from, to: stored.after?.at ?? period.to };
  const hasRows = file.readings.length > 0;
  // An import must not change bills of a group that the caller does not see.
  if (hasRows && (await wasElsewhere(db, caller, device.deviceId, daysOf(touched, facts)))) {
    return refused('root-group-required', 'device');
  }
  const periods = hasRows
    ? await readTouchedPeriods(db, caller.customerId, touched, ctx.clock.now())
    : [];
  const leftOut = file.problems.count + plan.problems.count;
  const isComplete = input.leavesOut ? plan.problems.ofStretches === 0 : leftOut === 0;
  return done({
    device,
    register: reported,
    file,
    period,
    plan,
    periods,
    leftOut,
    isAcceptable: isComplete && plan.registers.length > 0,
    isStored: isComplete && plan.stored > 0 && plan.registers.length === 0,
    mark: markOf([
      device.deviceId,
      reported,
      input.meter,
      stored.before,
      stored.after,
      plan,
      periods,
    ]),
  });
}

/** Readings of days that are no longer computed, and those too late for any bill, are too old. */
async function rulesOf(
  ctx: Context,
  db: Executor,
  { settings: { zone, limitW, formerLimits } }: DeviceFacts,
  { dateOrder, decimalSign, timeMarks }: ReadingImportInput,
): Promise<ReadingRules> {
  const now = ctx.clock.now();
  const frozenUntil = (await readCurrentDays(db))(zone)?.until ?? 0;
  const earliest = Math.max(now - LATE_LIMIT_MS, frozenUntil + 1);
  return { zone, limitW, formerLimits, dateOrder, decimalSign, timeMarks, now, earliest };
}

function periodOf({ readings }: ReadingFile): FilePeriod {
  return { from: readings[0]?.from ?? 0, to: readings.at(-1)?.at ?? 0 };
}

function daysOf({ from, to }: FilePeriod, { settings: { zone } }: DeviceFacts): LocalDate[] {
  return datesBetween(bookingDayOf(from, zone).day, addDays(bookingDayOf(to, zone).day, 1));
}

/** Energies continue a register that is stored at the beginning of the first interval. */
function searchPeriod({ valueColumn }: ReadingFile, { from, to }: FilePeriod): FilePeriod {
  return { from: valueColumn === 'energy' ? from + 1 : from, to };
}

function markOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
