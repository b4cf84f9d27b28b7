/**
 * A command whose outcome stays unknown although its device is there: the device may have said
 * where its switch stands while that proved nothing yet, and need not say it again by itself. So
 * its connection is closed once: it comes back and tells. What moves by itself in the first
 * seconds (a late reply, a reconnection under way) is waited for.
 */
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { UNKNOWN_AFTER_MS } from './command-expiry.ts';
import { databaseTime } from './command-time.ts';
import type { DeviceLink } from './device-link.ts';

const PATIENCE_MS = 15_000;
/** Older ones wait for a person; asking for ever would only disturb the device. */
const GIVE_UP_MS = 3_600_000;

const since = (ms: number) => sql`expires_at + ${ms / 1000}::float8 * interval '1 second'`;

/** Keeps what it has asked already; one for a process. */
export function createAskAgain(ctx: Context, link: DeviceLink): () => Promise<void> {
  const asked = new Set<string>();
  return async () => {
    const rows = await ctx.database.db
      .selectFrom('command')
      .select(['command_id', 'link_device_code'])
      .where('state', '=', 'unknown')
      .where('kind', 'in', ['switch', 'slaves'])
      .where(sql<boolean>`${since(UNKNOWN_AFTER_MS + PATIENCE_MS)} <= ${databaseTime(ctx)}`)
      .where(sql<boolean>`${since(GIVE_UP_MS)} > ${databaseTime(ctx)}`)
      .execute();
    const open = new Set(rows.map((row) => row.command_id));
    for (const commandId of asked) if (!open.has(commandId)) asked.delete(commandId);
    for (const { command_id, link_device_code } of rows) {
      if (asked.has(command_id) || !link.isConnected(link_device_code)) continue;
      asked.add(command_id);
      ctx.log.info({ commandId: command_id, device: link_device_code }, 'asking where it stands');
      link.reset?.(link_device_code);
    }
  };
}
