/**
 * Reads back writes whose outcome is unknown because their reply never arrived. When the device
 * reconnects it is queried without waiting for a user to open the screen: one read per such write,
 * as soon as the write has expired. Before that the device may still execute it.
 */
import { publishAll } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { commandOfCustomer } from '../commands/command-queries.ts';
import { lockForCommand } from '../commands/control-target-queries.ts';
import { writtenSet } from '../commands/parameter-args.ts';
import { unknownWrites } from './parameter-command-queries.ts';
import { requestReadBack } from './read-back.ts';

/** Writes older than this are resolved by the next read of a user, ms. */
const GIVE_UP_MS = 3_600_000;
/** Margin that places the read after the expiry even if a clock was read slightly earlier, ms. */
const AFTER_EXPIRY_MS = 500;

/** Subscribes to reconnecting devices; the returned function stops this once work has finished. */
export function startReadBackOnReturn(ctx: Context): () => Promise<void> {
  const underWay = new Set<Promise<void>>();
  const waiting = new Set<() => void>();

  function look(customerId: number, deviceId: number): void {
    const running: Promise<void> = readBackUnknown(ctx, customerId, deviceId)
      .then((againMs) => {
        if (againMs === undefined) return;
        const stopWaiting = ctx.clock.after(againMs, () => {
          waiting.delete(stopWaiting);
          look(customerId, deviceId);
        });
        waiting.add(stopWaiting);
      })
      .catch((error: unknown) => ctx.log.error({ error }, 'the read-back after a reconnect failed'))
      .finally(() => underWay.delete(running));
    underWay.add(running);
  }

  const off = ctx.bus.subscribe('presence.changed', ({ presence, customerId, deviceId }) => {
    if (presence === 'online') look(customerId, deviceId);
  });
  return async () => {
    off();
    await Promise.all(underWay);
    for (const stopWaiting of waiting) stopWaiting();
  };
}

/** Returns the ms until the next check; undefined if no write has yet to expire. */
async function readBackUnknown(
  ctx: Context,
  customerId: number,
  deviceId: number,
): Promise<number | undefined> {
  const { db } = ctx.database;
  const now = await readDatabaseTime(ctx, db);
  const left: number[] = [];
  const writes = await unknownWrites(db, { customerId, deviceId }, now - GIVE_UP_MS);
  for (const { command_id, expires_at } of writes) {
    if (expires_at < now) await readBackOne(ctx, customerId, deviceId, command_id);
    else left.push(expires_at - now);
  }
  return left.length === 0 ? undefined : Math.min(...left) + AFTER_EXPIRY_MS;
}

async function readBackOne(
  ctx: Context,
  customerId: number,
  deviceId: number,
  commandId: string,
): Promise<void> {
  const messages = await ctx.database.transaction(async (trx) => {
    await lockForCommand(trx, customerId, null, [deviceId]);
    const write = await commandOfCustomer(trx, customerId, commandId);
    const set = write?.state === 'unknown' ? writtenSet(write) : undefined;
    if (write === undefined || set === undefined) return [];
    return (await requestReadBack(ctx, trx, write, set))?.messages ?? [];
  });
  publishAll(ctx.bus, messages);
}
