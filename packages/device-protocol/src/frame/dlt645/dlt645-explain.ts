/** Explains a DL/T 645-2007 frame byte by byte; interprets data only if the checksum is correct. */
import { type ByteRow, row, textRow } from '../byte-row.ts';
import { sum8 } from '../check-sum.ts';
import { digitsOf } from '../data-field.ts';
import { hexByte } from '../hex.ts';
import { type FrameProblem, problem } from '../names/frame-problem.ts';
import type { FrameReading } from '../names/frame-reading.ts';
import { controlTexts, REPLY_BIT } from './dlt645-control.ts';
import { explainData } from './dlt645-data.ts';
import {
  cutDlt645,
  type Dlt645Frame,
  HEAD,
  isWhole,
  lengthFrom,
  startOf,
  TAIL,
} from './dlt645-frame.ts';

/** Returns undefined if no frame of this protocol begins here. */
export function explainDlt645(bytes: Uint8Array, from: number): FrameReading | undefined {
  const start = startOf(bytes, from);
  if (start < 0) return undefined;
  const frame = cutDlt645(bytes, from);
  return frame === undefined ? explainCut(bytes, from, start) : explainFrame(bytes, frame);
}

function explainFrame(bytes: Uint8Array, frame: Dlt645Frame): FrameReading {
  const { from, start, end, control, data } = frame;
  const problems: FrameProblem[] = [];
  const rows = headRows(bytes, from, start, start + HEAD, problems);
  const dataFrom = start + HEAD;
  const dataTo = end - TAIL;
  if (isWhole(frame)) {
    const plain = bytes.slice();
    plain.set(data, dataFrom);
    const read = explainData({ bytes, plain, from: dataFrom, to: dataTo }, control);
    rows.push(...read.rows);
    problems.push(...read.problems);
  } else if (dataTo > dataFrom) rows.push(unread(bytes, dataFrom, dataTo));
  rows.push(textRow(bytes, dataTo, dataTo + 1, 'checksum', [frame.sumRight ? 'right' : 'wrong']));
  rows.push(textRow(bytes, end - 1, end, 'end', [frame.endRight ? 'right' : 'wrong']));
  if (!frame.sumRight) {
    const expected = hexByte(sum8(bytes, start, dataTo));
    problems.push(problem('checksum', dataTo, { expected, found: hexByte(bytes[dataTo]!) }));
  }
  if (!frame.endRight) {
    problems.push(problem('no-end', end - 1, { expected: '16', found: hexByte(bytes[end - 1]!) }));
  }
  const direction = (control & REPLY_BIT) === 0 ? 'request' : 'reply';
  return { protocol: 'dlt645', direction, whole: isWhole(frame), from, end, rows, problems };
}

/** Explains a truncated frame: complete fields by name, the rest as uninterpreted bytes. */
function explainCut(bytes: Uint8Array, from: number, start: number): FrameReading {
  const problems: FrameProblem[] = [];
  const rows = headRows(bytes, from, start, bytes.length, problems);
  const last = rows.at(-1);
  const at = last === undefined ? from : last.offset + last.hex.length / 2;
  if (at < bytes.length) rows.push(unread(bytes, at, bytes.length));
  const length = lengthFrom(bytes, start);
  const expected = length === undefined ? `${HEAD + TAIL}+` : String(length);
  problems.push(problem('cut', bytes.length, { expected, found: String(bytes.length - start) }));
  const control = bytes[start + 8];
  const direction =
    control === undefined ? null : (control & REPLY_BIT) === 0 ? 'request' : 'reply';
  return { protocol: 'dlt645', direction, whole: false, from, end: bytes.length, rows, problems };
}

function headRows(
  bytes: Uint8Array,
  from: number,
  start: number,
  until: number,
  problems: FrameProblem[],
): ByteRow[] {
  const rows: ByteRow[] = [];
  const field = (at: number, length: number, make: (at: number) => ByteRow) => {
    if (start + at + length <= until) rows.push(make(start + at));
  };
  if (start > from) rows.push(row(bytes, from, start, 'wakeup', { value: start - from }));
  field(0, 1, (at) => textRow(bytes, at, at + 1, 'start', ['right']));
  field(1, 6, (at) => addressRow(bytes, at, problems));
  field(7, 1, (at) => textRow(bytes, at, at + 1, 'start', ['right']));
  field(8, 1, (at) => textRow(bytes, at, at + 1, 'control', controlTexts(bytes[at]!)));
  field(9, 1, (at) => row(bytes, at, at + 1, 'length', { value: bytes[at]! }));
  return rows;
}

/** High bytes may be AA, which matches any digits (5.2.3). */
const ADDRESS = /^(?:AA)*\d*$/;

function addressRow(bytes: Uint8Array, at: number, problems: FrameProblem[]): ByteRow {
  const value = digitsOf(bytes, at, at + 6);
  if (value === '999999999999')
    return row(bytes, at, at + 6, 'address', { value, words: ['broadcast'] });
  if (value === 'AAAAAAAAAAAA')
    return row(bytes, at, at + 6, 'address', { value, words: ['any-address'] });
  if (!ADDRESS.test(value)) problems.push(problem('address-not-bcd', at, { found: value }));
  return row(bytes, at, at + 6, 'address', { value });
}

const unread = (bytes: Uint8Array, from: number, to: number): ByteRow =>
  row(bytes, from, to, 'unread', { value: '' });
