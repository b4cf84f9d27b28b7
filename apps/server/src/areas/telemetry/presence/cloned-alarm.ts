/**
 * The platform's alarm about a secret used by two devices (docs/promises.md G4). The other holder
 * of the secret can report states and receive commands in place of the device, so an operator must
 * act.
 */
import { CLONED_ALARM } from '@busbar/domain/alarm/active-alarm';
import { type DeviceRef, publishAll } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import { passedEvent } from '../../alarms/passed-alarms.ts';
import { recordAlarms } from '../../alarms/record-alarms.ts';

export async function raiseClonedAlarm(ctx: Context, device: DeviceRef): Promise<void> {
  const now = ctx.clock.now();
  const event = passedEvent(CLONED_ALARM, device, true, now, now);
  const messages = await ctx.database.transaction((trx) =>
    recordAlarms(trx, [{ event, hash: 1 }], now),
  );
  publishAll(ctx.bus, messages);
}
