/** Decodes a reply into the registers and the value of each quantity, to check a profile at a meter. */
import type { Profile, QuantityName, Ratios } from '../profile.ts';
import { specOf } from '../values/units.ts';
import { decodeBlock } from './decode-block.ts';
import { quantitiesOf, type ReadRequest } from './read-plan.ts';

export interface ExplainedQuantity {
  readonly name: QuantityName;
  /** The registers of the value, in the order of the meter. */
  readonly words: readonly number[];
  /** In the unit of the domain; undefined if the meter sent "not available". */
  readonly value: number | undefined;
  /** `out-of-bounds`: no installation has such a value, so a reading would not contain it. */
  readonly outcome: 'value' | 'not-available' | 'out-of-bounds';
}

/** Returns undefined if the reply has another length, as `decodeBlock`. */
export function explainBlock(
  profile: Profile,
  request: ReadRequest,
  words: ArrayLike<number>,
  ratios: Ratios,
): ExplainedQuantity[] | undefined {
  const decoded = decodeBlock(profile, request, words, ratios);
  if (decoded === undefined) return undefined;
  return quantitiesOf(profile, request).map(({ name, from, length }) => {
    const at = from - request.from;
    const value = decoded[name];
    return {
      ...{ name, value, outcome: outcomeOf(name, value) },
      words: Array.from(words).slice(at, at + length),
    };
  });
}

function outcomeOf(name: QuantityName, value: number | undefined): ExplainedQuantity['outcome'] {
  if (value === undefined) return 'not-available';
  const { min, max } = specOf(name);
  return value >= min && value <= max ? 'value' : 'out-of-bounds';
}
