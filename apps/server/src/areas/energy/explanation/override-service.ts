/**
 * Energy corrections (docs/decisions.md 10): an administrator decides how much a step counts, gives
 * a reason, previews the effect, and may withdraw the decision. Readings and decisions are retained
 * permanently; the ledger folds again from the step on, and closed periods get visible adjustments.
 */

import { LOG_MODULES, type LogCommand } from '@busbar/domain/audit/log-terms';
import { bookingDayOf } from '@busbar/domain/energy/day-slots';
import type { EnergyChannel } from '@busbar/domain/energy/energy-channel';
import type { StepOverride } from '@busbar/domain/energy/fold-device';
import { whOfKwh } from '@busbar/domain/energy/watt-hours';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { sumAmounts } from '@busbar/domain/tariff/amount';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { type FoundDevice, findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { wasElsewhere } from '../../shared/device-place-queries.ts';
import { parseId } from '../../shared/identifier.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { plainText } from '../../shared/plain-text.ts';
import { markDevice } from '../../shared/table-writers/energy-flag-queries.ts';
import { readCurrentDays } from '../ledger/current-days.ts';
import { readDeviceFacts } from '../ledger/device-facts.ts';
import { keyOf } from '../ledger/device-key.ts';
import { countRegisters } from '../ledger/register-queries.ts';
import { type ChangedDay, effectOf } from './override-effect.ts';
import {
  findOverride,
  insertOverride,
  type KnownOverride,
  listOverrides,
  markWithdrawn,
  type ReasonedOverride,
} from './override-queries.ts';

/** Max energy of a decision in kWh: ten times the largest register. */
const MAX_KWH = 1_000_000_000;

export interface OverrideInput {
  readonly device: string;
  /** Epoch ms; undefined if the input is not a valid time. */
  readonly at: number | undefined;
  readonly channel: EnergyChannel | null;
  readonly decision: StepOverride['decision'];
  readonly energyKwh: number | null | undefined;
  readonly reason: string | undefined;
}

export async function findOverrides(
  ctx: Context,
  caller: Caller,
  device: string,
): Promise<Outcome<KnownOverride[]>> {
  const { db } = ctx.database;
  const found = await findDevice(db, caller, device);
  return found === undefined
    ? refused('not-found', 'device')
    : done(await listOverrides(db, found));
}

interface Validated {
  readonly device: FoundDevice;
  readonly override: StepOverride;
  readonly effect: readonly ChangedDay[];
}

/** Returns the changes the decision would cause; writes nothing. */
export async function tryOverride(
  ctx: Context,
  caller: Caller,
  input: OverrideInput,
): Promise<Outcome<readonly ChangedDay[]>> {
  const validated = await validate(ctx.database.db, caller, input);
  return validated.ok ? done(validated.value.effect) : validated;
}

export async function addOverride(
  ctx: Context,
  caller: Caller,
  input: OverrideInput,
): Promise<Outcome<{ id: number; effect: readonly ChangedDay[] }>> {
  const reason = plainText(input.reason);
  return ctx.database.transaction(async (trx) => {
    const validated = await validate(trx, caller, input);
    if (!validated.ok) return validated;
    if (reason === '') return refused('override-reason-required', 'reason');
    const { device, override, effect } = validated.value;
    const decided = { ...override, reason };
    const id = await insertOverride(trx, caller, device.deviceId, decided, ctx.clock.now());
    if (id === undefined) return refused('override-exists', 'at');
    await settle(ctx, trx, caller, device, 'correct energy', decided, effect);
    return done({ id, effect });
  });
}

export async function withdrawOverride(
  ctx: Context,
  caller: Caller,
  id: string,
  reasonText: string | undefined,
): Promise<Outcome<readonly ChangedDay[]>> {
  const reason = plainText(reasonText);
  return ctx.database.transaction(async (trx) => {
    const known = await findOverride(trx, caller.customerId, parseId(id) ?? -1);
    const device = known && (await findDevice(trx, caller, known.deviceId));
    if (known === undefined || device === undefined) return refused('not-found');
    if (reason === '') return refused('override-reason-required', 'reason');
    if (await isFinal(trx, caller, known.at)) return refused('registers-thinned');
    if (known.withdrawnAt !== null) return refused('override-withdrawn');
    const facts = (await readDeviceFacts(trx, [device])).get(keyOf(device))!;
    const others = facts.settings.overrides.filter(
      (one) => one.at !== known.at || one.channel !== known.channel,
    );
    const effect = await effectOf(trx, facts, others, known.at);
    if (await changesElsewhere(trx, caller, device, known.at, effect)) {
      return refused('root-group-required');
    }
    const at = await markWithdrawn(trx, caller, known.id, reason, ctx.clock.now());
    if (at === undefined) return refused('override-withdrawn');
    const { channel, decision, energyWh } = known;
    const what = { at, channel, decision, energyWh: energyWh ?? 0, reason };
    await settle(ctx, trx, caller, device, 'withdraw energy correction', what, effect);
    return done(effect);
  });
}

async function validate(
  db: Executor,
  caller: Caller,
  input: OverrideInput,
): Promise<Outcome<Validated>> {
  const device = await findDevice(db, caller, input.device);
  if (device === undefined) return refused('not-found', 'device');
  if (device.simulated) return refused('device-simulated', 'device');
  const { at, channel, decision, energyKwh } = input;
  if (at !== undefined && (await isFinal(db, caller, at)))
    return refused('registers-thinned', 'at');
  if (at === undefined || (await countRegisters(db, device, at - 1, at)) === 0) {
    return refused('register-unknown', 'at');
  }
  const isSet = decision === 'set';
  if (isSet && (energyKwh == null || !(energyKwh >= 0 && energyKwh <= MAX_KWH))) {
    return refused('override-energy-invalid', 'energy');
  }
  const override = { at, channel, decision, energyWh: isSet ? whOfKwh(energyKwh ?? 0) : 0 };
  const facts = (await readDeviceFacts(db, [device])).get(keyOf(device))!;
  const others = facts.settings.overrides;
  if (others.some((one) => one.at === at && one.channel === channel)) {
    return refused('override-exists', 'at');
  }
  const effect = await effectOf(db, facts, [...others, override], at);
  return (await changesElsewhere(db, caller, device, at, effect))
    ? refused('root-group-required', 'at')
    : done({ device, override, effect });
}

/**
 * Returns true if the correction changes a day on which the device was in a group that the caller
 * does not see, and with it a bill of that group.
 */
async function changesElsewhere(
  db: Executor,
  caller: Caller,
  { deviceId }: FoundDevice,
  at: number,
  effect: readonly ChangedDay[],
): Promise<boolean> {
  const days = [bookingDayOf(at, caller.zone).day, ...effect.map(({ day }) => day)];
  return wasElsewhere(db, caller, deviceId, days);
}

/** Returns true if the instant belongs to a day that is no longer recomputed. */
async function isFinal(db: Executor, { zone }: Caller, at: number): Promise<boolean> {
  const currentDays = (await readCurrentDays(db))(zone);
  return currentDays !== undefined && at <= currentDays.until;
}

/** Marks the device for the ledger to fold from the step on; logs the totals before and after. */
async function settle(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  device: FoundDevice,
  command: LogCommand,
  { at, channel, decision, energyWh, reason }: ReasonedOverride,
  effect: readonly ChangedDay[],
): Promise<void> {
  await markDevice(trx, caller.customerId, device.deviceId, at);
  await writeLog(trx, caller, {
    at: ctx.clock.now(),
    module: LOG_MODULES.energy,
    command,
    device,
    detail: {
      register: new Date(at).toISOString(),
      channel,
      decision,
      ...(decision === 'set' ? { energyWh } : {}),
      reason,
      days: effect.length,
      before: totalOf(effect, 'before'),
      after: totalOf(effect, 'after'),
    },
  });
}

/** Energy in Wh and fee in minor units. */
export function totalOf(effect: readonly ChangedDay[], side: 'before' | 'after') {
  return {
    energyWh: effect.reduce((sum, day) => sum + day[side].energyWh, 0),
    fee: sumAmounts(effect.map((day) => day[side].fee)),
  };
}
