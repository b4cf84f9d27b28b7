/**
 * A command whose outcome stays unknown although its device is there: the device may have said
 * where its switch stands while that proved nothing yet (a clock that runs behind makes that last
 * for minutes), and need not say it again by itself. So its connection is closed, at growing
 * distances: it comes back and tells. What moves by itself in the first seconds (a late reply, a
 * reconnection under way) is waited for. After a minute an alarm calls a person.
 */
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { databaseTime } from '../shared/database-time.ts';
import { UNKNOWN_AFTER_MS } from './commands/command-expiry.ts';
import type { DeviceLink } from './commands/device-link.ts';
import { raiseUnknownAlarm } from './commands/unknown-alarm.ts';

/** After the outcome became unknown, in ms. Asking for ever would only disturb the device. */
const ASK_AFTER_MS = [15_000, 60_000, 240_000, 900_000, 3_600_000] as const;
const ALARM_AFTER_MS = 60_000;
/** A device that has just come back is about to tell by itself, and is not sent away meanwhile. */
const JUST_BACK_MS = 5_000;

/**
 * Keeps how often it has asked already; one for a process. Returns whether a device of such a
 * command is connected here, and it is to be called again.
 */
export function createAskAgain(ctx: Context, link: DeviceLink): () => Promise<boolean> {
  const asked = new Map<string, number>();
  const alarmed = new Set<string>();
  /** Since when the device of a command is seen to be there, by the monotonic clock. */
  const seenSince = new Map<string, number>();
  return async () => {
    const unknownMs = sql<number>`extract(epoch from ${databaseTime(ctx)} - expires_at)::float8
      * 1000 - ${UNKNOWN_AFTER_MS}`;
    const rows = await ctx.database.db
      .selectFrom('command')
      .select(['command_id', 'link_device_code', unknownMs.as('unknown_ms')])
      .where('state', '=', 'unknown')
      .where('kind', 'in', ['switch', 'slaves'])
      .execute();
    const open = new Set(rows.map((row) => row.command_id));
    for (const known of [asked, alarmed, seenSince]) {
      for (const commandId of known.keys()) if (!open.has(commandId)) known.delete(commandId);
    }
    for (const { command_id, link_device_code, unknown_ms } of rows) {
      if (!link.isConnected(link_device_code)) {
        seenSince.delete(command_id);
        continue;
      }
      const since = seenSince.get(command_id) ?? ctx.clock.monotonic();
      seenSince.set(command_id, since);
      if (unknown_ms >= ALARM_AFTER_MS && !alarmed.has(command_id)) {
        alarmed.add(command_id);
        await raiseUnknownAlarm(ctx, command_id);
      }
      if (ctx.clock.monotonic() - since < JUST_BACK_MS) continue;
      const due = ASK_AFTER_MS.filter((after) => after <= unknown_ms).length;
      if ((asked.get(command_id) ?? 0) >= due) continue;
      asked.set(command_id, due);
      ctx.log.info({ commandId: command_id, device: link_device_code }, 'asking where it stands');
      link.reset?.(link_device_code);
    }
    return seenSince.size > 0;
  };
}
