/**
 * States of the components of the platform, derived from plain numbers, so that an operator notices
 * a problem before a customer does (docs/promises.md O9).
 */

/** `good`; `late`: behind, but nothing is lost; `failed`: an operator must act. */
export type PartState = 'good' | 'late' | 'failed';

export const PLATFORM_PARTS = [
  'database',
  'disk',
  'gateway',
  'worker',
  'ledger',
  'outbox',
  'forwarding',
  'commands',
  'reports',
  'audit',
] as const;
export type PlatformPart = (typeof PLATFORM_PARTS)[number];

export interface PartNumbers {
  /** Response time of the database to an empty query, ms. */
  readonly databaseMs: number;
  /** Free share of the data folder's disk, 0 to 1; undefined if unknown. */
  readonly diskFree: number | undefined;
  /**
   * Time since the last heartbeat of a process with device connections, s; null if there was none
   * for a long time.
   */
  readonly gatewaySeenS: number | null;
  /** The same for a worker process, which runs the scheduled jobs. */
  readonly workerSeenS: number | null;
  /** Number of devices whose newest registers are not yet in the ledger; `devices` is the total. */
  readonly ledgerWaiting: number;
  readonly devices: number;
  /** Time for which the oldest due message has been waiting, s. */
  readonly outboxOverdueS: number;
  readonly outboxDead: number;
  /** Age of the oldest record waiting to be forwarded, s. */
  readonly forwardOldestS: number;
  /** Number of commands with an unknown outcome. */
  readonly commandsUnknown: number;
  /** Age of the oldest report that is not generated, s. */
  readonly reportOldestS: number;
  /** Age of the oldest audit entry that is not in the chain, s. */
  readonly sealOldestS: number;
}

const validated = (value: number, late: number, failed: number): PartState => {
  if (value >= failed) return 'failed';
  return value >= late ? 'late' : 'good';
};

const MIN_WAITING = 100;

export function statesOfParts(numbers: PartNumbers): Record<PlatformPart, PartState> {
  const { diskFree, devices, ledgerWaiting, outboxDead, commandsUnknown } = numbers;
  return {
    // The query fails after two seconds; nothing is reported at all then.
    database: validated(numbers.databaseMs, 250, 1_000),
    disk: diskFree === undefined ? 'good' : validated(1 - diskFree, 0.85, 0.95),
    // Each process sends a heartbeat every ten seconds.
    gateway: validated(numbers.gatewaySeenS ?? Number.POSITIVE_INFINITY, 20, 60),
    worker: validated(numbers.workerSeenS ?? Number.POSITIVE_INFINITY, 20, 60),
    // One run processes thousands of devices; the ledger is late only if the backlog is a large
    // share of all devices.
    ledger: validated(
      ledgerWaiting,
      Math.max(MIN_WAITING, devices / 2),
      Math.max(MIN_WAITING * 10, devices * 2),
    ),
    outbox:
      outboxDead > 0 && numbers.outboxOverdueS < 600
        ? 'late'
        : validated(numbers.outboxOverdueS, 60, 600),
    forwarding: validated(numbers.forwardOldestS, 60, 3_600),
    commands: commandsUnknown > 0 ? 'late' : 'good',
    reports: validated(numbers.reportOldestS, 600, 3_600),
    audit: validated(numbers.sealOldestS, 60, 600),
  };
}
