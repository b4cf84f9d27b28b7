/**
 * Requests readings from a breaker right after it has switched, so that users do not see the
 * previous load next to the new state. The process that holds the device's connection requests them
 * once per operation; a repeated notification, in this or another process, finds the existing
 * request. Nothing is requested while a request is under way, nor from data terminals, whose serial
 * line is polled at its own rate. Nothing is switched and no user made the request, so it is not
 * logged.
 */
import { type BusEvents, publishAll } from '../../../bus.ts';
import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { insertCommand } from '../commands/command-queries.ts';
import type { DeviceLink } from '../commands/device-link.ts';
import { requestHash } from '../commands/idempotency.ts';
import { deviceToQuery, REQUESTED_FOR } from './summon-queries.ts';

export async function summonAfterSwitch(
  ctx: Context,
  link: DeviceLink,
  { customerId, commandId }: BusEvents['command.changed'],
): Promise<void> {
  const requested = await ctx.database.transaction(async (trx) => {
    const device = await deviceToQuery(ctx, trx, customerId, commandId);
    if (device === undefined || device.is_asked || !link.isConnected(device.device_code)) return;
    const now = await readDatabaseTime(ctx, trx);
    const summonId = uuidV7(ctx.clock, ctx.random);
    await insertCommand(
      trx,
      { customerId, groupId: 0, userId: null, userName: '', tokenHash: null, address: '' },
      {
        commandId: summonId,
        deviceId: device.device_id,
        linkDeviceCode: device.device_code,
        kind: 'summon',
        switchCommand: null,
        args: { dataType: REQUESTED_FOR, after: commandId },
        source: 'after-switch',
        idempotencyKey: undefined,
        requestHash: requestHash(device.device_id, { command: REQUESTED_FOR }),
        beforeAction: undefined,
        createdAt: now,
        expiresAt: now + ctx.config.commandTtlS * 1000,
      },
    );
    return { customerId, commandId: summonId, linkDeviceCode: device.device_code };
  });
  if (requested !== undefined) publishAll(ctx.bus, [{ name: 'command.waiting', event: requested }]);
}
