/**
 * Interprets bytes as Modbus RTU. An interpretation is certain if the checksum is correct at the
 * length given by its function; there may be more than one. If no interpretation is certain, only
 * unambiguous problems are reported: a wrong checksum at exactly that length, or a truncated frame.
 */
import { crc16 } from '../check-sum.ts';
import { hexByte, hexOf } from '../hex.ts';
import { type FrameProblem, problem } from '../names/frame-problem.ts';
import type { Direction, FrameReading } from '../names/frame-reading.ts';
import {
  CRC_BYTES,
  candidatesFrom,
  crcRight,
  HIGHEST_ADDRESS,
  MODBUS_HEAD,
  type ModbusCandidate,
} from './modbus-frame.ts';
import { bodyRows, crcRow, dataRow, functionTexts, headRows, unreadRow } from './modbus-rows.ts';

const SHORTEST = 4;

/** Returns the interpretations with a correct checksum; empty if there are none. */
export function certainModbus(
  bytes: Uint8Array,
  from: number,
  firstAddress?: number,
): FrameReading[] {
  const readings = candidatesFrom(bytes, from)
    .filter((candidate) => isProved(bytes, from, candidate))
    .map((candidate) => readAs(bytes, from, candidate, firstAddress));
  const possible = readings.filter(({ problems }) => problems.every(isPossible));
  // A request with an impossible quantity is discarded if the same bytes are a valid reply.
  if (possible.length > 0) return possible;
  if (readings.length > 0) return readings;
  const rest = restAsFrame(bytes, from);
  return rest === undefined ? [] : [rest];
}

const isPossible = ({ key }: FrameProblem): boolean => key !== 'quantity-invalid';

function isProved(bytes: Uint8Array, from: number, { length }: ModbusCandidate): boolean {
  return (
    length !== undefined &&
    length > 0 &&
    from + length <= bytes.length &&
    crcRight(bytes, from, from + length)
  );
}

function readAs(
  bytes: Uint8Array,
  from: number,
  { shape, direction, length }: ModbusCandidate,
  firstAddress: number | undefined,
): FrameReading {
  const end = from + length!;
  const body = bodyRows(bytes, from, end, shape, firstAddress);
  const rows = [
    ...headRows(bytes, from, functionTexts(bytes[from + 1]!, direction)),
    ...body.rows,
    crcRow(bytes, end, true),
  ];
  const problems = [
    ...(direction === null ? [problem('both-directions', from)] : []),
    ...body.problems,
  ];
  return { protocol: 'modbus', direction, whole: true, from, end, rows, problems };
}

/**
 * Interprets all remaining bytes as one frame if their checksum is correct although the layout is
 * not in the Modbus specification.
 */
function restAsFrame(bytes: Uint8Array, from: number): FrameReading | undefined {
  const end = bytes.length;
  if (end - from < SHORTEST || bytes[from]! > HIGHEST_ADDRESS) return undefined;
  if (!crcRight(bytes, from, end)) return undefined;
  const fn = bytes[from + 1]!;
  const known = candidatesFrom(bytes, from).length > 0;
  const dataFrom = from + MODBUS_HEAD;
  const dataTo = end - CRC_BYTES;
  const rows = [
    ...headRows(bytes, from, functionTexts(fn, null)),
    ...(dataTo > dataFrom ? [dataRow(bytes, dataFrom, dataTo)] : []),
    crcRow(bytes, end, true),
  ];
  const problems = [
    problem(known ? 'data-length' : 'unknown-function', known ? dataFrom : from + 1),
  ];
  return { protocol: 'modbus', direction: null, whole: true, from, end, rows, problems };
}

/** Interprets bytes without a correct checksum; undefined if nothing indicates this protocol. */
export function doubtfulModbus(bytes: Uint8Array, from: number): FrameReading | undefined {
  const end = bytes.length;
  if (bytes[from]! > HIGHEST_ADDRESS) return undefined;
  const candidates = candidatesFrom(bytes, from);
  const exact = candidates.filter(({ length }) => length === end - from);
  if (exact.length > 0) return wrongSum(bytes, from, exact);
  const longer = candidates.filter(({ length }) => length === undefined || length > end - from);
  return longer.length > 0 ? cutOff(bytes, from, longer) : undefined;
}

function wrongSum(
  bytes: Uint8Array,
  from: number,
  candidates: readonly ModbusCandidate[],
): FrameReading {
  const end = bytes.length;
  const direction = candidates.length === 1 ? candidates[0]!.direction : null;
  const crc = crc16(bytes, from, end - CRC_BYTES);
  const numbers = {
    expected: hexByte(crc) + hexByte(crc >> 8),
    found: hexOf(bytes, end - CRC_BYTES, end),
  };
  return doubtful(
    bytes,
    from,
    direction,
    problem('checksum', end - CRC_BYTES, numbers),
    end - CRC_BYTES,
  );
}

function cutOff(bytes: Uint8Array, from: number, longer: readonly ModbusCandidate[]): FrameReading {
  const lengths = longer.map(({ length }) => length);
  const known = lengths.filter((length) => length !== undefined);
  const expected = known.length === lengths.length ? known.join(' / ') : `${SHORTEST + 1}+`;
  const numbers = { expected, found: String(bytes.length - from) };
  return doubtful(bytes, from, null, problem('cut', bytes.length, numbers), undefined);
}

function doubtful(
  bytes: Uint8Array,
  from: number,
  direction: Direction | null,
  found: FrameProblem,
  sumFrom: number | undefined,
): FrameReading {
  const end = bytes.length;
  const bodyFrom = from + MODBUS_HEAD;
  const bodyTo = sumFrom ?? end;
  const rows = [
    ...headRows(bytes, from, functionTexts(bytes[from + 1]!, direction)),
    ...(bodyTo > bodyFrom ? [unreadRow(bytes, bodyFrom, bodyTo)] : []),
    ...(sumFrom === undefined ? [] : [crcRow(bytes, end, false)]),
  ];
  return { protocol: 'modbus', direction, whole: false, from, end, rows, problems: [found] };
}
