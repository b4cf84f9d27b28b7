/** Times and limits of a serial line. All times are in ms. */
import type { Priority } from './line-request.ts';

export interface LineSettings {
  readonly baud: number;
  /** Minimum silence between frames; 3.5 characters if that is longer. */
  readonly minSilenceMs: number;
  /** Time for an answer, in addition to the transmission of request and answer at `baud`. */
  readonly timeoutMs: number;
  /** Time after the timeout in which an answer may still arrive. */
  readonly lateMs: number;
  /** Pause after a broadcast, in which the slaves execute it. */
  readonly broadcastMs: number;
  /** Number of repetitions of a request that was not answered. */
  readonly retries: Readonly<Record<Priority, number>>;
  /** Number of consecutive poll cycles without an answer after which a slave is left alone. */
  readonly failedCycles: number;
  readonly backOffMs: number;
  /** Time without any received byte after which a timeout closes the line. */
  readonly halfOpenMs: number;
  /** Time without any received byte after which the line is closed in any case. */
  readonly idleMs: number;
  /** True if the line is known to return each request; otherwise the first echo shows it. */
  readonly hasEcho: boolean;
  /** True if each answer names its request (Modbus TCP): then no late answer can be confused. */
  readonly hasTransactionIds: boolean;
  /** Maximum number of waiting requests. */
  readonly maxWaiting: number;
}

export const LINE_DEFAULTS: LineSettings = {
  baud: 9_600,
  minSilenceMs: 20,
  timeoutMs: 3_000,
  lateMs: 3_000,
  broadcastMs: 500,
  // A command is not repeated: its outcome is read back instead.
  retries: { command: 0, read: 1, poll: 1 },
  failedCycles: 2,
  backOffMs: 600_000,
  halfOpenMs: 120_000,
  idleMs: 900_000,
  hasEcho: false,
  hasTransactionIds: false,
  maxWaiting: 100,
};

/**
 * An outgoing line sends no heartbeats: its connection is probed by TCP, and may be silent for as
 * long as its meters are not polled.
 */
export const OUTGOING_DEFAULTS: LineSettings = { ...LINE_DEFAULTS, idleMs: Infinity };

/** Start, eight data bits, parity or a second stop bit, stop. */
const BITS_PER_CHARACTER = 11;
const SILENT_CHARACTERS = 3.5;

/** Time that a number of bytes needs on the line. */
export function transmissionMs(baud: number, bytes: number): number {
  return Math.ceil((bytes * BITS_PER_CHARACTER * 1000) / baud);
}

/** Silence between the end of one frame and the start of the next. */
export function silenceMs({ baud, minSilenceMs }: LineSettings): number {
  return Math.max(minSilenceMs, transmissionMs(baud, SILENT_CHARACTERS));
}
