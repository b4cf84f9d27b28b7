/**
 * Requests of DL/T 645-2007 that read, with the answers that they expect. Addresses have up to
 * twelve digits; identifiers have DI3 in the highest byte.
 */
import type { Exchange, Expectation } from '@busbar/domain/line/expectation';
import type { LineFrame } from '@busbar/domain/line/line-frame';
import type { MeterTime } from '@busbar/domain/line/meter-clock';
import { writeBcd } from '../frame/bcd.ts';
import { digitsOf } from '../frame/data-field.ts';
import { DLT645 } from '../frame/dlt645/dlt645-control.ts';
import { buildDlt645, HEAD, TAIL } from '../frame/dlt645/dlt645-frame.ts';

const ANY_ADDRESS = 'AAAAAAAAAAAA';
const ALL_ADDRESSES = '999999999999';
const ADDRESS_BYTES = 6;
const IDENTIFIER_BYTES = 4;
/** Number of a following frame, at the end of its data. */
const SEQUENCE_BYTES = 1;
const MAX_DATA = 200;

/** Reads the address of the only meter of a line; several meters would answer at the same time. */
export function readAddress(): Exchange {
  return exchangeWith(ANY_ADDRESS, DLT645.readAddress, new Uint8Array(), {
    prefix: new Uint8Array(),
    length: ADDRESS_BYTES,
  });
}

/** The address in the answer to `readAddress`, twelve digits. */
export const addressIn = ({ data }: LineFrame): string => digitsOf(data, 0, ADDRESS_BYTES);

/**
 * Reads a value or, with FF in the identifier, a block. `valueBytes` is the length of the value;
 * undefined for a block, of which a meter returns the part that it has. The meter may return it in
 * several frames.
 */
export function readData(address: string, identifier: number, valueBytes?: number): Exchange {
  const prefix = identifierBytes(identifier);
  const length = valueBytes === undefined ? undefined : IDENTIFIER_BYTES + valueBytes;
  const following = {
    exchange: (sequence: number) => readFollowing(address, identifier, sequence),
    dataIn: ({ data }: LineFrame) => data.slice(IDENTIFIER_BYTES, -SEQUENCE_BYTES),
  };
  return { ...exchangeWith(address, DLT645.read, prefix, { prefix, length }), following };
}

/**
 * Reads the frame that follows one with `hasMore` (DL/T 645-2007, 7.1.3); `sequence` begins at 1, and
 * the answer ends with it.
 */
export function readFollowing(address: string, identifier: number, sequence: number): Exchange {
  const prefix = identifierBytes(identifier);
  const data = Uint8Array.of(...prefix, sequence);
  const expects = { prefix, length: undefined, last: sequence };
  return exchangeWith(address, DLT645.readFollowing, data, expects);
}

/** The bytes of the value in the answer to `readData`. */
export const valueIn = ({ data }: LineFrame): Uint8Array => data.slice(IDENTIFIER_BYTES);

/**
 * Sets the clocks of all meters. A meter corrects its clock by at most five minutes, once a day and
 * not around midnight (7.2), and does not answer.
 */
export function broadcastClock(time: MeterTime): Exchange {
  return {
    bytes: buildDlt645(ALL_ADDRESSES, DLT645.broadcastTime, timeBytes(time)),
    expects: null,
  };
}

/** Second, minute, hour, day, month, year. */
export function timeBytes({ year, month, day, hour, minute, second }: MeterTime): Uint8Array {
  const values = [second, minute, hour, day, month, year % 100];
  return Uint8Array.from(values.flatMap((value) => [...writeBcd(value, 1)]));
}

/** `expects` describes the data of the answer. */
export function exchangeWith(
  address: string,
  fn: number,
  data: Uint8Array,
  expects: Pick<Expectation, 'prefix' | 'length' | 'last'>,
): Exchange {
  const slave = address.padStart(2 * ADDRESS_BYTES, address.startsWith('A') ? 'A' : '0');
  const maxBytes = HEAD + (expects.length ?? MAX_DATA) + TAIL;
  return { bytes: buildDlt645(slave, fn, data), expects: { slave, fn, ...expects, maxBytes } };
}

function identifierBytes(identifier: number): Uint8Array {
  const bytes = new Uint8Array(IDENTIFIER_BYTES);
  new DataView(bytes.buffer).setUint32(0, identifier, true);
  return bytes;
}
