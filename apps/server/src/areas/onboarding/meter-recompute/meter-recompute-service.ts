/**
 * Recomputes stored readings of a meter on a line from its raw answers, after its settings or its
 * profile were corrected (docs/adr/0080). The preview is the recomputation, rolled back, so it shows
 * exactly the energy and fees that the acceptance will cause. The acceptance changes nothing if the
 * result would differ from the preview.
 */
import { createHash } from 'node:crypto';
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { totalOf } from '../../energy/explanation/override-service.ts';
import { lockOwnProfile } from '../../fleet/meter-profiles/meter-profile-queries.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { plainText } from '../../shared/plain-text.ts';
import { markDevice } from '../../shared/table-writers/energy-flag-queries.ts';
import { noteLate } from '../../telemetry/hours/late-measurement-queries.ts';
import { orRolledBack, RolledBack } from '../rolled-back.ts';
import { listStretches, type Stretch } from './answer-queries.ts';
import { findMeter, lineOf, type RecomputedMeter } from './meter-settings.ts';
import { earliestOf, type Recomputation, recomputeMeter } from './recompute-meter.ts';
import {
  continueRevision,
  lockMeter,
  readStoredRevision,
  reviseAnswers,
} from './recompute-write-queries.ts';

export interface RecomputePreview extends Recomputation {
  /** Identifies the result; another one means that the preview is outdated. */
  readonly mark: string;
}

export interface MeterStretches {
  /** Revision of the present settings. */
  readonly revision: number;
  readonly stretches: readonly Stretch[];
}

/** Returns the stretches of readings that can be recomputed. */
export async function findStretches(
  ctx: Context,
  caller: Caller,
  device: string,
): Promise<Outcome<MeterStretches>> {
  const { db } = ctx.database;
  const meter = await findMeter(db, caller, device);
  if (!meter.ok) return meter;
  const stretches = await listStretches(db, meter.value.device, earliestOf(ctx));
  return done({ revision: meter.value.settings.revision, stretches });
}

/** `from` is the time of the first reading to be recomputed, epoch ms. */
export async function previewRecompute(
  ctx: Context,
  caller: Caller,
  device: string,
  from: number,
): Promise<Outcome<RecomputePreview>> {
  const found = await findMeter(ctx.database.db, caller, device);
  if (!found.ok) return found;
  return orRolledBack(() =>
    ctx.database.transaction(async (trx): Promise<Outcome<RecomputePreview>> => {
      const result = await recomputeMeter(ctx, trx, caller, found.value, from, '-');
      throw new RolledBack(result.ok ? done(marked(found.value, result.value)) : result);
    }),
  );
}

export interface RecomputeOrder {
  readonly device: string;
  readonly from: number;
  /** That of the preview. */
  readonly mark: string;
  readonly reason: string;
}

export interface AcceptedRecompute {
  readonly recomputed: number;
  /** True if there was nothing to recompute, as after an earlier acceptance. */
  readonly repeated: boolean;
}

export async function acceptRecompute(
  ctx: Context,
  caller: Caller,
  order: RecomputeOrder,
): Promise<Outcome<AcceptedRecompute>> {
  const reason = plainText(order.reason);
  if (reason === '') return refused('override-reason-required', 'reason');
  const known = await findMeter(ctx.database.db, caller, order.device);
  if (!known.ok) return known;
  const { device, settings } = known.value;
  return orRolledBack(() =>
    ctx.database.transaction(async (trx): Promise<Outcome<AcceptedRecompute>> => {
      await lockMeter(trx, lineOf(device), device);
      await lockOwnProfile(trx, caller, settings.profileId, 'share');
      const found = await findMeter(trx, caller, order.device);
      if (!found.ok) return found;
      const result = await recomputeMeter(ctx, trx, caller, found.value, order.from, reason);
      if (!result.ok) throw new RolledBack(result);
      const recomputation = marked(found.value, result.value);
      if (!recomputation.isChanging) return done({ recomputed: 0, repeated: true });
      const isStored = recomputation.mark === order.mark;
      if (!isStored || !(await complete(ctx, trx, found.value, recomputation))) {
        throw new RolledBack(refused('recompute-changed'));
      }
      await log(ctx, trx, caller, found.value, recomputation, reason);
      return done({ recomputed: recomputation.readings.recomputed, repeated: false });
    }),
  );
}

/** Returns false if readings by other settings have arrived since. */
async function complete(
  ctx: Context,
  trx: Executor,
  { device, settings: { revision, station } }: RecomputedMeter,
  { readings, first, last, energyFrom }: Recomputation,
): Promise<boolean> {
  const { customerId, deviceId } = device;
  const key = { customerId, deviceId };
  const now = ctx.clock.now();
  await reviseAnswers(trx, key, first - 1, last, revision);
  if (readings.measurements !== undefined) {
    await noteLate(trx, [{ ...key, at: readings.measurements.from }], now);
  }
  if (energyFrom !== undefined) await markDevice(trx, customerId, deviceId, energyFrom);
  const { last: newest } = readings.steps;
  const continues = newest?.isPresent === true && newest.station === station;
  if (!continues || (await readStoredRevision(trx, key)) === revision) return true;
  return continueRevision(trx, key, last, revision);
}

function marked(
  { device, settings: { revision } }: RecomputedMeter,
  recomputation: Recomputation,
): RecomputePreview {
  const { readings, counting, ignored, periods } = recomputation;
  const parts = [device.deviceId, revision, readings.digest, counting, ignored, periods];
  const mark = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  return { ...recomputation, mark };
}

function log(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  { device, settings }: RecomputedMeter,
  { readings, first, last, counting, ignored, effect, mark }: RecomputePreview,
  reason: string,
): Promise<void> {
  const time = (at: number) => new Date(at).toISOString();
  return writeLog(trx, caller, {
    at: ctx.clock.now(),
    module: LOG_MODULES.energy,
    command: 'recompute readings',
    device,
    detail: {
      from: time(first),
      to: time(last),
      profile: settings.profileId,
      revision: settings.revision,
      recomputed: readings.recomputed,
      unchanged: readings.unchanged,
      unreadable: readings.unreadable,
      counting: counting.map(({ at }) => time(at)),
      ignored: ignored.map(({ at }) => time(at)),
      reason,
      days: effect.length,
      before: totalOf(effect, 'before'),
      after: totalOf(effect, 'after'),
      mark,
    },
  });
}
