/**
 * The Modbus RTU frame: address, function, data, CRC-16 low byte first. It has neither a start byte
 * nor a length field: the function determines the length of a request and of a reply, and only the
 * checksum proves which of the two it is.
 */
import { crc16 } from '../check-sum.ts';
import type { FrameTextKey } from '../names/frame-text-keys.ts';

export const MODBUS = {
  readCoils: 0x01,
  readDiscreteInputs: 0x02,
  readHoldingRegisters: 0x03,
  readInputRegisters: 0x04,
  writeSingleCoil: 0x05,
  writeSingleRegister: 0x06,
  writeMultipleCoils: 0x0f,
  writeMultipleRegisters: 0x10,
} as const;

export const EXCEPTION_BIT = 0x80;
export const HIGHEST_ADDRESS = 247;
export const CRC_BYTES = 2;
/** Number of bytes for address and function. */
export const MODBUS_HEAD = 2;

export const MODBUS_TEXTS: Readonly<Record<number, FrameTextKey>> = {
  [MODBUS.readCoils]: 'read-coils',
  [MODBUS.readDiscreteInputs]: 'read-discrete-inputs',
  [MODBUS.readHoldingRegisters]: 'read-holding-registers',
  [MODBUS.readInputRegisters]: 'read-input-registers',
  [MODBUS.writeSingleCoil]: 'write-single-coil',
  [MODBUS.writeSingleRegister]: 'write-single-register',
  [MODBUS.writeMultipleCoils]: 'write-multiple-coils',
  [MODBUS.writeMultipleRegisters]: 'write-multiple-registers',
};

export const EXCEPTION_TEXTS: Readonly<Record<number, FrameTextKey>> = {
  1: 'illegal-function',
  2: 'illegal-address',
  3: 'illegal-value',
  4: 'device-failure',
  5: 'acknowledged',
  6: 'busy',
  7: 'negative-acknowledge',
  8: 'memory-parity',
  10: 'path-unavailable',
  11: 'target-silent',
};

/** Layout of the bytes after the function. */
export type ModbusShape =
  /** First address and quantity: requests of reads, replies of writes. */
  | 'range'
  /** Byte count and values: replies of reads. */
  | 'values'
  /** Address and one value: requests and replies, which are the same. */
  | 'single'
  /** First address, quantity, byte count, values: requests of writes. */
  | 'range-values'
  | 'exception';

export interface ModbusCandidate {
  readonly shape: ModbusShape;
  /** Null if request and reply have the same bytes. */
  readonly direction: 'request' | 'reply' | null;
  /** Undefined if the byte that determines the length is missing. */
  readonly length: number | undefined;
}

const FIXED = 8;
const EXCEPTION_LENGTH = 5;

/** Possible frames by function; empty if the function is none of the eight of `MODBUS`. */
export function candidatesFrom(bytes: Uint8Array, from: number): readonly ModbusCandidate[] {
  const fn = bytes[from + 1];
  if (fn === undefined) return [];
  if (fn & EXCEPTION_BIT) {
    if (MODBUS_TEXTS[fn & ~EXCEPTION_BIT] === undefined) return [];
    return [{ shape: 'exception', direction: 'reply', length: EXCEPTION_LENGTH }];
  }
  switch (fn) {
    case MODBUS.readCoils:
    case MODBUS.readDiscreteInputs:
    case MODBUS.readHoldingRegisters:
    case MODBUS.readInputRegisters:
      return [
        { shape: 'range', direction: 'request', length: FIXED },
        { shape: 'values', direction: 'reply', length: countedFrom(bytes, from + 2, fn > 2) },
      ];
    case MODBUS.writeSingleCoil:
    case MODBUS.writeSingleRegister:
      return [{ shape: 'single', direction: null, length: FIXED }];
    case MODBUS.writeMultipleCoils:
    case MODBUS.writeMultipleRegisters:
      return [
        { shape: 'range', direction: 'reply', length: FIXED },
        {
          shape: 'range-values',
          direction: 'request',
          length: plus(countedFrom(bytes, from + 6, fn === MODBUS.writeMultipleRegisters), 4),
        },
      ];
    default:
      return [];
  }
}

/** Length of address, function, count, counted bytes, checksum; 0 if the count is impossible. */
function countedFrom(bytes: Uint8Array, at: number, inPairs: boolean): number | undefined {
  const count = bytes[at];
  if (count === undefined) return undefined;
  if (count === 0 || count > 250 || (inPairs && count % 2 === 1)) return 0;
  return MODBUS_HEAD + 1 + count + CRC_BYTES;
}

const plus = (length: number | undefined, more: number): number | undefined =>
  length ? length + more : length;

export function crcRight(bytes: Uint8Array, from: number, end: number): boolean {
  const crc = crc16(bytes, from, end - CRC_BYTES);
  return bytes[end - 2] === (crc & 0xff) && bytes[end - 1] === crc >> 8;
}

/** `data` contains all bytes after the function. */
export function buildModbus(address: number, fn: number, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(MODBUS_HEAD + data.length + CRC_BYTES);
  bytes[0] = address;
  bytes[1] = fn;
  bytes.set(data, MODBUS_HEAD);
  const end = MODBUS_HEAD + data.length;
  const crc = crc16(bytes, 0, end);
  bytes[end] = crc & 0xff;
  bytes[end + 1] = crc >> 8;
  return bytes;
}

export const word16 = (bytes: Uint8Array, at: number): number =>
  bytes[at]! * 0x100 + bytes[at + 1]!;
