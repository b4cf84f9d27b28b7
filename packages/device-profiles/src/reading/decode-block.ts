/** Decodes the reply to one request of a read plan. */
import type { Profile, Quantities, Quantity, Ratios } from '../profile.ts';
import { dividedBy, numberOf, type Rational, rationalOf, times } from '../values/rational.ts';
import { rawValue } from './raw-value.ts';
import { quantitiesOf, type ReadRequest } from './read-plan.ts';

/**
 * Returns the quantities of a reply in the units of the domain (V, A, kW, kvar, kVA, Hz, degC, kWh,
 * kvarh), each as the number that prints its exact decimal; a quantity is undefined if the meter
 * sent "not available". Bounds are not checked here: a reading is validated where it enters the
 * platform.
 *
 * `words` are the registers of a Modbus reply (0 to 65535), or the data bytes of a DL/T 645 reply
 * after the identifier, with 33H subtracted. Returns undefined if their number is not that of the
 * request: nothing of such a reply is used. Throws RangeError if the profile has a quantity that is
 * multiplied by a CT or PT ratio and `ratios` lacks it (`ratiosOf` names them), because a factor
 * of 1 would be wrong without notice.
 */
export function decodeBlock(
  profile: Profile,
  request: ReadRequest,
  words: ArrayLike<number>,
  ratios: Ratios = {},
): Quantities | undefined {
  if (words.length !== request.count) return undefined;
  return Object.fromEntries(
    quantitiesOf(profile, request).map((quantity) => {
      const { name, from, length, encoding, notAvailable } = quantity;
      const factor = factorOf(profile, quantity, ratios);
      const raw = rawValue(words, from - request.from, length, encoding, notAvailable);
      return [name, raw === undefined ? undefined : numberOf(times(raw, factor))];
    }),
  );
}

/** Throws RangeError if the quantity is multiplied by a ratio that `ratios` lacks. */
export function factorOf({ id }: Profile, quantity: Quantity, ratios: Ratios): Rational {
  return quantity.ratios.reduce((factor, name) => {
    const ratio = ratios[name];
    if (ratio === undefined) {
      throw new RangeError(`${quantity.name} of ${id} needs the ${name.toUpperCase()} ratio`);
    }
    if (!(ratio.primary > 0 && ratio.secondary > 0)) {
      throw new RangeError(`the ${name.toUpperCase()} ratio must be greater than zero`);
    }
    return times(factor, dividedBy(rationalOf(ratio.primary), rationalOf(ratio.secondary)));
  }, quantity.factor);
}
