/** The rows of one Modbus RTU frame with known layout and a correct checksum. */
import { type ByteRow, row, textRow } from '../byte-row.ts';
import { hexOf } from '../hex.ts';
import { type FrameProblem, problem } from '../names/frame-problem.ts';
import type { FrameTextKey } from '../names/frame-text-keys.ts';
import {
  CRC_BYTES,
  EXCEPTION_BIT,
  EXCEPTION_TEXTS,
  MODBUS,
  MODBUS_HEAD,
  MODBUS_TEXTS,
  type ModbusShape,
  word16,
} from './modbus-frame.ts';

interface ModbusRows {
  readonly rows: ByteRow[];
  readonly problems: FrameProblem[];
}

export function headRows(
  bytes: Uint8Array,
  from: number,
  words: readonly FrameTextKey[],
): ByteRow[] {
  const address = bytes[from]!;
  const all = address === 0 ? { words: ['broadcast' as const] } : {};
  return [
    row(bytes, from, from + 1, 'address', { value: address, ...all }),
    textRow(bytes, from + 1, from + 2, 'function', words),
  ];
}

export function functionTexts(fn: number, direction: 'request' | 'reply' | null): FrameTextKey[] {
  const text = MODBUS_TEXTS[fn & ~EXCEPTION_BIT] ?? 'unknown';
  if (fn & EXCEPTION_BIT) return ['error-reply', text];
  return direction === null ? [text] : [direction, text];
}

export function crcRow(bytes: Uint8Array, end: number, right: boolean): ByteRow {
  return textRow(bytes, end - CRC_BYTES, end, 'checksum', [right ? 'right' : 'wrong']);
}

/**
 * All rows between function and checksum. `firstAddress` is the address in the request: a reply
 * with values does not contain the address of its registers.
 */
export function bodyRows(
  bytes: Uint8Array,
  from: number,
  end: number,
  shape: ModbusShape,
  firstAddress?: number,
): ModbusRows {
  const fn = bytes[from + 1]!;
  const at = from + MODBUS_HEAD;
  const last = end - CRC_BYTES;
  switch (shape) {
    case 'exception': {
      const text = EXCEPTION_TEXTS[bytes[at]!] ?? 'unknown';
      return { rows: [textRow(bytes, at, at + 1, 'exception', [text])], problems: [] };
    }
    case 'range':
      return { rows: rangeRows(bytes, at), problems: rangeProblems(bytes, at, fn) };
    case 'single':
      return { rows: singleRows(bytes, at, fn), problems: [] };
    case 'values':
      return { rows: valueRows(bytes, at, last, fn, firstAddress), problems: [] };
    case 'range-values':
      return {
        rows: [...rangeRows(bytes, at), ...valueRows(bytes, at + 4, last, fn, word16(bytes, at))],
        problems: [...rangeProblems(bytes, at, fn), ...countProblems(bytes, at, fn)],
      };
  }
}

const rangeRows = (bytes: Uint8Array, at: number): ByteRow[] => [
  row(bytes, at, at + 2, 'start-address', { value: word16(bytes, at) }),
  row(bytes, at + 2, at + 4, 'quantity', { value: word16(bytes, at + 2) }),
];

/** Maximum quantity of a function (Modbus specification, 6.1 to 6.12). */
const HIGHEST_QUANTITY: Readonly<Record<number, number>> = {
  [MODBUS.readCoils]: 2000,
  [MODBUS.readDiscreteInputs]: 2000,
  [MODBUS.readHoldingRegisters]: 125,
  [MODBUS.readInputRegisters]: 125,
  [MODBUS.writeMultipleCoils]: 1968,
  [MODBUS.writeMultipleRegisters]: 123,
};

function rangeProblems(bytes: Uint8Array, at: number, fn: number): FrameProblem[] {
  const quantity = word16(bytes, at + 2);
  const highest = HIGHEST_QUANTITY[fn] ?? 0;
  if (quantity >= 1 && quantity <= highest) return [];
  const numbers = { expected: `1..${highest}`, found: String(quantity) };
  return [problem('quantity-invalid', at + 2, numbers)];
}

function countProblems(bytes: Uint8Array, at: number, fn: number): FrameProblem[] {
  const quantity = word16(bytes, at + 2);
  const expected = isCoils(fn) ? Math.ceil(quantity / 8) : 2 * quantity;
  const found = bytes[at + 4]!;
  if (found === expected) return [];
  return [
    problem('quantity-invalid', at + 4, { expected: String(expected), found: String(found) }),
  ];
}

function singleRows(bytes: Uint8Array, at: number, fn: number): ByteRow[] {
  const place = word16(bytes, at);
  const value = word16(bytes, at + 2);
  if (fn === MODBUS.writeSingleRegister) {
    return [
      row(bytes, at, at + 2, 'register-address', { value: place }),
      row(bytes, at + 2, at + 4, 'register', { value, of: [{ key: 'number', n: place }] }),
    ];
  }
  const text = value === 0xff00 ? 'on' : value === 0 ? 'off' : 'unknown';
  return [
    row(bytes, at, at + 2, 'coil-address', { value: place }),
    textRow(bytes, at + 2, at + 4, 'coil-value', [text], { of: [{ key: 'number', n: place }] }),
  ];
}

const isCoils = (fn: number): boolean =>
  fn === MODBUS.readCoils || fn === MODBUS.readDiscreteInputs || fn === MODBUS.writeMultipleCoils;

/** Rows of byte count and data: 16-bit registers, or eight coils per byte, lowest bit first. */
function valueRows(
  bytes: Uint8Array,
  at: number,
  last: number,
  fn: number,
  firstAddress: number | undefined,
): ByteRow[] {
  const rows = [row(bytes, at, at + 1, 'byte-count', { value: bytes[at]! })];
  const [key, size, perStep] = isCoils(fn)
    ? (['coils', 1, 8] as const)
    : (['register', 2, 1] as const);
  for (let from = at + 1, step = 0; from < last; from += size, step++) {
    const of =
      firstAddress === undefined
        ? ({ key: 'place', n: step * perStep + 1 } as const)
        : ({ key: 'number', n: firstAddress + step * perStep } as const);
    const value = size === 2 ? word16(bytes, from) : coilsText(bytes[from]!);
    rows.push(row(bytes, from, from + size, key, { value, of: [of] }));
  }
  return rows;
}

/** Returns the coils of a byte, first coil first; on the wire the first coil is the lowest bit. */
function coilsText(byte: number): string {
  let text = '';
  for (let bit = 0; bit < 8; bit++) text += (byte >> bit) & 1;
  return text;
}

export function unreadRow(bytes: Uint8Array, from: number, to: number): ByteRow {
  return row(bytes, from, to, 'unread', { value: '' });
}

export function dataRow(bytes: Uint8Array, from: number, to: number): ByteRow {
  return row(bytes, from, to, 'data', { value: hexOf(bytes, from, to) });
}
