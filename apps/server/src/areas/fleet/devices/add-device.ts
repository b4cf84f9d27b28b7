/**
 * Registers a device (docs/specification/devices.md 3.4; docs/decisions.md 23). A code in use is
 * refused with the same error, whichever customer uses it. A slave is registered as
 * `{gateway}-{address}` and has no secret, because its gateway communicates for it.
 */
import { isDeviceCode } from '@busbar/domain/device/device-code';
import {
  type DeviceProtocol,
  isDeviceProtocol,
  isProtocolOfKind,
} from '@busbar/domain/device/protocol/device-protocol';
import { isReservedCode } from '@busbar/domain/device/simulated-code';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller, Scope } from '../../../caller.ts';
import { randomId } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { maxDevicesOf } from '../../shared/customers/quota.ts';
import { plainText } from '../../shared/plain-text.ts';
import { defaultsIn } from '../defaults/group-defaults.ts';
import {
  logDeviceChange,
  publishDeviceChange,
  publishIssuedSecret,
} from '../groups/device-changed.ts';
import { lockGroupRow } from '../groups/group-queries.ts';
import { chooseRate } from './device-fields.ts';
import { natureOfNew } from './device-nature.ts';
import { countDevicesOfCustomer, insertDevice, type NewDevice } from './device-queries.ts';
import { newDeviceSecret } from './device-secret.ts';

export interface DeviceForm {
  readonly name: string;
  readonly code: string;
  /** Id or name of the device type; `slave` for a slave. */
  readonly type: string | number;
  readonly rate: string | number;
  readonly group: string | number;
  readonly address?: string | undefined;
  /** Protocol over MQTT; defaults to our own. */
  readonly protocol?: string | undefined;
}

export interface AddedDevice {
  readonly deviceId: number;
  /** Secret of the device, returned only once; absent for a slave. */
  readonly secret?: string;
}

const DRAWS = 5;

const FORM_FIELDS = ['name', 'code', 'type', 'rate', 'group'] as const;

/** Returns the first missing field: all five are required (docs/specification/devices.md 3.4). */
export function missingField(form: DeviceForm): (typeof FORM_FIELDS)[number] | undefined {
  return FORM_FIELDS.find((field) => isBlank(form[field]));
}

const isBlank = (value: string | number): boolean => plainText(String(value)) === '';

export async function addDevice(
  ctx: Context,
  caller: Caller,
  form: DeviceForm,
): Promise<Outcome<AddedDevice>> {
  // The tariff is optional: it defaults to that of the group.
  const missing = FORM_FIELDS.find((field) => field !== 'rate' && isBlank(form[field]));
  if (missing !== undefined) return refused('info-required', missing);
  if (!isDeviceCode(form.code)) return refused('device-code-invalid', 'code');
  if (isReservedCode(form.code)) return refused('device-code-reserved', 'code');
  const protocol = form.protocol ?? 'busbar';
  if (!isDeviceProtocol(protocol)) return refused('device-protocol-unknown', 'protocol');
  const added = await ctx.database.transaction((trx) => addIn(ctx, trx, caller, form, protocol));
  if (!added.ok) return added;
  const { deviceId, secret } = added.value;
  publishDeviceChange(ctx, caller.customerId, { deviceId, deviceCode: form.code }, false);
  if (secret !== undefined) publishIssuedSecret(ctx, form.code, secret);
  return added;
}

/** Checks that the customer's limit allows this number of additional devices. */
export async function mayAddDevices(
  db: Executor,
  { customerId }: Scope,
  count: number,
): Promise<Outcome<true>> {
  const limit = await maxDevicesOf(db, customerId);
  const present = await countDevicesOfCustomer(db, customerId);
  return present + count > limit ? refused('quota-exceeded') : done(true);
}

async function addIn(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  form: DeviceForm,
  protocol: DeviceProtocol,
): Promise<Outcome<AddedDevice>> {
  const group = await lockGroupRow(trx, caller, form.group);
  if (group === undefined) return refused('group-unknown', 'group');
  const { groupId } = group;
  const defaults = await defaultsIn(trx, caller, group);
  const named = isBlank(form.rate) ? defaults.rateId?.value : form.rate;
  if (named === undefined) return refused('info-required', 'rate');
  const rate = await chooseRate(trx, caller, named);
  if (!rate.ok) return rate;
  const what = await natureOfNew(trx, caller, form);
  if (!what.ok) return what;
  if (!isProtocolOfKind(protocol, what.value.kind)) {
    return refused('device-protocol-unfit', 'protocol');
  }
  // A slave reports together with its gateway, so it has no interval of its own.
  const interval = what.value.kind === 'slave' ? null : defaults.expectedIntervalS;
  const room = await mayAddDevices(trx, caller, 1);
  if (!room.ok) return room;
  const secret = what.value.kind === 'slave' ? undefined : newDeviceSecret(ctx.random);
  const device: NewDevice = {
    protocol,
    // A slave has the protocol of its gateway.
    ...what.value,
    deviceCode: form.code,
    name: plainText(form.name),
    expectedIntervalS: interval?.value ?? what.value.expectedIntervalS,
    groupId,
    rateId: rate.value,
    address: plainText(form.address),
    secretHash: secret?.hash ?? null,
    simulated: false,
  };
  const deviceId = await insertWithFreshId(ctx, trx, caller.customerId, device);
  if (deviceId === undefined) return refused('device-code-taken', 'code');
  const changed = { deviceId, deviceCode: form.code, groupId };
  await logDeviceChange(ctx, trx, caller, 'add', changed, { name: device.name });
  return done(secret === undefined ? { deviceId } : { deviceId, secret: secret.secret });
}

/** Inserts a device under a random id; returns undefined if its code is taken. */
export async function insertWithFreshId(
  ctx: Pick<Context, 'clock' | 'random'>,
  trx: Executor,
  customerId: number,
  device: NewDevice,
): Promise<number | undefined> {
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const deviceId = randomId(ctx.random);
    const inserted = await insertDevice(trx, customerId, deviceId, device, ctx.clock.now());
    if (inserted === 'inserted') return deviceId;
    if (inserted === 'code-taken') return undefined;
  }
  throw new Error(`No free device id in ${DRAWS} draws.`);
}
