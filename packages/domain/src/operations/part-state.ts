/**
 * How the parts of the platform stand, judged from plain numbers: an operator sees it coming
 * (docs/promises.md O9) before a customer does.
 */

/** good; late: behind, nothing lost; failed: somebody has to act. */
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
  /** How long the database took to answer a question about nothing, ms. */
  readonly databaseMs: number;
  /** Share of the data folder's disk that is free, 0 to 1; undefined where it cannot be told. */
  readonly diskFree: number | undefined;
  /** How long ago a process that holds links of devices was heard of, s; null: none in a long time. */
  readonly gatewaySeenS: number | null;
  /** The same of one that works by the clock. */
  readonly workerSeenS: number | null;
  /** Devices whose newest registers are not folded, of how many. */
  readonly ledgerWaiting: number;
  readonly devices: number;
  /** How long the oldest message that is due waits, s. */
  readonly outboxOverdueS: number;
  readonly outboxDead: number;
  /** Age of the oldest record that waits to be forwarded, s. */
  readonly forwardOldestS: number;
  /** Commands whose outcome nobody knows yet. */
  readonly commandsUnknown: number;
  /** Age of the oldest report that is not made, s. */
  readonly reportOldestS: number;
  /** Age of the oldest entry of the audit trail that is not chained, s. */
  readonly sealOldestS: number;
}

const judged = (value: number, late: number, failed: number): PartState => {
  if (value >= failed) return 'failed';
  return value >= late ? 'late' : 'good';
};

const LEAST_WAITING = 100;

export function statesOfParts(numbers: PartNumbers): Record<PlatformPart, PartState> {
  const { diskFree, devices, ledgerWaiting, outboxDead, commandsUnknown } = numbers;
  return {
    // Where it takes two seconds the question fails, and nobody is told anything.
    database: judged(numbers.databaseMs, 250, 1_000),
    disk: diskFree === undefined ? 'good' : judged(1 - diskFree, 0.85, 0.95),
    // Each says every ten seconds that it lives.
    gateway: judged(numbers.gatewaySeenS ?? Number.POSITIVE_INFINITY, 20, 60),
    worker: judged(numbers.workerSeenS ?? Number.POSITIVE_INFINITY, 20, 60),
    // A round takes thousands; only what stays above a share of all devices is behind.
    ledger: judged(
      ledgerWaiting,
      Math.max(LEAST_WAITING, devices / 2),
      Math.max(LEAST_WAITING * 10, devices * 2),
    ),
    outbox:
      outboxDead > 0 && numbers.outboxOverdueS < 600
        ? 'late'
        : judged(numbers.outboxOverdueS, 60, 600),
    forwarding: judged(numbers.forwardOldestS, 60, 3_600),
    commands: commandsUnknown > 0 ? 'late' : 'good',
    reports: judged(numbers.reportOldestS, 600, 3_600),
    audit: judged(numbers.sealOldestS, 60, 600),
  };
}
