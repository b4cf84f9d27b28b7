/**
 * A million frames, random and mutated, generated from a seed: none of them causes an exception,
 * and each byte is in exactly one row.
 */
import { expect, it } from 'vitest';
import { explainBytes, rowsOf } from './explain.ts';
import { readHex } from './hex.ts';
import { commandOfFrame } from './names/frame-command.ts';

const FRAMES = 1_000_000;

/** Valid frames of both protocols, as a starting point. */
const SEEDS = [
  '68aaaaaaaaaaaa68110433333433ae16',
  'fefefefe68aaaaaaaaaaaa681300df16',
  '68010000000000689106333434355355' + '3116',
  '1103006b00037687',
  '110306ae415652434049ad',
  '110203acdb352018',
  '110f0013000a02cd01bf0b',
  '1110000100020400' + '0a0102c6f0',
  '0a8102b053',
].map((text) => {
  const hex = readHex(text);
  if (!hex.ok) throw new Error(hex.problem.key);
  return hex.bytes;
});

it('explains a million frames byte by byte', () => {
  const random = xorshift(0x5eed);
  for (let count = 0; count < FRAMES; count++) {
    const bytes = count % 4 === 0 ? noise(random) : mutated(random);
    let next = 0;
    for (const { offset, hex } of rowsOf(explainBytes(bytes))) {
      if (offset !== next || hex.length === 0) fail(bytes);
      next += hex.length / 2;
    }
    if (next !== bytes.length) fail(bytes);
    if (count % 16 === 0) commandOfFrame(bytes);
  }
  expect.assertions(0);
}, 120_000);

function fail(bytes: Uint8Array): never {
  throw new Error(`not every byte once: ${Buffer.from(bytes).toString('hex')}`);
}

type Random = (below: number) => number;

function xorshift(seed: number): Random {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

function noise(random: Random): Uint8Array {
  return Uint8Array.from({ length: 1 + random(40) }, () => random(256));
}

/** Changes bytes, truncates, inserts bytes before, between and after, or joins two frames. */
function mutated(random: Random): Uint8Array {
  const seed = SEEDS[random(SEEDS.length)]!;
  const cut = random(3) === 0 ? 1 + random(seed.length) : seed.length;
  const bytes = [...seed.subarray(0, cut)];
  for (let change = random(4); change > 0; change--) bytes[random(bytes.length)] = random(256);
  if (random(5) === 0) bytes.unshift(random(256));
  if (random(5) === 0) bytes.splice(random(bytes.length), 0, random(256));
  if (random(5) === 0) bytes.push(...SEEDS[random(SEEDS.length)]!);
  return Uint8Array.from(bytes);
}
