/** v2 calls for the operating state of the platform. */

import type { operationsCalls } from '@busbar/contract/v2/platform/operations';
import { pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import { PLATFORM_PARTS } from '@busbar/domain/operations/part-state';
import {
  type PlatformHealth,
  watchPlatform,
} from '../../../areas/platform/operations/platform-health.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';

export function operationsHandlers(ctx: Context): HandlersOf<typeof operationsCalls> {
  const look = watchPlatform(ctx);
  return { 'v2.operations': async () => ({ data: present(await look()) }) };
}

function present({ numbers, states, database, disk, ...health }: PlatformHealth) {
  const { process } = health;
  return {
    parts: PLATFORM_PARTS.map((part) => ({ part, state: states[part] })),
    process: { ...snakeCaseKeys(process), roles: [...process.roles] },
    database: {
      ...snakeCaseKeys(database),
      bytes: numbers.databaseBytes,
      warnings: [...database.warnings],
    },
    disk: disk === undefined ? null : snakeCaseKeys(disk),
    devices: { online: numbers.online, late: numbers.late, offline: numbers.offline },
    commands: { open: numbers.commandsOpen, unknown: numbers.commandsUnknown },
    outbox: {
      due: numbers.outboxDue,
      overdue_s: numbers.outboxOverdueS,
      dead: numbers.outboxDead,
    },
    forwarding: { waiting: numbers.forwardWaiting, oldest_s: numbers.forwardOldestS },
    reports: { open: numbers.reportsOpen, oldest_s: numbers.reportOldestS },
    gateways: { count: numbers.gateways, seen_s: numbers.gatewaySeenS },
    workers: { count: numbers.workers, seen_s: numbers.workerSeenS },
    seals: { waiting: numbers.sealsWaiting, oldest_s: numbers.sealOldestS },
    rejected: [...health.rejected],
    ...pickSnakeCase(numbers, 'alarmsOpen', 'ledgerWaiting'),
    ...pickSnakeCase(health, 'at', 'customers', 'mailAvailable'),
  };
}
