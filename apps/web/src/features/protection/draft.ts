/**
 * What a person typed over what the device holds. What was typed stays when the device is read
 * again or a save fails; it is judged by the same rules the server asks (domain `values.ts`).
 */
import type {
  FieldProblem,
  ProtectionDefinition,
  Values,
} from '@busbar/domain/protection/definition';
import type { FieldValue } from '@busbar/domain/protection/field';
import type { Rating } from '@busbar/domain/protection/rating';
import { RECLOSE_SLOTS } from '@busbar/domain/protection/reclose-slots';
import { problemsOf } from '@busbar/domain/protection/values';

/** By word; undefined is a field that was emptied. */
export type Edits = Readonly<Record<string, FieldValue | undefined>>;

/** The form as it stands; emptied fields are not in it. */
export function draftOf(onDevice: Values, edits: Edits): Values {
  const values: Record<string, FieldValue> = {};
  for (const [word, value] of Object.entries({ ...onDevice, ...edits })) {
    if (value !== undefined) values[word] = value;
  }
  return values;
}

export function hasEdits(onDevice: Values, edits: Edits): boolean {
  return Object.entries(edits).some(([word, value]) => value !== onDevice[word]);
}

/** Everything that keeps the form from being saved. */
export function draftProblems(
  definition: ProtectionDefinition,
  onDevice: Values,
  edits: Edits,
  rating: Rating,
): FieldProblem[] {
  const values = draftOf(onDevice, edits);
  const missing: FieldProblem[] = definition.fields
    .filter(({ word, optional }) => {
      const isEmptied = word in edits && edits[word] === undefined;
      return values[word] === undefined && (isEmptied || optional !== true);
    })
    .map(({ wire }) => ({ field: wire, kind: 'missing' }));
  const known = new Set(missing.map(({ field }) => field));
  const others = problemsOf(definition, values, rating).filter(({ field }) => !known.has(field));
  return [...missing, ...others];
}

/** A slot can be switched on when all before it are on, and off when it is on; the first stays on. */
export function maySwitchSlot(values: Values, slot: number): boolean {
  if (slot === 1) return values['count1'] === null;
  if (values[`count${slot}`] !== null) return true;
  return RECLOSE_SLOTS.every((one) => one >= slot || typeof values[`count${one}`] === 'number');
}

const FIRST_COUNT = 1;
const FIRST_DELAY_S = 60;

/**
 * Switching a slot off closes all behind it (docs/specification/protection.md 5.4 and 5.5); on, it
 * begins as the device had it.
 */
export function switchSlot(onDevice: Values, slot: number, isOn: boolean): Edits {
  if (isOn) {
    const count = onDevice[`count${slot}`];
    const delay = onDevice[`delay${slot}`];
    return {
      [`count${slot}`]: typeof count === 'number' ? count : FIRST_COUNT,
      [`delay${slot}`]: typeof delay === 'number' ? delay : FIRST_DELAY_S,
    };
  }
  return Object.fromEntries(
    RECLOSE_SLOTS.filter((one) => one >= slot).flatMap((one) => [
      [`count${one}`, null],
      [`delay${one}`, null],
    ]),
  );
}
