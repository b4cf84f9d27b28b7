/** Frames of a DL/T 645-2007 meter, built here byte by byte, and the requests that it receives. */
import type { LineClient } from './line-client.ts';

/** All bytes of a request except its data. */
const OTHER_BYTES = 12;
const CONTROL = 8;
const LENGTH = 9;
const DATA = 10;
const IDENTIFIER_BYTES = 4;

interface Dlt645Request {
  readonly control: number;
  /** Eight hexadecimal digits, DI3 first. */
  readonly identifier: string;
  /** The bytes of the identifier as they are sent, low byte first. */
  readonly prefix: readonly number[];
  /** The byte after the identifier. */
  readonly number: number;
}

/** Digits of a value, two in a byte, the lowest byte first. */
export const bcd = (digits: string): number[] =>
  digits
    .match(/../g)!
    .reverse()
    .map((pair) => Number.parseInt(pair, 16));

export function dlt645Reply(station: string, control: number, data: readonly number[]): Buffer {
  const head = [0x68, ...bcd(station), 0x68, control, data.length];
  const frame = [...head, ...data.map((byte) => (byte + 0x33) & 0xff)];
  const sum = frame.reduce((total, byte) => (total + byte) & 0xff, 0);
  return Buffer.from([0xfe, 0xfe, ...frame, sum, 0x16]);
}

/** Answers each request with the bytes that `reply` returns, instead of the answers of a client. */
export function answerDlt645(
  client: LineClient,
  reply: (request: Dlt645Request) => Buffer | undefined,
): void {
  let pending = Buffer.alloc(0);
  client.socket.removeAllListeners('data');
  client.socket.on('data', (bytes) => {
    pending = Buffer.concat([pending, bytes]);
    while (pending.length >= OTHER_BYTES + (pending[LENGTH] ?? 0)) {
      const data = [...pending.subarray(DATA)].map((byte) => (byte - 0x33) & 0xff);
      const prefix = data.slice(0, IDENTIFIER_BYTES);
      const answer = reply({
        control: pending[CONTROL]!,
        identifier: Buffer.from(prefix.toReversed()).toString('hex').toUpperCase(),
        prefix,
        number: data[IDENTIFIER_BYTES]!,
      });
      pending = pending.subarray(OTHER_BYTES + pending[LENGTH]!);
      if (answer !== undefined) client.write(answer);
    }
  });
}
