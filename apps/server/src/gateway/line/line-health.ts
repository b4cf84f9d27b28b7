/** Counters of one line, and its last frames for a line monitor. */
import {
  DISCARD_REASONS,
  type DiscardReason,
  type Discards,
  noDiscards,
} from '@busbar/domain/line/discards';

const MAX_FRAMES = 200;
/** Bytes outside frames arrive in any number; only the first of them are shown. */
const MAX_SHOWN_BYTES = 300;

export type FrameResult = 'sent' | 'answer' | 'refusal' | DiscardReason;

export interface LineEntry {
  /** Epoch ms. */
  readonly at: number;
  readonly direction: 'sent' | 'received';
  readonly bytes: Uint8Array;
  readonly result: FrameResult;
}

export interface LineCounts {
  readonly sent: number;
  readonly answers: number;
  readonly refusals: number;
  readonly timeouts: number;
  /** Answers that were not used: their values continue in further frames, or have another length. */
  readonly incomplete: number;
  /** Bytes by reason. */
  readonly discarded: Readonly<Discards>;
}

export interface LineHealth extends LineCounts {
  /** Epoch ms. */
  readonly connectedAt: number;
  readonly lastReceivedAt: number;
  /** Stations that are left alone, and until when (epoch ms). */
  readonly leftAlone: ReadonlyMap<string, number>;
  /** Stations that cannot be polled, with the reason. */
  readonly faults: ReadonlyMap<string, string>;
  /** The oldest first. */
  readonly frames: readonly LineEntry[];
}

export class LineLog {
  sent = 0;
  answers = 0;
  refusals = 0;
  timeouts = 0;
  incomplete = 0;
  #frames: LineEntry[] = [];

  add(entry: LineEntry): void {
    const bytes = entry.bytes.slice(0, MAX_SHOWN_BYTES);
    this.#frames.push({ ...entry, bytes });
    if (this.#frames.length >= 2 * MAX_FRAMES) this.#frames = this.#frames.slice(-MAX_FRAMES);
  }

  get frames(): readonly LineEntry[] {
    return this.#frames.slice(-MAX_FRAMES);
  }
}

/** Adds what the cutter and the line have discarded. */
export function discardsOf(...parts: readonly Readonly<Discards>[]): Discards {
  return Object.fromEntries(
    DISCARD_REASONS.map((reason) => [reason, parts.reduce((sum, part) => sum + part[reason], 0)]),
  ) as Discards;
}

export const NO_COUNTS: LineCounts = {
  sent: 0,
  answers: 0,
  refusals: 0,
  timeouts: 0,
  incomplete: 0,
  discarded: noDiscards(),
};

export function addCounts(one: LineCounts, other: LineCounts): LineCounts {
  return {
    sent: one.sent + other.sent,
    answers: one.answers + other.answers,
    refusals: one.refusals + other.refusals,
    timeouts: one.timeouts + other.timeouts,
    incomplete: one.incomplete + other.incomplete,
    discarded: discardsOf(one.discarded, other.discarded),
  };
}

/** Returns the reason that has grown most between two states; undefined if none has. */
export function grownReason(before: Discards, after: Discards): DiscardReason | undefined {
  let found: DiscardReason | undefined;
  for (const reason of DISCARD_REASONS) {
    const growth = after[reason] - before[reason];
    if (growth > 0 && (found === undefined || growth > after[found] - before[found]))
      found = reason;
  }
  return found;
}
