/**
 * Adds and removes the simulated breaker of a customer, with which its users try the platform. It is
 * an ordinary device that the server runs itself, and it is part of no total.
 */
import { simulatedCode } from '@busbar/domain/device/simulated-code';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { defaultsIn } from '../../fleet/defaults/group-defaults.ts';
import { insertWithFreshId } from '../../fleet/devices/add-device.ts';
import { removeDevice } from '../../fleet/devices/change-device.ts';
import { natureOfNew } from '../../fleet/devices/device-nature.ts';
import { newDeviceSecret } from '../../fleet/devices/device-secret.ts';
import { logDeviceChange, publishDeviceChange } from '../../fleet/groups/device-changed.ts';
import { lockGroupRow } from '../../fleet/groups/group-queries.ts';
import { listVisibleRates } from '../../fleet/rates/visible-rate-queries.ts';
import { translatorFor } from '../../shared/i18n/translator.ts';
import { lockPair } from '../../shared/lock-queries.ts';
import { languageOf } from '../device-import/import-files.ts';
import {
  countSimulatedBreakers,
  findSimulatedBreaker,
  MAX_SIMULATED,
} from './simulated-breaker-queries.ts';

const DEVICE_TYPE = 'MT61';
const CODE_BYTES = 8;

interface Added {
  readonly deviceId: number;
  readonly deviceCode: string;
  /** False if the customer had the breaker before. */
  readonly isNew: boolean;
}

/** Returns the code of the breaker; if the customer has one that the caller can see, that code. */
export async function addSimulatedBreaker(
  ctx: Context,
  caller: Caller,
  requestedLanguage: string | undefined,
): Promise<Outcome<{ deviceCode: string }>> {
  const language = await languageOf(ctx, caller, requestedLanguage);
  if (!language.ok) return language;
  const name = translatorFor(language.value)('device-names:simulated-breaker');
  // A customer sees only its own rows, so the platform counts those of all customers.
  const total = await countSimulatedBreakers(ctx.database.as('platform').db);
  const isFull = total >= MAX_SIMULATED;
  const added = await ctx.database.transaction((trx) => addIn(ctx, trx, caller, name, isFull));
  if (!added.ok) return added;
  const { isNew, ...device } = added.value;
  if (isNew) publishDeviceChange(ctx, caller.customerId, device, false);
  return done({ deviceCode: device.deviceCode });
}

async function addIn(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  name: string,
  isFull: boolean,
): Promise<Outcome<Added>> {
  const { customerId, groupId } = caller;
  await lockPair(trx, 'simulatedBreaker', customerId);
  const present = await findSimulatedBreaker(trx, customerId);
  if (present !== undefined) {
    const { deviceId, deviceCode, groupPath } = present;
    return groupPath.includes(groupId)
      ? done({ deviceId, deviceCode, isNew: false })
      : refused('simulated-breaker-elsewhere');
  }
  if (isFull) return refused('simulated-breakers-full');
  const group = await lockGroupRow(trx, caller, groupId);
  if (group === undefined) return refused('group-unknown');
  const rateId =
    (await defaultsIn(trx, caller, group)).rateId?.value ??
    (await listVisibleRates(trx, caller))[0]?.id;
  if (rateId === undefined) return refused('info-required', 'rate');
  const deviceCode = simulatedCode(ctx.random.bytes(CODE_BYTES));
  const nature = await natureOfNew(trx, caller, { code: deviceCode, type: DEVICE_TYPE });
  if (!nature.ok) return nature;
  const deviceId = await insertWithFreshId(ctx, trx, customerId, {
    ...nature.value,
    deviceCode,
    name,
    groupId,
    rateId,
    address: '',
    // No one knows this secret: the process that runs the simulator issues its own.
    secretHash: newDeviceSecret(ctx.random).hash,
    simulated: true,
  });
  if (deviceId === undefined) return refused('device-code-taken');
  await logDeviceChange(ctx, trx, caller, 'add', { deviceId, deviceCode, groupId }, { name });
  return done({ deviceId, deviceCode, isNew: true });
}

/** Deletes the simulated breaker like any other device. */
export async function removeSimulatedBreaker(
  ctx: Context,
  caller: Caller,
): Promise<Outcome<{ deviceId: number }>> {
  const present = await findSimulatedBreaker(ctx.database.db, caller.customerId);
  if (present === undefined) return refused('not-found');
  return removeDevice(ctx, caller, present.deviceId);
}
