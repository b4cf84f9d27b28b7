/**
 * Requests readings from a breaker right after it has switched, so that users do not see the
 * previous load next to the new state. The process that holds the device's connection requests them
 * once per operation; a repeated notification, here or in another process, finds the existing
 * request. Nothing is requested while a request is under way, nor from data terminals, whose serial
 * line is polled at its own rate. Nothing is switched and no user requested it, so it is not
 * logged.
 */
import { sql } from 'kysely';
import { type BusEvents, publishAll } from '../../../bus.ts';
import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { databaseTime, readDatabaseTime } from '../../shared/database-time-queries.ts';
import { insertCommand } from '../commands/command-queries.ts';
import type { DeviceLink } from '../commands/device-link.ts';
import { requestHash } from '../commands/idempotency.ts';

const ASKED_FOR = 'variable';

/** The device whose connection is used: for a slave the gateway, which replies for all of them. */
interface Asked {
  readonly device_id: number;
  readonly device_code: string;
  readonly is_asked: boolean;
}

export async function summonAfterSwitch(
  ctx: Context,
  link: DeviceLink,
  { customerId, commandId }: BusEvents['command.changed'],
): Promise<void> {
  const asked = await ctx.database.transaction(async (trx) => {
    const device = await deviceToAsk(ctx, trx, customerId, commandId);
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
        order: null,
        args: { dataType: ASKED_FOR, after: commandId },
        source: 'after-switch',
        idempotencyKey: undefined,
        requestHash: requestHash(device.device_id, { order: ASKED_FOR }),
        beforeAction: undefined,
        createdAt: now,
        expiresAt: now + ctx.config.commandTtlS * 1000,
      },
    );
    return { customerId, commandId: summonId, linkDeviceCode: device.device_code };
  });
  if (asked !== undefined) publishAll(ctx.bus, [{ name: 'command.waiting', event: asked }]);
}

/** Locks the device for this transaction, so that two concurrent requests are serialized. */
async function deviceToAsk(
  ctx: Context,
  trx: Executor,
  customerId: number,
  commandId: string,
): Promise<Asked | undefined> {
  const { rows: kept } = await sql<{ device_id: number }>`
    select d.device_id
    from command c
    join device moved on moved.customer_id = c.customer_id and moved.device_id = c.device_id
    join device d on d.customer_id = c.customer_id and d.device_code = c.link_device_code
      and d.deleted_at is null
    where c.customer_id = ${customerId} and c.command_id = ${commandId}
      and c.state = 'confirmed' and moved.kind in ('main', 'slave')
    for no key update of d`.execute(trx);
  if (kept[0] === undefined) return undefined;
  const { rows } = await sql<Asked>`
    select d.device_id, d.device_code, exists (
      select 1 from command s
      where s.customer_id = d.customer_id and s.device_id = d.device_id and s.kind = 'summon'
        and s.args ->> 'dataType' = ${ASKED_FOR}
        and (s.args ->> 'after' = ${commandId} or s.created_at >= c.confirmed_at
          or (s.state in ('queued', 'sent') and s.expires_at > ${databaseTime(ctx)}))) as is_asked
    from device d
    join command c on c.customer_id = d.customer_id and c.command_id = ${commandId}
    where d.customer_id = ${customerId} and d.device_id = ${kept[0].device_id}`.execute(trx);
  return rows[0];
}
