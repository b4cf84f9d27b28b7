/**
 * Obtains the switch position for a command whose outcome stays unknown although its device is
 * connected. The device may have reported its position before the report could prove the outcome (a
 * slow device clock extends that time by minutes), and it does not have to repeat the report.
 * Therefore its connection is closed, at growing intervals: the device reconnects and reports its
 * position. The first seconds are left to events that resolve the outcome without this (a late
 * reply, a reconnection under way). After a minute an alarm is raised for the operator.
 */
import type { Context } from '../../context.ts';
import { readDatabaseTime } from '../shared/database-time-queries.ts';
import type { DeviceLink } from './commands/device-link.ts';
import { UNKNOWN_AFTER_MS } from './commands/open-command-queries.ts';
import { raiseUnknownAlarm } from './commands/unknown-alarm.ts';
import { unknownSwitchings } from './commands/unknown-command-queries.ts';

/**
 * Delays between the outcome becoming unknown and each probe, ms. Unlimited retries would only
 * disturb the device.
 */
const PROBE_AFTER_MS = [15_000, 60_000, 240_000, 900_000, 3_600_000] as const;
const ALARM_AFTER_MS = 60_000;
/**
 * A device that has been connected for less than this is about to report by itself, so its
 * connection is not closed, ms.
 */
const JUST_BACK_MS = 5_000;

/**
 * Creates the probe; one instance per process, because it remembers how often it has closed each
 * connection. The probe returns true if a device of such a command is connected to this process,
 * which means that it must run again.
 */
export function createReconnectProbe(ctx: Context, link: DeviceLink): () => Promise<boolean> {
  const probes = new Map<string, number>();
  const alarmed = new Set<string>();
  /** Times since which the devices of such commands have been connected, by the monotonic clock. */
  const seenSince = new Map<string, number>();
  return async () => {
    const { db } = ctx.database;
    const now = await readDatabaseTime(ctx, db);
    const rows = await unknownSwitchings(db);
    const open = new Set(rows.map((row) => row.command_id));
    for (const known of [probes, alarmed, seenSince]) {
      for (const commandId of known.keys()) if (!open.has(commandId)) known.delete(commandId);
    }
    for (const { customer_id, command_id, link_device_code, expires_at } of rows) {
      if (!link.isConnected(link_device_code)) {
        seenSince.delete(command_id);
        continue;
      }
      const unknownMs = now - expires_at - UNKNOWN_AFTER_MS;
      const since = seenSince.get(command_id) ?? ctx.clock.monotonic();
      seenSince.set(command_id, since);
      if (unknownMs >= ALARM_AFTER_MS && !alarmed.has(command_id)) {
        alarmed.add(command_id);
        await raiseUnknownAlarm(ctx, customer_id, command_id);
      }
      if (ctx.clock.monotonic() - since < JUST_BACK_MS) continue;
      const due = PROBE_AFTER_MS.filter((after) => after <= unknownMs).length;
      if ((probes.get(command_id) ?? 0) >= due) continue;
      probes.set(command_id, due);
      ctx.log.info(
        { commandId: command_id, device: link_device_code },
        'closing the connection so that the device reports its state',
      );
      link.reset?.(link_device_code);
    }
    return seenSince.size > 0;
  };
}
