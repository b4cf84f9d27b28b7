/**
 * MQTT frames of the load generator, built without a library so that sending costs little compared
 * to what is measured.
 */
import type { LoadDevice, LoadSent } from './load-instruction.ts';
import {
  FIRST_REGISTER,
  payloads,
  REGISTER_DIGITS,
  REGISTER_FROM_END,
  TS_DIGITS,
  TS_OFFSET,
} from './load-payloads.ts';
import { type Variant, variantOf } from './load-profile.ts';

const POOL = payloads(512);
const HIGH_POOL = payloads(512, 275);
const PUBLISH_QOS_1 = 0x32;
const DUP = 0x08;
/** Offset of the message id without the topic: header, remaining length and topic length. */
const ID_OFFSET = 5;
const DAY_MS = 86_400_000;
/** Difference between the start positions of two successive devices in the load profile. */
const STEP = 37;

export interface ReadingsOf {
  readonly device: LoadDevice;
  /** Index of the device among all devices. */
  readonly index: number;
  /** The following options are those of the `connect` instruction. */
  readonly isLive: boolean;
  readonly profile: 'L1' | undefined;
  readonly flapS: number;
}

interface Again {
  readonly frame: Buffer;
  readonly how: NonNullable<Variant['again']>;
}

/** Builds the successive readings of a device as PUBLISH frames at QoS 1. */
export class ReadingFrames {
  readonly #of: ReadingsOf;
  readonly #topic: Buffer;
  readonly #sent: LoadSent;
  readonly #flapPart: number;
  #messageId = 0;
  #ts: number;
  #register = FIRST_REGISTER;
  #pick: number;
  #count: number;
  #again: Again | undefined;

  /** The counters in `sent` are incremented, not reset. */
  constructor(of: ReadingsOf, sent: LoadSent) {
    this.#of = of;
    this.#topic = Buffer.from(`ep/1/${of.device.code}/up/data`);
    this.#sent = sent;
    this.#pick = (of.index * STEP) % POOL.length;
    this.#count = of.index * STEP;
    this.#flapPart = (of.index % 97) / 48.5;
    // Timestamps start two days ago and increase by one millisecond per reading, so that every
    // reading is new and none is in the future.
    this.#ts = of.isLive ? 0 : Date.now() - 2 * DAY_MS + of.index;
  }

  /** Returns the next frame, preceded by a duplicate of the last one if the profile requires it. */
  next(take: (frame: Buffer, messageId: number) => void): void {
    if (this.#again !== undefined) this.#repeat(this.#again, take);
    const next = variantOf(this.#of.profile, this.#count);
    // The first reading cannot share a timestamp with an earlier one.
    const variant = { ...next, isSameTime: next.isSameTime && this.#ts > 0 };
    this.#count += 1;
    const frame = this.#frame(this.#timeOf(variant));
    take(frame, this.#messageId);
    this.#sent.messages += 1;
    if (variant.lateMs > 0) this.#sent.late += 1;
    if (variant.isSameTime) this.#sent.sameTime += 1;
    this.#again = variant.again && { frame, how: variant.again };
  }

  #repeat({ frame, how }: Again, take: (frame: Buffer, messageId: number) => void): void {
    // Copies the frame, because the original may still be in the socket's queue.
    const copy = Buffer.from(frame);
    if (how === 'with DUP') copy[0]! |= DUP;
    else copy.writeUInt16BE(this.#nextId(), ID_OFFSET + this.#topic.length);
    take(copy, copy.readUInt16BE(ID_OFFSET + this.#topic.length));
    this.#sent[how === 'with DUP' ? 'repeatedWithDup' : 'repeatedAsNew'] += 1;
  }

  #nextId(): number {
    this.#messageId = (this.#messageId % 65_535) + 1;
    return this.#messageId;
  }

  #timeOf({ lateMs, isSameTime }: Variant): number {
    if (isSameTime) return this.#ts;
    if (!this.#of.isLive) this.#ts += 1;
    // Timestamps increase in steps of two; odd timestamps are those of late readings.
    else this.#ts = Math.max(Math.floor(Date.now() / 2) * 2, this.#ts + 2);
    return this.#ts - lateMs;
  }

  #frame(ts: number): Buffer {
    const payload = (this.#isHigh() ? HIGH_POOL : POOL)[this.#pick]!;
    this.#pick = (this.#pick + 1) % POOL.length;
    const topic = this.#topic;
    const length = 2 + topic.length + 2 + payload.length;
    // Lengths from 128 to 16383 take two bytes; all of these frames are in that range.
    const frame = Buffer.allocUnsafe(3 + length);
    frame[0] = PUBLISH_QOS_1;
    frame[1] = (length & 0x7f) | 0x80;
    frame[2] = length >> 7;
    frame.writeUInt16BE(topic.length, 3);
    topic.copy(frame, 5);
    const at = frame.writeUInt16BE(this.#nextId(), ID_OFFSET + topic.length);
    payload.copy(frame, at);
    writeDigits(frame, at + TS_OFFSET, TS_DIGITS, ts);
    const register = at + payload.length - REGISTER_FROM_END;
    writeDigits(frame, register, REGISTER_DIGITS - 3, Math.floor(this.#register / 100));
    writeDigits(frame, register + REGISTER_DIGITS - 2, 2, this.#register % 100);
    this.#register += 1;
    return frame;
  }

  /** The devices cross the limit one after another, not all at the same time. */
  #isHigh(): boolean {
    const { flapS } = this.#of;
    if (flapS === 0) return false;
    return Math.floor(Date.now() / (flapS * 1000) + this.#flapPart) % 2 === 1;
  }
}

function writeDigits(frame: Buffer, from: number, count: number, value: number): void {
  let rest = value;
  for (let digit = count - 1; digit >= 0; digit--) {
    const tens = Math.floor(rest / 10);
    frame[from + digit] = 48 + (rest - tens * 10);
    rest = tens;
  }
}

/** Builds a CONNECT of MQTT 3.1.1: user name, password, clean session, keep-alive 60 s. */
export function connectFrame({ code, secret }: LoadDevice): Buffer {
  const text = (value: string) => {
    const bytes = Buffer.from(value);
    return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
  };
  const body = Buffer.concat([
    text('MQTT'),
    Buffer.from([4, 0xc2, 0, 60]),
    text(code),
    text(code),
    text(secret),
  ]);
  if (body.length > 127) throw new Error('a longer head would be needed');
  return Buffer.concat([Buffer.from([0x10, body.length]), body]);
}
