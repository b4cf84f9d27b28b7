/**
 * The poll cycles of a line: which block of which slave is read next. A cycle reads the blocks of
 * one slave in order. A slave that answers no block is left alone after `failedCycles` cycles; the
 * other slaves of the line are polled as before.
 */
import type { Exchange } from './expectation.ts';
import type { LineAction } from './line-request.ts';
import type { LineSettings } from './line-settings.ts';

/** Data that one request reads. */
export interface PollBlock {
  readonly id: string;
  readonly exchange: Exchange;
}

export interface PolledSlave {
  readonly slave: string;
  /** Time from the start of a cycle to the start of the next, ms. */
  readonly intervalMs: number;
  readonly blocks: readonly PollBlock[];
}

export type PollResult = 'answered' | 'no-such-data' | 'no-answer';

export interface DueBlock {
  readonly slave: string;
  readonly block: PollBlock;
}

interface SlaveState {
  readonly polled: PolledSlave;
  blocks: readonly PollBlock[];
  /** Start of the next cycle; of the running one until it ends. */
  dueAt: number;
  /** Blocks of the running cycle that were not read yet; empty between cycles. */
  remaining: readonly PollBlock[];
  /** Id of the block that is being read. */
  reading: string | undefined;
  hasAnswered: boolean;
  failedCycles: number;
  isLeftAlone: boolean;
  /** Rotation of the blocks: a cycle that failed at one block is followed by one that begins after it. */
  first: number;
}

type Note = Extract<LineAction, { kind: 'left-alone' | 'left-out' | 'cycle-end' }>;

export class PollPlan {
  #slaves: readonly SlaveState[];
  readonly #settings: LineSettings;

  /** The first cycles are due immediately. */
  constructor(slaves: readonly PolledSlave[], settings: LineSettings, now: number) {
    this.#settings = settings;
    this.#slaves = slaves.map((polled) => newState(polled, now));
  }

  /** Replaces the slaves; one whose object is the same keeps its state, the others are due now. */
  replace(slaves: readonly PolledSlave[], now: number): void {
    const former = new Map(this.#slaves.map((state) => [state.polled, state]));
    this.#slaves = slaves.map((polled) => former.get(polled) ?? newState(polled, now));
  }

  /** Returns the block that is due for the longest time; the caller reports its end with `end`. */
  take(now: number, canSend: (exchange: Exchange) => boolean): DueBlock | undefined {
    let chosen: SlaveState | undefined;
    for (const state of this.#slaves) {
      const block = nextBlock(state);
      if (block === undefined || state.dueAt > now || !canSend(block.exchange)) continue;
      if (chosen === undefined || state.dueAt < chosen.dueAt) chosen = state;
    }
    if (chosen === undefined) return undefined;
    if (chosen.remaining.length === 0) startCycle(chosen);
    const [block, ...remaining] = chosen.remaining;
    chosen.remaining = remaining;
    chosen.reading = block!.id;
    return { slave: chosen.polled.slave, block: block! };
  }

  end(slave: string, blockId: string, result: PollResult, now: number): Note[] {
    const state = this.#slaves.find(({ polled }) => polled.slave === slave);
    // A block of a replaced slave belongs to no cycle.
    if (state?.reading !== blockId) return [];
    state.reading = undefined;
    if (result !== 'no-answer') state.hasAnswered = true;
    const notes: Note[] = [];
    if (result === 'no-such-data') {
      state.blocks = state.blocks.filter(({ id }) => id !== blockId);
      notes.push({ kind: 'left-out', slave, block: blockId });
    }
    // A slave that has answered in this cycle may ignore single blocks; the others are still read.
    const isDead = result === 'no-answer' && !state.hasAnswered;
    if (isDead) state.remaining = [];
    if (state.remaining.length === 0) {
      notes.push({ kind: 'cycle-end', slave }, ...this.#endCycle(state, isDead, now));
    }
    return notes;
  }

  /** Ends the back-off of a slave that has answered another request. */
  reach(slave: string, now: number): Note[] {
    const state = this.#slaves.find(({ polled }) => polled.slave === slave);
    if (state === undefined) return [];
    state.failedCycles = 0;
    if (!state.isLeftAlone) return [];
    state.isLeftAlone = false;
    state.dueAt = now;
    return [{ kind: 'left-alone', slave, until: null }];
  }

  /** Time at which a block is due, Infinity if there is none; `canSend` as for `take`. */
  nextDueAt(canSend: (exchange: Exchange) => boolean): number {
    return this.#slaves.reduce((first, state) => {
      const block = nextBlock(state);
      return block !== undefined && canSend(block.exchange) ? Math.min(first, state.dueAt) : first;
    }, Infinity);
  }

  #endCycle(state: SlaveState, isDead: boolean, now: number): Note[] {
    const { slave, intervalMs } = state.polled;
    // Missed cycles are skipped, so that a slow line does not accumulate them.
    const missed = Math.max(0, Math.floor((now - state.dueAt) / intervalMs));
    state.dueAt += (missed + 1) * intervalMs;
    state.failedCycles = isDead ? state.failedCycles + 1 : 0;
    const wasLeftAlone = state.isLeftAlone;
    state.isLeftAlone = state.failedCycles >= this.#settings.failedCycles;
    if (isDead) state.first++;
    if (!state.isLeftAlone) {
      return wasLeftAlone ? [{ kind: 'left-alone', slave, until: null }] : [];
    }
    state.dueAt = Math.max(state.dueAt, now + this.#settings.backOffMs);
    return [{ kind: 'left-alone', slave, until: state.dueAt }];
  }
}

function newState(polled: PolledSlave, now: number): SlaveState {
  return {
    polled,
    blocks: polled.blocks,
    dueAt: now,
    remaining: [],
    reading: undefined,
    hasAnswered: false,
    failedCycles: 0,
    isLeftAlone: false,
    first: 0,
  };
}

function nextBlock({ reading, remaining, blocks, first }: SlaveState): PollBlock | undefined {
  if (reading !== undefined) return undefined;
  return remaining[0] ?? blocks[first % blocks.length];
}

function startCycle(state: SlaveState): void {
  const first = state.first % state.blocks.length;
  state.remaining = [...state.blocks.slice(first), ...state.blocks.slice(0, first)];
  state.hasAnswered = false;
}
