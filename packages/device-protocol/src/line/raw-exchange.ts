/** A request frame that a user has composed, with the answer that it expects. */
import type { Exchange } from '@busbar/domain/line/expectation';
import { DLT645, FUNCTION_MASK, REPLY_BIT } from '../frame/dlt645/dlt645-control.ts';
import { cutDlt645, HEAD, isWhole, TAIL } from '../frame/dlt645/dlt645-frame.ts';
import {
  CRC_BYTES,
  crcRight,
  HIGHEST_ADDRESS,
  MODBUS_HEAD,
  word16,
} from '../frame/modbus/modbus-frame.ts';

export interface RawExchange {
  readonly exchange: Exchange;
  /** False if the request only reads: then it does no harm if it is delivered late. */
  readonly mayWrite: boolean;
}

const BROADCAST = 0;
const UNIT_OF_DEVICE = 255;
const ALL_ADDRESSES = '999999999999';
const IDENTIFIER_BYTES = 4;
const MAX_DATA = 200;
const READS: readonly number[] = [DLT645.read, DLT645.readFollowing, DLT645.readAddress];

/** Data of the answer to a Modbus request with these bytes after the function. */
type Answer = (data: Uint8Array) => { readonly prefix: Uint8Array; readonly length: number };

const NOTHING = new Uint8Array();
const bits: Answer = (data) => ({ prefix: NOTHING, length: Math.ceil(word16(data, 2) / 8) });
const registers: Answer = (data) => ({ prefix: NOTHING, length: 2 * word16(data, 2) });
const written: Answer = (data) => ({ prefix: data.slice(0, 4), length: 4 });

const ANSWERS: Readonly<Record<number, Answer>> = {
  1: bits,
  2: bits,
  3: registers,
  4: registers,
  5: written,
  6: written,
  15: written,
  16: written,
};
const LAST_READ = 4;

/**
 * Returns undefined if the bytes are no request that a line of this protocol can carry. Over Modbus
 * TCP there is no broadcast, and a device answers at 0 and 255 too.
 */
export function rawExchange(
  protocol: 'modbus-rtu' | 'dlt645-2007',
  bytes: Uint8Array,
  isTcp = false,
): RawExchange | undefined {
  return protocol === 'modbus-rtu' ? modbusExchange(bytes, isTcp) : dlt645Exchange(bytes);
}

function modbusExchange(bytes: Uint8Array, isTcp: boolean): RawExchange | undefined {
  const [slave = 0, fn = 0] = bytes;
  const answer = ANSWERS[fn];
  const data = bytes.slice(MODBUS_HEAD, -CRC_BYTES);
  const isAddress = slave <= HIGHEST_ADDRESS || (isTcp && slave === UNIT_OF_DEVICE);
  if (answer === undefined || !isAddress || data.length < 4) return undefined;
  if (!crcRight(bytes, 0, bytes.length)) return undefined;
  const mayWrite = fn > LAST_READ;
  if (slave === BROADCAST && !isTcp) return { exchange: { bytes, expects: null }, mayWrite };
  const { prefix, length } = answer(data);
  const maxBytes = MODBUS_HEAD + (mayWrite ? 0 : 1) + length + CRC_BYTES;
  const expects = { slave: String(slave), fn, prefix, length, maxBytes };
  return { exchange: { bytes, expects }, mayWrite };
}

function dlt645Exchange(bytes: Uint8Array): RawExchange | undefined {
  const frame = cutDlt645(bytes, 0);
  if (frame === undefined || !isWhole(frame) || frame.end !== bytes.length) return undefined;
  const { address, control, data } = frame;
  if ((control & REPLY_BIT) !== 0) return undefined;
  const fn = control & FUNCTION_MASK;
  const mayWrite = !READS.includes(fn);
  if (fn === DLT645.broadcastTime || address === ALL_ADDRESSES) {
    return { exchange: { bytes, expects: null }, mayWrite };
  }
  const prefix = fn === DLT645.read ? data.slice(0, IDENTIFIER_BYTES) : NOTHING;
  const maxBytes = HEAD + MAX_DATA + TAIL;
  const expects = { slave: address, fn, prefix, length: undefined, maxBytes };
  return { exchange: { bytes, expects }, mayWrite };
}
