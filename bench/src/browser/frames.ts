/**
 * Building and explaining frames of the protocol console, in one thread, without a server: requests
 * and replies of both protocols, as during polling in the console, and random bytes, which must not
 * cost more.
 */
import { encodeFrame, type ProtocolVersion } from '@busbar/device-protocol/frame/encode-frame';
import { explainBytes, rowsOf } from '@busbar/device-protocol/frame/explain';
import { explainReply } from '@busbar/device-protocol/frame/explain-reply';
import { readHex } from '@busbar/device-protocol/frame/hex';
import { printTable } from '../engine/print-table.ts';

const GOAL_PER_S = 10_000;
const ROUNDS = 5;
const SLICE_MS = 400;

interface Talk {
  readonly name: string;
  readonly version: ProtocolVersion;
  readonly address: string;
  readonly commandCode: string;
  readonly data: string;
  readonly reply: string;
}

const TALKS: readonly Talk[] = [
  {
    name: 'DL/T 645: voltages of three phases',
    version: 1,
    address: '1',
    commandCode: '11',
    data: '00ff0102',
    reply: '6801000000000068910a33323435' + '345555365557' + 'fa16',
  },
  {
    name: 'Modbus: three registers',
    version: 2,
    address: '17',
    commandCode: '03',
    data: '006b0003',
    reply: '110306ae415652434049ad',
  },
];

export async function benchFrames(): Promise<void> {
  const rows: Record<string, string>[] = [];
  for (const talk of TALKS) {
    rows.push(
      row(
        `${talk.name}: built`,
        perSecond(() => build(talk)),
      ),
    );
    const request = build(talk);
    const reply = bytesOf(talk.reply);
    rows.push(
      row(
        `${talk.name}: request explained`,
        perSecond(() => explain(request)),
      ),
    );
    rows.push(
      row(
        `${talk.name}: reply explained`,
        perSecond(() => explainReply(request, reply)),
      ),
    );
    rows.push(
      row(
        `${talk.name}: built and explained`,
        perSecond(() => explain(build(talk))),
      ),
    );
  }
  const noise = Uint8Array.from({ length: 64 }, (_, index) => (index * 197 + 31) & 0xff);
  rows.push(
    row(
      '64 bytes of no meaning',
      perSecond(() => explain(noise)),
    ),
  );
  printTable('Frames of the console, one thread', rows);
}

function build({ address, commandCode, data, version }: Talk): Uint8Array {
  const frame = encodeFrame({ address, commandCode, data, version });
  if (!frame.ok) throw new Error(frame.refusal);
  return frame.value;
}

const explain = (bytes: Uint8Array) => rowsOf(explainBytes(bytes));

function bytesOf(text: string): Uint8Array {
  const hex = readHex(text);
  if (!hex.ok) throw new Error(hex.problem.key);
  return hex.bytes;
}

/** Returns the median of several cycles, after one warm-up cycle. */
function perSecond(work: () => unknown): number {
  const rounds: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const begun = performance.now();
    let done = 0;
    let passed = 0;
    while (passed < SLICE_MS) {
      for (let count = 0; count < 100; count++) work();
      done += 100;
      passed = performance.now() - begun;
    }
    if (round > 0) rounds.push((1_000 * done) / passed);
  }
  return rounds.sort((a, b) => a - b)[ROUNDS >> 1]!;
}

const row = (what: string, rate: number): Record<string, string> => ({
  what,
  'frames/s': Math.round(rate).toLocaleString('en'),
  goal: GOAL_PER_S.toLocaleString('en'),
  'of the goal': `${(rate / GOAL_PER_S).toFixed(1)} x`,
});
