/**
 * Answers in Modbus RTU. The protocol has no start byte: function and byte count determine the
 * length, and the checksum shows whether it is a frame. A request is only recognised if it is our
 * own: otherwise one of 65,536 answers would begin with a valid request.
 */
import type { LineFrame } from '@busbar/domain/line/line-frame';
import {
  CRC_BYTES,
  candidatesFrom,
  crcRight,
  EXCEPTION_BIT,
  HIGHEST_ADDRESS,
  MODBUS_HEAD,
  MODBUS_TEXTS,
  type ModbusCandidate,
} from '../frame/modbus/modbus-frame.ts';
import type { FormatRead, FrameFormat } from './frame-format.ts';
import { modbusRefusal } from './slave-refusals.ts';

const MAX_COUNT = 250;
const PENDING: FormatRead = { kind: 'pending' };
const NOT_AN_ADDRESS: FormatRead = { kind: 'none', reason: 'noise', seen: 1 };
const NOT_A_FUNCTION: FormatRead = { kind: 'none', reason: 'noise', seen: MODBUS_HEAD };
const NOT_A_COUNT: FormatRead = { kind: 'none', reason: 'noise', seen: MODBUS_HEAD + 1 };
const TOO_LONG: FormatRead = { kind: 'none', reason: 'too-long', seen: MODBUS_HEAD + 1 };

export const MODBUS_FORMAT: FrameFormat = { maxBytes: 256, read };

function read(bytes: Uint8Array, from: number, sent: Uint8Array): FormatRead {
  const common = commonLength(bytes, from, sent);
  const isSent = sent.length > 0 && common === sent.length;
  const maySend = sent.length > 0 && common === bytes.length - from;
  const answer = readAnswer(bytes, from);
  if (answer.kind === 'frame' && (!isSent || answer.length <= sent.length)) return answer;
  if (isSent) {
    const frame = frameOf(bytes.slice(from, from + sent.length), 'request');
    return { kind: 'frame', frame, length: sent.length };
  }
  return maySend ? PENDING : answer;
}

function readAnswer(bytes: Uint8Array, from: number): FormatRead {
  const address = bytes[from];
  if (address === undefined) return PENDING;
  if (address === 0 || address > HIGHEST_ADDRESS) return NOT_AN_ADDRESS;
  const fn = bytes[from + 1];
  if (fn === undefined) return PENDING;
  if (MODBUS_TEXTS[fn & ~EXCEPTION_BIT] === undefined) return NOT_A_FUNCTION;
  const candidate = candidatesFrom(bytes, from).find(({ direction }) => direction !== 'request')!;
  const { length } = candidate;
  if (length === undefined) return PENDING;
  if (length === 0) {
    return bytes[from + MODBUS_HEAD]! > MAX_COUNT ? TOO_LONG : NOT_A_COUNT;
  }
  const end = from + length;
  if (bytes.length < end) return PENDING;
  if (!crcRight(bytes, from, end)) return { kind: 'none', reason: 'wrong-check', seen: length };
  const direction = candidate.direction === null ? 'either' : 'reply';
  return { kind: 'frame', frame: frameOf(bytes.slice(from, end), direction, candidate), length };
}

function frameOf(
  bytes: Uint8Array,
  direction: LineFrame['direction'],
  candidate?: ModbusCandidate,
): LineFrame {
  const fn = bytes[1]!;
  const isRefusal = candidate?.shape === 'exception';
  const from = candidate?.shape === 'values' ? MODBUS_HEAD + 1 : MODBUS_HEAD;
  return {
    slave: String(bytes[0]),
    direction,
    fn: fn & ~EXCEPTION_BIT,
    refusal: isRefusal ? modbusRefusal(bytes[MODBUS_HEAD]!) : undefined,
    hasMore: false,
    data: bytes.slice(from, bytes.length - CRC_BYTES),
    bytes,
  };
}

/** Number of bytes that are equal to those of the request. */
function commonLength(bytes: Uint8Array, from: number, sent: Uint8Array): number {
  let at = 0;
  while (at < sent.length && bytes[from + at] === sent[at]) at++;
  return at;
}
