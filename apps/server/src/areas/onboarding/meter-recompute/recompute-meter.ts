/**
 * One recomputation in a transaction: the readings, the corrections of steps, and the energy and
 * fees that follow. The caller commits it or rolls it back.
 */
import { bookingDayOf } from '@busbar/domain/energy/day-slots';
import { addDays, datesBetween } from '@busbar/domain/local-date';
import type { RegisterPair } from '@busbar/domain/meter-recompute/recomputed-steps';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { type ChangedDay, effectOf } from '../../energy/explanation/override-effect.ts';
import { insertOverride, markWithdrawn } from '../../energy/explanation/override-queries.ts';
import { readCurrentDays } from '../../energy/ledger/current-days.ts';
import { type DeviceFacts, readDeviceFacts } from '../../energy/ledger/device-facts.ts';
import { keyOf } from '../../energy/ledger/device-key.ts';
import { wasElsewhere } from '../../shared/device-place-queries.ts';
import { readThinnedBefore } from '../../telemetry/readings/thinning-queries.ts';
import { findReportedRegister } from '../reading-import/stored-reading-queries.ts';
import { readTouchedPeriods, type TouchedPeriod } from '../reading-import/touched-periods.ts';
import { trackedDevice } from '../reading-import/write-imported-readings.ts';
import { listStretches } from './answer-queries.ts';
import { againBy } from './decode-again.ts';
import type { RecomputedMeter } from './meter-settings.ts';
import { MAX_STRAYS, RecomputedReadings } from './recompute-readings.ts';
import {
  deleteChannels,
  deleteCheckpoints,
  findStepCorrections,
} from './recompute-write-queries.ts';

const DAY_MS = 86_400_000;
/** Readings of 90 days at one a minute, and some more. */
const MAX_READINGS = 150_000;

export interface Recomputation {
  readonly readings: RecomputedReadings;
  /** First and last reading with stored answers, epoch ms. */
  readonly first: number;
  readonly last: number;
  /** Steps that count again because their correction is withdrawn, and steps that count nothing. */
  readonly counting: readonly RegisterPair[];
  readonly ignored: readonly RegisterPair[];
  readonly effect: readonly ChangedDay[];
  readonly periods: readonly TouchedPeriod[];
  /** Start of the energy that changes, epoch ms; undefined if none can. */
  readonly energyFrom: number | undefined;
  readonly isChanging: boolean;
}

/** Answers that are older are not used, although their month may still be stored. */
export function earliestOf({ config, clock }: Context): number {
  return clock.now() - config.retention.rawWords * DAY_MS;
}

/** A refusal may leave changes in the transaction, which is then rolled back. */
export async function recomputeMeter(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  { device, settings, profile }: RecomputedMeter,
  from: number,
  reason: string,
): Promise<Outcome<Recomputation>> {
  const now = ctx.clock.now();
  const stretches = await listStretches(trx, device, Math.max(from, earliestOf(ctx)));
  const count = stretches.reduce((sum, { readings }) => sum + readings, 0);
  if (count === 0) return refused('recompute-no-answers', 'from');
  if (count > MAX_READINGS) return refused('recompute-too-many', 'from');
  const first = Math.min(...stretches.map((one) => one.first));
  const last = Math.max(...stretches.map((one) => one.last));
  const { settings: before } = await factsOf(trx, device);
  const frozenUntil = (await readCurrentDays(trx))(before.zone)?.until;
  if (frozenUntil !== undefined && first <= frozenUntil)
    return refused('registers-thinned', 'from');
  const thinnedBefore = (await readThinnedBefore(trx, 'measurement')) ?? Number.NEGATIVE_INFINITY;
  const readings = new RecomputedReadings({
    ...{ device, first, last, zone: before.zone },
    reported: await findReportedRegister(trx, device),
    again: againBy(profile, settings.ratios, trackedDevice(device), thinnedBefore),
  });
  await readings.run(trx);
  if (readings.strays > MAX_STRAYS) return refused('recompute-too-many', 'from');
  if (readings.days.hasUnbilledDay) return refused('recompute-not-read', 'from');
  const steps = await correctSteps(trx, caller, device.deviceId, readings, reason, now);
  const changes = [
    ...(readings.registers === undefined ? [] : Object.values(readings.registers)),
    ...[...steps.counting, ...steps.ignored].map(({ at }) => at),
  ].sort((a, b) => a - b);
  const energyFrom = changes[0];
  const touched = [...changes, ...Object.values(readings.measurements ?? {})];
  const isChanging = touched.length > 0;
  const outcome = { readings, first, last, ...steps, energyFrom, isChanging };
  if (!isChanging) return done({ ...outcome, effect: [], periods: [] });
  const dayOf = (at: number) => bookingDayOf(at, before.zone).day;
  if (energyFrom !== undefined) {
    await deleteChannels(trx, device, readings.days.lost);
    await deleteCheckpoints(trx, device, dayOf(energyFrom), dayOf(changes.at(-1)!));
  }
  const facts = await factsOf(trx, device);
  const effect =
    energyFrom === undefined
      ? []
      : await effectOf(trx, facts, facts.settings.overrides, energyFrom);
  const [begin, end] = [dayOf(Math.min(...touched)), dayOf(Math.max(...touched))];
  const days = [...datesBetween(begin, addDays(end, 1)), ...effect.map(({ day }) => day)];
  // A recomputation must not change readings or bills of a group that the caller does not see.
  if (await wasElsewhere(trx, caller, device.deviceId, days)) {
    return refused('root-group-required', 'device');
  }
  const periods =
    energyFrom === undefined
      ? []
      : await readTouchedPeriods(
          trx,
          caller.customerId,
          { from: energyFrom, to: changes.at(-1)! },
          now,
        );
  return done({ ...outcome, effect, periods });
}

async function factsOf(trx: Executor, device: RecomputedMeter['device']): Promise<DeviceFacts> {
  const key = { customerId: device.customerId, deviceId: device.deviceId };
  return (await readDeviceFacts(trx, [key])).get(keyOf(key))!;
}

/** Returns the steps whose corrections have been withdrawn or added. */
async function correctSteps(
  trx: Executor,
  caller: Caller,
  deviceId: number,
  { steps }: RecomputedReadings,
  reason: string,
  now: number,
): Promise<Pick<Recomputation, 'counting' | 'ignored'>> {
  const device = { customerId: caller.customerId, deviceId };
  const corrections = await findStepCorrections(
    trx,
    device,
    steps.counting.map(({ at }) => at),
  );
  for (const { id } of corrections) await markWithdrawn(trx, caller, id, reason, now);
  const withdrawn = new Set(corrections.map(({ at }) => at));
  const ignored: RegisterPair[] = [];
  for (const step of steps.ignored) {
    const decision = { channel: null, decision: 'ignore', energyWh: 0, reason } as const;
    const id = await insertOverride(trx, caller, deviceId, { at: step.at, ...decision }, now);
    if (id !== undefined) ignored.push(step);
  }
  return { counting: steps.counting.filter(({ at }) => withdrawn.has(at)), ignored };
}
