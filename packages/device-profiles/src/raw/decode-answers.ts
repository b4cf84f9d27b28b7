/** Decodes stored answers by a profile that may differ from the one by which they were read. */
import type { Block, Profile, Quantities, Quantity, Ratios } from '../profile.ts';
import { factorOf } from '../reading/decode-block.ts';
import { rawValue } from '../reading/raw-value.ts';
import { numberOf, times } from '../values/rational.ts';
import type { RawAnswer } from './answer-bytes.ts';

/**
 * Returns a function that decodes the answers of one reading. A quantity is decoded from any answer
 * that contains all its registers, whatever the blocks of the profile are; it is missing if its
 * registers were not read. Like `decodeBlock`, this throws RangeError if `ratios` lacks a ratio of
 * the profile, and an answer of DL/T 645 of another length than the profile has is not decoded.
 */
export function answerDecoder(
  profile: Profile,
  ratios: Ratios,
): (answers: readonly RawAnswer[]) => Quantities {
  const plans = profile.quantities.map((quantity) => ({
    quantity,
    block: profile.blocks.find(({ name }) => name === quantity.block)!,
    factor: factorOf(profile, quantity, ratios),
  }));
  return (answers) => {
    const entries = plans.flatMap(({ quantity, block, factor }) => {
      const answer = answers.findLast((one) => holds(one, block, quantity));
      if (answer === undefined) return [];
      const { name, from, length, encoding, notAvailable } = quantity;
      const raw = rawValue(answer.words, from - answer.from, length, encoding, notAvailable);
      return [[name, raw === undefined ? undefined : numberOf(times(raw, factor))]];
    });
    return Object.fromEntries(entries);
  };
}

function holds({ read, from, words }: RawAnswer, block: Block, quantity: Quantity): boolean {
  if ('identifier' in read) {
    return (
      'identifier' in block.read &&
      read.identifier.toUpperCase() === block.read.identifier.toUpperCase() &&
      words.length === block.count
    );
  }
  return (
    'functionCode' in block.read &&
    read.functionCode === block.read.functionCode &&
    quantity.from >= from &&
    quantity.from + quantity.length <= from + words.length
  );
}
