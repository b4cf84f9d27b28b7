/**
 * Decides if a frame answers a request. An answer has the request's slave and function and, unless
 * it is a refusal, its identifier and length. A refusal has no identifier, and a Modbus reply no
 * register address: requests with the same slave and function cannot be distinguished by their answers,
 * so they are never sent while an answer to another of them may still arrive.
 */
import type { DiscardReason } from './discards.ts';
import type { LineFrame } from './line-frame.ts';

export interface Expectation {
  /** Address as in `LineFrame.slave`; leading pairs AA match any digits (DL/T 645). */
  readonly slave: string;
  readonly fn: number;
  /** First bytes of the answer's data: an identifier, or the repeated content of a write. */
  readonly prefix: Uint8Array;
  /** Number of data bytes; undefined if the request does not determine it. */
  readonly length: number | undefined;
  /** The last of the answer's data bytes: the number of a following frame (DL/T 645). */
  readonly last?: number;
  /** Length of the longest answer, for the time of its transmission. */
  readonly maxBytes: number;
}

/** A request in bytes. `expects` is null for a broadcast, which no slave answers. */
export interface Exchange {
  readonly bytes: Uint8Array;
  readonly expects: Expectation | null;
  /** How the rest of an answer is read that continues in further frames. */
  readonly following?: {
    /** `sequence` begins at 1. */
    readonly exchange: (sequence: number) => Exchange;
    /** The data of a following frame that continues that of the one before it. */
    readonly dataIn: (frame: LineFrame) => Uint8Array;
  };
}

const WILDCARD = /^(?:AA)+/;

/** True if one slave can have both addresses. */
function canBeSameSlave(a: string, b: string): boolean {
  const [ownA, ownB] = [a.replace(WILDCARD, ''), b.replace(WILDCARD, '')];
  if (ownA !== a || ownB !== b) return ownA.endsWith(ownB) || ownB.endsWith(ownA);
  return a === b;
}

/** True if an answer to one request might be taken as the answer to the other. */
export function canBeConfused(a: Expectation, b: Expectation): boolean {
  return a.fn === b.fn && canBeSameSlave(a.slave, b.slave);
}

/** True if the slave and the function of the frame are the expected ones. */
export function isFromExpected(frame: LineFrame, { slave, fn }: Expectation): boolean {
  return frame.direction !== 'request' && frame.fn === fn && canBeSameSlave(slave, frame.slave);
}

export function isAnswer(frame: LineFrame, expects: Expectation): boolean {
  if (!isFromExpected(frame, expects)) return false;
  if (frame.refusal !== undefined) return true;
  const { prefix, length, last } = expects;
  // The first of several frames is shorter than the whole answer.
  if (length !== undefined && !frame.hasMore && frame.data.length !== length) return false;
  if (last !== undefined && frame.data.at(-1) !== last) return false;
  return prefix.every((byte, at) => frame.data[at] === byte);
}

/**
 * Reason for which a frame that is no answer is discarded. `current` is the request in progress,
 * `earlier` are requests whose answers may still arrive.
 */
export function reasonToDiscard(
  frame: LineFrame,
  current: Exchange | undefined,
  earlier: readonly Expectation[],
): DiscardReason {
  if (current !== undefined && isSame(frame.bytes, current.bytes)) return 'echo';
  if (earlier.some((expects) => isFromExpected(frame, expects))) return 'late';
  const expected = current?.expects?.slave;
  if (expected === undefined || frame.direction === 'request') return 'other-slave';
  return canBeSameSlave(expected, frame.slave) ? 'late' : 'other-slave';
}

export const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);
