/**
 * Heartbeats of a DTU, which may arrive inside a frame. The bytes of the text can also be values, so
 * they are removed from a frame only if it is not valid with them.
 */
import type { FormatRead, FrameFormat } from './frame-format.ts';

/** Number of places tried for a heartbeat in a frame; noise that repeats the text costs no more. */
const MAX_PLACES = 4;
/** Maximum number of heartbeats in one frame. */
export const MAX_INSIDE = 2;

export interface HeartbeatRead {
  readonly read: FormatRead;
  /** Number of heartbeats that were removed from the frame. */
  readonly removed: number;
}

/** The last request and the heartbeat text; `isFinal` if no more bytes follow. */
export interface HeartbeatContext {
  readonly format: FrameFormat;
  readonly heartbeat: Uint8Array;
  readonly sent: Uint8Array;
  readonly isFinal: boolean;
}

/** Reads the frame at offset `from`, of which `read` is the result with all bytes. */
export function readAround(
  context: HeartbeatContext,
  bytes: Uint8Array,
  from: number,
  read: FormatRead,
  inside = MAX_INSIDE,
): HeartbeatRead {
  const { format, heartbeat, sent, isFinal } = context;
  const canWait = read.kind === 'pending' && !isFinal;
  if (read.kind === 'frame' || canWait || heartbeat.length === 0 || inside === 0) {
    return { read, removed: 0 };
  }
  const end = read.kind === 'none' ? Math.min(from + read.seen, bytes.length) : bytes.length;
  let isPending = !isFinal && endsWithStart(bytes, heartbeat, from + 1, end);
  for (const at of placesOf(heartbeat, bytes, from + 1, end)) {
    const rest = without(bytes, from, at, heartbeat.length);
    const found = readAround(context, rest, 0, format.read(rest, 0, sent), inside - 1);
    if (found.read.kind === 'frame') return { read: found.read, removed: found.removed + 1 };
    if (found.read.kind === 'pending') isPending = true;
  }
  return { read: isPending ? { kind: 'pending' } : read, removed: 0 };
}

export function hasAt(bytes: Uint8Array, at: number, text: Uint8Array): boolean {
  return text.length > 0 && commonAt(bytes, at, text) === text.length;
}

/** True if the bytes end at `at` with the first bytes of the text. */
export function isStartAt(bytes: Uint8Array, at: number, text: Uint8Array): boolean {
  const common = commonAt(bytes, at, text);
  return common < text.length && at + common === bytes.length;
}

function commonAt(bytes: Uint8Array, at: number, text: Uint8Array): number {
  let common = 0;
  while (common < text.length && bytes[at + common] === text[common]) common++;
  return common;
}

/** Offsets of the text that are at least `first` and less than `end`. */
function placesOf(text: Uint8Array, bytes: Uint8Array, first: number, end: number): number[] {
  const places: number[] = [];
  for (let at = first; places.length < MAX_PLACES; at++) {
    at = bytes.indexOf(text[0]!, at);
    if (at < 0 || at >= end) break;
    if (hasAt(bytes, at, text)) places.push(at);
  }
  return places;
}

/** True if the last bytes are the start of a text that begins between the two offsets. */
function endsWithStart(bytes: Uint8Array, text: Uint8Array, first: number, end: number): boolean {
  for (let at = Math.max(first, bytes.length - text.length + 1); at < end; at++) {
    if (isStartAt(bytes, at, text)) return true;
  }
  return false;
}

function without(bytes: Uint8Array, from: number, at: number, length: number): Uint8Array {
  const rest = new Uint8Array(bytes.length - from - length);
  rest.set(bytes.subarray(from, at));
  rest.set(bytes.subarray(at + length), at - from);
  return rest;
}
