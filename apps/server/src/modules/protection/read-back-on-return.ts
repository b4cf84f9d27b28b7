/**
 * A write that was sent and never answered is not known to stand or not. When its device is back it
 * is asked, without waiting for a person to open the screen: one read for each such write.
 */
import { sql } from 'kysely';
import { publishAll } from '../../bus.ts';
import type { Context } from '../../context.ts';
import { type CommandRow, commandOfCustomer } from '../control/command-repository.ts';
import { databaseTime } from '../control/command-time.ts';
import { lockForOrder } from '../control/control-target.ts';
import { parameterArgs } from './parameter-args.ts';
import { askToReadBack } from './read-back.ts';

/** Older writes are settled by the next read of a person. */
const GIVE_UP = sql`interval '1 hour'`;

/** Starts listening; the answer ends it after what is under way. */
export function startReadBackOnReturn(ctx: Context): () => Promise<void> {
  const underWay = new Set<Promise<void>>();
  const off = ctx.bus.subscribe('presence.changed', ({ presence, customerId, deviceId }) => {
    if (presence !== 'online') return;
    const running: Promise<void> = readBackUnknown(ctx, customerId, deviceId)
      .catch((error: unknown) => ctx.log.error({ error }, 'reading back after a return failed'))
      .finally(() => underWay.delete(running));
    underWay.add(running);
  });
  return async () => {
    off();
    await Promise.all(underWay);
  };
}

async function readBackUnknown(ctx: Context, customerId: number, deviceId: number): Promise<void> {
  const rows = await ctx.database.db
    .selectFrom('command')
    .select('command_id')
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .where('kind', '=', 'write')
    .where('state', '=', 'unknown')
    // Before its expiry the device may still be about to do it.
    .where(sql<boolean>`expires_at < ${databaseTime(ctx)}`)
    .where(sql<boolean>`expires_at > ${databaseTime(ctx)} - ${GIVE_UP}`)
    .execute();
  for (const { command_id } of rows) {
    const messages = await ctx.database.transaction(async (trx) => {
      await lockForOrder(trx, customerId, null, [deviceId]);
      const write = await commandOfCustomer(trx, customerId, command_id);
      return write?.state === 'unknown' ? askAgain(ctx, trx, write) : [];
    });
    publishAll(ctx.bus, messages);
  }
}

async function askAgain(ctx: Context, trx: Parameters<typeof askToReadBack>[1], write: CommandRow) {
  const args = parameterArgs(write);
  if (args === undefined) return [];
  return (await askToReadBack(ctx, trx, write, args.what))?.messages ?? [];
}
