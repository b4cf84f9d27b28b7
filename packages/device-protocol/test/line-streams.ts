/** Streams of bytes for the tests of the serial line, and an independent search for valid frames. */
import fc from 'fast-check';
import { DLT645_FORMAT } from '../src/line/dlt645-format.ts';
import { FrameCutter } from '../src/line/frame-cutter.ts';
import type { FrameFormat } from '../src/line/frame-format.ts';
import { MODBUS_FORMAT } from '../src/line/modbus-format.ts';

export const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/[0-9a-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16));

export const textBytes = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');

export const join = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

export interface Protocol {
  readonly name: string;
  readonly format: FrameFormat;
  /** A complete answer: the slave's index, its data. */
  readonly frame: fc.Arbitrary<Uint8Array>;
  /** Length of the valid answer at the start of the bytes; undefined if there is none. */
  readonly validLength: (bytes: Uint8Array) => number | undefined;
}

/** CRC-16 by its definition, bit by bit. */
function crcOf(bytes: Uint8Array): readonly [number, number] {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc % 2 === 1 ? ((crc - 1) / 2) ^ 0xa001 : crc / 2;
  }
  return [crc % 256, Math.floor(crc / 256)];
}

const withCrc = (...body: readonly number[]): Uint8Array =>
  Uint8Array.of(...body, ...crcOf(Uint8Array.from(body)));

const sumOf = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => (sum + byte) % 256, 0);

/** Values that contain the heartbeat text now and then. */
const values = (units: number): fc.Arbitrary<number[]> =>
  fc
    .array(
      fc.oneof(
        { weight: 9, arbitrary: fc.tuple(fc.nat(255), fc.nat(255)) },
        { weight: 1, arbitrary: fc.constant([0x48, 0x42]) },
      ),
      { minLength: 1, maxLength: units },
    )
    .map((pairs) => pairs.flat());

const slave = fc.integer({ min: 1, max: 247 });

export const modbus: Protocol = {
  name: 'Modbus RTU',
  format: MODBUS_FORMAT,
  frame: fc.oneof(
    fc
      .tuple(slave, fc.constantFrom(3, 4), values(20))
      .map(([address, fn, data]) => withCrc(address, fn, data.length, ...data)),
    fc
      .tuple(slave, fc.constantFrom(1, 2), fc.array(fc.nat(255), { minLength: 1, maxLength: 9 }))
      .map(([address, fn, data]) => withCrc(address, fn, data.length, ...data)),
    fc
      .tuple(
        slave,
        fc.constantFrom(5, 6, 15, 16),
        values(2).map((data) => [...data, 0, 1].slice(0, 4)),
      )
      .filter(([, , data]) => data.length === 4)
      .map(([address, fn, data]) => withCrc(address, fn, ...data)),
    fc
      .tuple(slave, fc.constantFrom(1, 2, 3, 4, 5, 6, 15, 16), fc.integer({ min: 1, max: 11 }))
      .map(([address, fn, code]) => withCrc(address, fn + 0x80, code)),
  ),
  validLength: (bytes) => {
    const [address = 0, fn = 0, count = 0] = bytes;
    if (address < 1 || address > 247) return undefined;
    const isRead = fn >= 1 && fn <= 4;
    const isWrite = [5, 6, 15, 16].includes(fn);
    const isRefusal = [0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x8f, 0x90].includes(fn);
    if (!isRead && !isWrite && !isRefusal) return undefined;
    if (isRead && (count === 0 || count > 250 || (fn > 2 && count % 2 === 1))) return undefined;
    const length = isRefusal ? 5 : isWrite ? 8 : count + 5;
    if (bytes.length < length) return undefined;
    const [low, high] = crcOf(bytes.slice(0, length - 2));
    return bytes[length - 2] === low && bytes[length - 1] === high ? length : undefined;
  },
};

function meterFrame(address: readonly number[], control: number, data: readonly number[]) {
  const body = Uint8Array.of(
    0x68,
    ...address,
    0x68,
    control,
    data.length,
    ...data.map((byte) => (byte + 0x33) % 256),
  );
  return Uint8Array.of(...body, sumOf(body), 0x16);
}

const decimal = fc.integer({ min: 0, max: 99 }).map((n) => Math.floor(n / 10) * 16 + (n % 10));

export const dlt645: Protocol = {
  name: 'DL/T 645-2007',
  format: DLT645_FORMAT,
  frame: fc
    .tuple(
      fc.array(decimal, { minLength: 6, maxLength: 6 }),
      fc.constantFrom(0x91, 0xb1, 0x92, 0x93, 0x94, 0x9c, 0xd1, 0xdc),
      fc.oneof(values(20), fc.constant([])),
    )
    .map(([address, control, data]) => meterFrame(address, control, data)),
  validLength: (bytes) => {
    const length = (bytes[9] ?? 0) + 12;
    const isFrame =
      bytes[0] === 0x68 &&
      bytes[7] === 0x68 &&
      length <= 212 &&
      bytes.length >= length &&
      bytes[length - 1] === 0x16 &&
      sumOf(bytes.slice(0, length - 2)) === bytes[length - 2];
    return isFrame ? length : undefined;
  },
};

export const PROTOCOLS = [modbus, dlt645];

/** Cuts a stream that arrives in parts of these sizes, repeated, and ends after it. */
export function cutAll(
  { format }: Protocol,
  stream: Uint8Array,
  sizes: readonly number[],
  heartbeat = '',
) {
  const cutter = new FrameCutter({ format, heartbeat: textBytes(heartbeat), gapMs: 500 });
  const frames: string[] = [];
  let turn = 0;
  for (let from = 0; from < stream.length; ) {
    const size = sizes[turn++ % sizes.length]!;
    frames.push(...cutter.receive(stream.subarray(from, from + size), 0).map((f) => hex(f.bytes)));
    from += size;
  }
  const atOnce = frames.length;
  frames.push(...cutter.tick(0, true).map((f) => hex(f.bytes)));
  return { frames, atOnce, discarded: { ...cutter.discarded }, pending: cutter.pending };
}

export const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);
