/** Raw answers as bytes: what is encoded is decoded, and damaged bytes are no answers. */
import { describe, expect, it } from 'vitest';
import { decodeAnswers, encodeAnswers, type RawAnswer } from './answer-bytes.ts';

const VOLTS: RawAnswer = { read: { functionCode: 3 }, from: 0x61, words: [0, 39_773, 65_535] };
const ENERGY: RawAnswer = { read: { functionCode: 4 }, from: 0x156, words: [0x449a, 0x5000] };
const TOTAL: RawAnswer = {
  read: { identifier: '0001FF00' },
  from: 0,
  words: Uint8Array.of(0x91, 0x51, 0x16, 0),
};
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const asLists = (answers: readonly RawAnswer[] | undefined) =>
  answers?.map((answer) => ({ ...answer, words: Array.from(answer.words) }));

describe('raw answers', () => {
  it.each([
    ['none', [], '01'],
    ['registers', [VOLTS], '01 03 0061 03 0000 9b5d ffff'],
    ['two blocks', [VOLTS, ENERGY], '01 03 0061 03 0000 9b5d ffff 04 0156 02 449a 5000'],
    ['DL/T 645', [TOTAL], '01 00 0001ff00 04 91511600'],
    ['an empty answer', [{ ...VOLTS, words: [] }], '01 03 0061 00'],
  ])('are encoded and decoded: %s', (_, answers: readonly RawAnswer[], bytes) => {
    expect(Buffer.from(encodeAnswers(answers)).toString('hex')).toBe(bytes.replaceAll(' ', ''));
    expect(asLists(decodeAnswers(bytesOf(bytes)))).toEqual(asLists(answers));
  });

  it.each([
    ['nothing', ''],
    ['another version', '02 03 0061 00'],
    ['another function', '01 05 0061 01 0000'],
    ['a missing count', '01 03 0061'],
    ['half a register', '01 03 0061 02 0000 9b'],
    ['a missing identifier', '01 00 0001'],
  ])('are undefined for %s', (_, bytes) => {
    expect(decodeAnswers(bytesOf(bytes))).toBeUndefined();
  });
});
