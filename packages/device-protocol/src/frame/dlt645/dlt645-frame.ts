/**
 * The DL/T 645-2007 frame (5.2): 68, six bytes of address low byte first, 68, control, length, data
 * with 33H added to each byte, sum of all bytes from the first 68, 16. Up to four FE bytes may
 * precede it to wake the receiver.
 */
import { sum8 } from '../check-sum.ts';
import { digitsOf } from '../data-field.ts';

export const START = 0x68;
export const END = 0x16;
export const WAKE_UP = 0xfe;
const DATA_OFFSET = 0x33;
/** Number of bytes from the first 68 to the data. */
export const HEAD = 10;
/** Number of bytes of checksum and end byte. */
export const TAIL = 2;

/** A complete frame. */
export interface Dlt645Frame {
  /** Offset of the first wake-up byte or, if there is none, of the first 68. */
  readonly from: number;
  readonly start: number;
  /** Offset after the last byte. */
  readonly end: number;
  /** Twelve digits, highest first. */
  readonly address: string;
  readonly control: number;
  /** Data after 33H was subtracted. */
  readonly data: Uint8Array;
  readonly sumRight: boolean;
  readonly endRight: boolean;
}

/** Offset of the first 68 if the available bytes match the start of a frame; otherwise -1. */
export function startOf(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === WAKE_UP) at++;
  if (bytes[at] !== START) return -1;
  return at + 7 >= bytes.length || bytes[at + 7] === START ? at : -1;
}

/** Length of the whole frame that starts here; undefined until its length byte is available. */
export function lengthFrom(bytes: Uint8Array, start: number): number | undefined {
  const length = bytes[start + HEAD - 1];
  return length === undefined ? undefined : HEAD + length + TAIL;
}

/** Returns undefined if no frame begins here, or if its end is missing. */
export function cutDlt645(bytes: Uint8Array, from: number): Dlt645Frame | undefined {
  const start = startOf(bytes, from);
  const length = start < 0 ? undefined : lengthFrom(bytes, start);
  if (length === undefined || start + length > bytes.length) return undefined;
  const end = start + length;
  const data = bytes.slice(start + HEAD, end - TAIL);
  for (let at = 0; at < data.length; at++) data[at]! -= DATA_OFFSET;
  return {
    from,
    start,
    end,
    address: digitsOf(bytes, start + 1, start + 7),
    control: bytes[start + 8]!,
    data,
    sumRight: sum8(bytes, start, end - TAIL) === bytes[end - TAIL],
    endRight: bytes[end - 1] === END,
  };
}

export const isWhole = ({ sumRight, endRight }: Dlt645Frame): boolean => sumRight && endRight;

/** Builds a frame. `address` has twelve digits, AA for any digits; `data` is before adding 33H. */
export function buildDlt645(address: string, control: number, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(HEAD + data.length + TAIL);
  bytes[0] = START;
  for (let at = 0; at < 6; at++) {
    bytes[6 - at] = Number.parseInt(address.slice(2 * at, 2 * at + 2), 16);
  }
  bytes[7] = START;
  bytes[8] = control;
  bytes[9] = data.length;
  for (let at = 0; at < data.length; at++) bytes[HEAD + at] = data[at]! + DATA_OFFSET;
  bytes[HEAD + data.length] = sum8(bytes, 0, HEAD + data.length);
  bytes[HEAD + data.length + 1] = END;
  return bytes;
}
