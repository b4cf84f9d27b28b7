/** Gauges of the whole platform, which are read from the database and equal in every process. */
import { COMMAND_STATES } from '@busbar/domain/switch/command-state';
import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../../../context.ts';
import { countRecentCommands, type PlatformNumbers, readPlatform } from './platform-queries.ts';

const PLATFORM: Readonly<Record<keyof PlatformNumbers, readonly [name: string, help: string]>> = {
  online: ['devices_online', 'Devices seen within their interval'],
  late: ['devices_late', 'Devices connected and overdue'],
  offline: ['devices_offline', 'Devices that are not online, including overdue ones'],
  commandsOpen: ['commands_open', 'Commands that have not ended'],
  commandsUnknown: ['commands_unknown', 'Commands whose outcome is unknown'],
  alarmsOpen: ['alarms_open', 'Alarms that have not ended'],
  ledgerWaiting: [
    'ledger_waiting_devices',
    'Devices with register readings whose energy has not been computed',
  ],
  ledgerBehindS: [
    'ledger_behind_seconds',
    'Age of the oldest register reading whose energy has not been computed',
  ],
  impossibleEnergy: [
    'impossible_energy_open',
    'Energy steps above the capacity of the breaker, excluded from bills, whose alarm has not ended',
  ],
  outboxDue: ['outbox_due', 'Mails, pushes and deliveries that are due'],
  outboxOverdueS: ['outbox_overdue_seconds', 'How long the oldest of them has been due'],
  outboxDead: ['outbox_dead', 'Mails, pushes and deliveries that failed permanently'],
  forwardWaiting: ['forward_waiting', 'Records waiting to be forwarded'],
  forwardOldestS: ['forward_oldest_seconds', 'Age of the oldest of them'],
  reportsOpen: ['reports_open', 'Reports that are waiting or being created'],
  reportOldestS: ['report_oldest_seconds', 'Age of the oldest of them'],
  gateways: ['gateway_processes', 'Processes with connections of devices that were seen recently'],
  gatewaySeenS: ['gateway_seen_seconds', 'Time since the last of them was seen'],
  workers: ['worker_processes', 'Processes that run scheduled jobs and were seen recently'],
  workerSeenS: ['worker_seen_seconds', 'Time since the last of them was seen'],
  sealsWaiting: ['audit_unsealed_entries', 'Entries of the audit trail that have not been chained'],
  sealOldestS: ['audit_unsealed_seconds', 'Age of the oldest of them'],
  databaseBytes: ['database_bytes', 'Size of the database'],
  databaseConnections: [
    'database_connections',
    'Connections to the server of the database, of all programs',
  ],
  databaseConnectionsMax: ['database_connections_max', 'Connections that the server accepts'],
};

/** Returns a function that updates the gauges. */
export function measurePlatform(register: Registry, ctx: Context): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [register] });
  const up = gauge('busbar_database_up', '1 while the database responds');
  const names = Object.keys(PLATFORM) as (keyof PlatformNumbers)[];
  const gauges = names.map((key) => {
    const [name, help] = PLATFORM[key];
    return gauge(`busbar_platform_${name}`, help);
  });
  const commands = new Gauge({
    name: 'busbar_platform_recent_commands',
    help: 'Commands that were submitted in the last 15 minutes, by their present state',
    labelNames: ['state'],
    registers: [register],
  });
  return async () => {
    try {
      const [numbers, states] = await Promise.all([readPlatform(ctx), countRecentCommands(ctx)]);
      for (const state of COMMAND_STATES) commands.set({ state }, states.get(state) ?? 0);
      for (const [i, key] of names.entries()) {
        const value = numbers[key];
        // The time since a process was seen is unknown if none was seen for a long time.
        if (value === null) gauges[i]!.remove();
        else gauges[i]!.set(value);
      }
      up.set(1);
    } catch (error) {
      ctx.log.warn({ err: error }, 'the platform could not be read for the metrics');
      // Stale values must not be exported as current ones.
      for (const one of gauges) one.remove();
      commands.reset();
      up.set(0);
    }
  };
}
