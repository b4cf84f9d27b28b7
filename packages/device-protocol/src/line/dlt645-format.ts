/**
 * Frames of DL/T 645-2007. Besides both 68 bytes, the address must consist of decimal digits: a 68
 * among wake-up bytes would otherwise announce a long frame, and the frame after it would wait.
 */
import type { LineFrame } from '@busbar/domain/line/line-frame';
import { ERROR_BIT, FUNCTION_MASK, MORE_BIT, REPLY_BIT } from '../frame/dlt645/dlt645-control.ts';
import {
  cutDlt645,
  HEAD,
  isWhole,
  lengthFrom,
  START,
  TAIL,
  WAKE_UP,
} from '../frame/dlt645/dlt645-frame.ts';
import type { FormatRead, FrameFormat } from './frame-format.ts';
import { dlt645Refusal } from './slave-refusals.ts';

/** DL/T 645-2007, 5.2.5: at most 200 data bytes in an answer. */
const MAX_DATA = 200;
const ADDRESS_BYTES = 6;
/** Replaces the high digits of an address; matches any digits. */
const WILDCARD = 0xaa;
const PENDING: FormatRead = { kind: 'pending' };
const WAKING: FormatRead = { kind: 'none', reason: 'wake-up', seen: 1 };

const noise = (seen: number): FormatRead => ({ kind: 'none', reason: 'noise', seen });

export const DLT645_FORMAT: FrameFormat = { maxBytes: HEAD + MAX_DATA + TAIL, read };

function read(bytes: Uint8Array, from: number): FormatRead {
  const head = readHead(bytes, from);
  if (head !== undefined) return head;
  const length = lengthFrom(bytes, from)!;
  if (length > HEAD + MAX_DATA + TAIL) return { kind: 'none', reason: 'too-long', seen: HEAD };
  if (bytes.length < from + length) return PENDING;
  const found = cutDlt645(bytes, from);
  if (found === undefined || !isWhole(found)) {
    return { kind: 'none', reason: 'wrong-check', seen: length };
  }
  const { address, control, data } = found;
  const isReply = (control & REPLY_BIT) !== 0;
  const isRefusal = isReply && (control & ERROR_BIT) !== 0;
  const frame: LineFrame = {
    slave: address,
    direction: isReply ? 'reply' : 'request',
    fn: control & FUNCTION_MASK,
    refusal: isRefusal ? dlt645Refusal(data[0] ?? 0) : undefined,
    hasMore: isReply && (control & MORE_BIT) !== 0,
    data,
    bytes: bytes.slice(from, from + length),
  };
  return { kind: 'frame', frame, length };
}

/** Returns undefined if the bytes up to the length are those of a frame. */
function readHead(bytes: Uint8Array, from: number): FormatRead | undefined {
  const first = bytes[from];
  if (first === undefined) return PENDING;
  if (first !== START) return first === WAKE_UP ? WAKING : noise(1);
  let isWild = false;
  for (let at = 1; at <= ADDRESS_BYTES; at++) {
    const byte = bytes[from + at];
    if (byte === undefined) return PENDING;
    isWild ||= byte === WILDCARD;
    const isRight = isWild ? byte === WILDCARD : isDecimal(byte);
    if (!isRight) return noise(at + 1);
  }
  const second = bytes[from + ADDRESS_BYTES + 1];
  if (second !== undefined && second !== START) return noise(ADDRESS_BYTES + 2);
  return bytes.length < from + HEAD ? PENDING : undefined;
}

const isDecimal = (byte: number): boolean => byte >> 4 <= 9 && (byte & 0x0f) <= 9;
