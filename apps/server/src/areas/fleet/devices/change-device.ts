/** Changes, moves and deletes a device and renews its secret. The device code never changes. */

import type { Parcel } from '@busbar/domain/access/group-views';
import { bandOfKind, canHaveSlaves } from '@busbar/domain/device/device-type';
import {
  HIGHEST_RATED_CURRENT_A,
  HIGHEST_RATED_VOLTAGE_V,
  isInstallationDay,
  isRating,
} from '@busbar/domain/device/nameplate';
import { completePosition, type PositionInput } from '@busbar/domain/device/position';
import { isProtocolOfKind } from '@busbar/domain/device/protocol/device-protocol';
import { done, type Outcome, type Refused, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { wakeJob } from '../../../wake-job.ts';
import { plainText } from '../../shared/plain-text.ts';
import { endAlarmsOfDeleted, moveAlarms } from '../../shared/table-writers/device-alarm-queries.ts';
import {
  markDeviceFromToday,
  markGroupMove,
} from '../../shared/table-writers/energy-flag-queries.ts';
import { keepFormerPlaces } from '../../shared/table-writers/former-place-queries.ts';
import { keepFormerRating } from '../../shared/table-writers/former-rating-queries.ts';
import { markSlaveRemoved } from '../../shared/table-writers/timer-table-change-queries.ts';
import {
  logDeviceChange,
  publishDeviceChange,
  publishRegrouping,
} from '../groups/device-changed.ts';
import { changeDeviceRate } from '../rates/device-rate-queries.ts';
import { todayOf } from '../rates/rate-service.ts';
import {
  type DeviceChange,
  deleteDevice,
  hasOpenCommand,
  hasSlaves,
  type LockedDevice,
  lockDevice,
  updateDevice,
  updatePosition,
} from './device-change-queries.ts';
import { chooseGroup, chooseRate, chooseType } from './device-fields.ts';
import { type FoundDevice, findDevice } from './device-lookup-queries.ts';
import { gatewayRefusal } from './device-nature.ts';
import { groupPathOf, lockGatewayCode } from './device-queries.ts';
import { positionOf } from './device-summary.ts';

export interface DeviceEdit {
  readonly name?: string | undefined;
  readonly type?: string | number | undefined;
  readonly rate?: string | number | undefined;
  readonly group?: string | number | undefined;
  readonly address?: string | undefined;
  /** Installation date, `YYYY-MM-DD`; null or empty if unknown. */
  readonly installedOn?: string | null | undefined;
  readonly ratedVoltageV?: number | undefined;
  readonly ratedCurrentA?: number | undefined;
  /** The revision on which the change is based; if absent, the change applies to any revision. */
  readonly revision?: number | undefined;
}

/**
 * Finds and locks the device, runs `work` in the same transaction and publishes the change after
 * the commit. A refusal by `work` does not roll back, so `work` must refuse before it writes. With
 * `locksCode`, no slave of the device is registered until the transaction ends.
 */
export async function changing<T>(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
  credentialsEnded: boolean | (() => boolean),
  work: (trx: Executor, device: FoundDevice, held: LockedDevice) => Promise<Outcome<T>>,
  { locksCode = false } = {},
): Promise<Outcome<T>> {
  const changed = await ctx.database.transaction(async (trx) => {
    const found = await findDevice(trx, caller, idOrCode);
    if (found === undefined) return undefined;
    // A registration takes this lock before it refers to the row of the gateway.
    if (locksCode && found.kind !== 'slave') await lockGatewayCode(trx, found.deviceCode);
    const held = await lockDevice(trx, caller.customerId, found.deviceId);
    if (held === undefined) return undefined;
    // The device may have been moved while this transaction waited for the lock.
    const device = await findDevice(trx, caller, found.deviceCode);
    if (device === undefined) return undefined;
    return { device, outcome: await work(trx, device, held) };
  });
  if (changed === undefined) return refused('not-found');
  if (changed.outcome.ok) {
    const ended = typeof credentialsEnded === 'boolean' ? credentialsEnded : credentialsEnded();
    publishDeviceChange(ctx, caller.customerId, changed.device, ended);
  }
  return changed.outcome;
}

export async function changeDevice(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
  edit: DeviceEdit,
): Promise<Outcome<{ deviceId: number }>> {
  const moved: Parcel[] = [];
  const carryOut = async (
    trx: Executor,
    device: FoundDevice,
    held: LockedDevice,
  ): Promise<Outcome<{ deviceId: number }>> => {
    const { revision } = held;
    if (edit.revision !== undefined && edit.revision !== revision) {
      return refused('device-changed', 'revision');
    }
    const change = await readChange(ctx, trx, caller, device, edit);
    if (!change.ok) return change;
    const { customerId, deviceId } = device;
    const { rateId, groupId, expectedIntervalS } = change.value;
    const now = ctx.clock.now();
    const isMoved = groupId !== undefined && groupId !== device.groupId;
    if (isMoved) {
      await keepFormerPlaces(trx, customerId, { deviceIds: [deviceId] }, todayOf(ctx, caller));
    }
    await keepFormerRating(trx, customerId, deviceId, change.value, now);
    await updateDevice(trx, customerId, deviceId, change.value);
    if (rateId !== undefined) {
      // The new tariff applies from today on; energy used until yesterday is billed with the old
      // tariff.
      const today = todayOf(ctx, caller);
      await changeDeviceRate(trx, customerId, deviceId, rateId, today);
      await markDeviceFromToday(trx, customerId, deviceId, now);
    }
    if (isMoved) await markGroupMove(trx, customerId, [deviceId], device.groupId, groupId);
    // Estimates depend on the report interval.
    if (expectedIntervalS !== undefined) {
      await markDeviceFromToday(trx, customerId, deviceId, now);
    }
    if (isMoved) {
      await moveAlarms(trx, customerId, [deviceId], groupId);
      // The device loses the timers of projects whose group no longer contains it.
      await wakeJob(trx, 'project-timers');
      const place = await groupPathOf(trx, customerId, deviceId);
      moved.push({ from: device.groupPath, to: place?.path ?? [] });
    }
    await logDeviceChange(ctx, trx, caller, 'update', device, { ...change.value });
    return done({ deviceId });
  };
  const locksCode = edit.type !== undefined;
  const changed = await changing(ctx, caller, idOrCode, false, carryOut, { locksCode });
  publishRegrouping(ctx, caller.customerId, moved);
  return changed;
}

async function readChange(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  device: FoundDevice,
  edit: DeviceEdit,
): Promise<Outcome<DeviceChange>> {
  const name = edit.name === undefined ? undefined : plainText(edit.name);
  if (name === '') return refused('info-required', 'name');
  const group = edit.group === undefined ? undefined : await chooseGroup(trx, caller, edit.group);
  if (group?.ok === false) return group;
  const rate = edit.rate === undefined ? undefined : await chooseRate(trx, caller, edit.rate);
  if (rate?.ok === false) return rate;
  if (device.simulated && rate !== undefined && rate.value !== device.rateId) {
    return refused('device-simulated', 'rate');
  }
  const nature = await readNature(trx, device, edit.type);
  if ('refusal' in nature) return nature;
  const plate = readNameplate(edit, todayOf(ctx, caller));
  if ('refusal' in plate) return plate;
  return done({
    ...nature,
    ...plate,
    ...(name === undefined ? {} : { name }),
    ...(group === undefined ? {} : { groupId: group.value }),
    ...(rate === undefined ? {} : { rateId: rate.value }),
    ...(edit.address === undefined ? {} : { address: plainText(edit.address) }),
  });
}

function readNameplate(edit: DeviceEdit, today: string): DeviceChange | Refused {
  const { installedOn, ratedVoltageV, ratedCurrentA } = edit;
  const day = installedOn === '' ? null : installedOn;
  if (typeof day === 'string' && !isInstallationDay(day, today)) {
    return refused('installation-day-invalid', 'installedOn');
  }
  if (ratedVoltageV !== undefined && !isRating(ratedVoltageV, HIGHEST_RATED_VOLTAGE_V)) {
    return refused('rating-invalid', 'ratedVoltageV');
  }
  if (ratedCurrentA !== undefined && !isRating(ratedCurrentA, HIGHEST_RATED_CURRENT_A)) {
    return refused('rating-invalid', 'ratedCurrentA');
  }
  return {
    ...(day === undefined ? {} : { installedOn: day }),
    ...(ratedVoltageV === undefined ? {} : { ratedVoltageV }),
    ...(ratedCurrentA === undefined ? {} : { ratedCurrentA }),
  };
}

/** A slave must remain a slave of its gateway, and a gateway with slaves must remain a gateway. */
async function readNature(
  trx: Executor,
  device: FoundDevice,
  type: string | number | undefined,
): Promise<DeviceChange | Refused> {
  if (type === undefined || device.kind === 'slave') return {};
  const chosen = await chooseType(trx, type);
  if (!chosen.ok) return chosen;
  if (chosen.value.id === device.deviceTypeId) return {};
  if (device.simulated) return refused('device-simulated', 'type');
  const { id, kind, expectedIntervalS } = chosen.value;
  if (kind !== device.kind) {
    if (!isProtocolOfKind(device.protocol, kind)) return refused('device-protocol-unfit', 'type');
    const refusal = canHaveSlaves(kind) ? await gatewayRefusal(trx, device.deviceCode) : undefined;
    if (refusal !== undefined) return refused(refusal, 'type');
    if (await hasSlaves(trx, device.customerId, device.deviceId)) {
      return refused('device-has-slaves', 'type');
    }
  }
  const band = bandOfKind(kind);
  return { deviceTypeId: id, kind, expectedIntervalS, ...(band === undefined ? {} : { band }) };
}

/** Stores a new position; derives the missing coordinate pair, if any (docs/decisions.md 16). */
export async function moveDevice(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
  input: PositionInput,
): Promise<Outcome<{ deviceId: number }>> {
  return changing(ctx, caller, idOrCode, false, async (trx, device, held) => {
    const position = completePosition(input, positionOf(held));
    if (!position.ok) return position;
    const { lng, lat, lngT, latT } = position.value;
    const given = input.lng !== undefined;
    await updatePosition(trx, caller.customerId, device.deviceId, {
      longitude: lngT,
      latitude: latT,
      bdLongitude: given ? lng : null,
      bdLatitude: given ? lat : null,
    });
    await logDeviceChange(ctx, trx, caller, 'move', device, { longitude: lngT, latitude: latT });
    return done({ deviceId: device.deviceId });
  });
}

/**
 * Deletes a device. Refused while a command is open, since the command must not outlive its device,
 * or while the device has slaves.
 */
export async function removeDevice(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
): Promise<Outcome<{ deviceId: number }>> {
  const carryOut = async (
    trx: Executor,
    device: FoundDevice,
  ): Promise<Outcome<{ deviceId: number }>> => {
    const { customerId, deviceId } = device;
    if (await hasSlaves(trx, customerId, deviceId)) return refused('device-has-slaves');
    if (await hasOpenCommand(trx, customerId, deviceId)) return refused('control-busy');
    await deleteDevice(trx, customerId, deviceId, ctx.clock.now());
    if (device.gatewayId !== null) await markSlaveRemoved(trx, customerId, device.gatewayId);
    await endAlarmsOfDeleted(trx, customerId, deviceId, ctx.clock.now());
    await logDeviceChange(ctx, trx, caller, 'delete', device, { name: device.name });
    return done({ deviceId });
  };
  return changing(ctx, caller, idOrCode, true, carryOut, { locksCode: true });
}
