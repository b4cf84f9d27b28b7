/**
 * Modbus TCP: requests and answers with an MBAP header (transaction, protocol 0, length, unit) and
 * without a checksum. The line works with RTU frames, so a request is converted when it is sent, and
 * an answer when it is received: the unit becomes the address. An answer belongs to the request with
 * its transaction id, and each request has a new one.
 *
 * A header that is not valid cannot be skipped: no later position is known to be the start of a
 * frame. The stream is then broken, and its connection has to be closed.
 */
import { type Discards, noDiscards } from '@busbar/domain/line/discards';
import type { LineFrame } from '@busbar/domain/line/line-frame';
import {
  buildModbus,
  CRC_BYTES,
  candidatesFrom,
  EXCEPTION_BIT,
  MODBUS_HEAD,
} from '../frame/modbus/modbus-frame.ts';
import { modbusRefusal } from './slave-refusals.ts';

/** Transaction id, protocol id and length, two bytes each. */
const HEAD_BYTES = 6;
/** Unit, function and one byte of data, up to unit, function and 252 bytes. */
const MIN_LENGTH = 3;
const MAX_LENGTH = 254;
const MAX_TRANSACTION = 0xffff;

export class MbapStream {
  /** Number of bytes that are no answer, by reason. */
  readonly discarded: Discards = noDiscards();
  /** Always undefined: the length is in the header, so no silence ends a frame. */
  readonly dueAt = undefined;
  #buffer: Uint8Array = new Uint8Array();
  #transaction = 0;
  /** Transaction id of the last request until it is answered. */
  #expected: number | undefined;
  #isBroken = false;

  /** True after a header that is not valid: nothing is read any more. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Converts a request in RTU; returns the bytes to write. */
  sent(request: Uint8Array): Uint8Array {
    this.#transaction = (this.#transaction % MAX_TRANSACTION) + 1;
    this.#expected = this.#transaction;
    const body = request.subarray(0, request.length - CRC_BYTES);
    const bytes = new Uint8Array(HEAD_BYTES + body.length);
    const view = new DataView(bytes.buffer);
    view.setUint16(0, this.#transaction);
    view.setUint16(4, body.length);
    bytes.set(body, HEAD_BYTES);
    return bytes;
  }

  /** Returns the answers that are complete with these bytes, as RTU frames. */
  receive(bytes: Uint8Array): readonly LineFrame[] {
    const frames: LineFrame[] = [];
    if (this.#isBroken) {
      this.discarded.noise += bytes.length;
      return frames;
    }
    let rest = joined(this.#buffer, bytes);
    for (;;) {
      const length = lengthOf(rest);
      if (length === 'broken') {
        this.#isBroken = true;
        this.discarded.noise += rest.length;
        rest = new Uint8Array();
        break;
      }
      if (length === undefined || rest.length < length) break;
      const frame = this.#answerIn(rest.subarray(0, length));
      if (frame !== undefined) frames.push(frame);
      rest = rest.subarray(length);
    }
    this.#buffer = rest.slice();
    return frames;
  }

  /** Nothing waits for a silence. */
  tick(): readonly LineFrame[] {
    return [];
  }

  #answerIn(adu: Uint8Array): LineFrame | undefined {
    const transaction = (adu[0]! << 8) | adu[1]!;
    if (transaction !== this.#expected) {
      this.discarded.late += adu.length;
      return undefined;
    }
    const frame = frameOf(adu.subarray(HEAD_BYTES));
    if (frame === undefined) this.discarded['wrong-check'] += adu.length;
    else this.#expected = undefined;
    return frame;
  }
}

/** Returns the length of the first frame; undefined until its header is complete. */
function lengthOf(bytes: Uint8Array): number | 'broken' | undefined {
  const isProtocol = (bytes[2] ?? 0) === 0 && (bytes[3] ?? 0) === 0;
  if (!isProtocol) return 'broken';
  if (bytes.length < HEAD_BYTES) return undefined;
  const length = (bytes[4]! << 8) | bytes[5]!;
  return length < MIN_LENGTH || length > MAX_LENGTH ? 'broken' : HEAD_BYTES + length;
}

/** `body` is unit, function and data; undefined if its length does not fit its function. */
function frameOf(body: Uint8Array): LineFrame | undefined {
  const [unit = 0, fn = 0] = body;
  const answer = candidatesFrom(body, 0).find(({ direction }) => direction !== 'request');
  if (answer === undefined || answer.length !== body.length + CRC_BYTES) return undefined;
  const isRefusal = answer.shape === 'exception';
  return {
    slave: String(unit),
    direction: 'reply',
    fn: fn & ~EXCEPTION_BIT,
    refusal: isRefusal ? modbusRefusal(body[MODBUS_HEAD]!) : undefined,
    hasMore: false,
    data: body.slice(answer.shape === 'values' ? MODBUS_HEAD + 1 : MODBUS_HEAD),
    bytes: buildModbus(unit, fn, body.subarray(MODBUS_HEAD)),
  };
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other;
  const bytes = new Uint8Array(one.length + other.length);
  bytes.set(one);
  bytes.set(other, one.length);
  return bytes;
}
