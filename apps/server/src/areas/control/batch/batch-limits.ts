/**
 * Decides if a list of devices may be commanded without the password (docs/promises.md C10), before
 * the first device is processed.
 */
import type { Refusal } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { overLimit } from '../gate/control-limits.ts';
import { countOperations } from '../gate/gate-queries.ts';
import { raisePauseAlarm } from '../gate/pause-alarm.ts';
import type { ListedDevice } from './listed-devices.ts';

/** Counts all devices of the list as if commanded now; each is counted again in its own step. */
export async function listOverLimit(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  devices: readonly ListedDevice[],
  now: number,
): Promise<Refusal | null> {
  for (const groupId of new Set(devices.map((device) => device.groupId))) {
    const here = devices
      .filter((device) => device.groupId === groupId)
      .map(({ deviceId }) => deviceId);
    const target = { customerId: caller.customerId, deviceId: here[0]!, groupId, readAt: now };
    const counts = await countOperations(ctx, trx, caller, target, here);
    const ofUser = counts.ofUser + devices.length - here.length;
    const refusal = await overLimit(ctx, trx, target, { ...counts, ofUser }, here.length - 1);
    if (refusal === 'group-share-exceeded') await raisePauseAlarm(ctx, trx, caller, target);
    if (refusal !== null) return refusal;
  }
  return null;
}
