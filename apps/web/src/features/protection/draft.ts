/**
 * User edits on top of the device's values. Edits are retained when the device is read again or a
 * save fails; they are validated by the rules the server uses (domain `values.ts`).
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

/** Keyed by field name; undefined is a cleared field. */
export type Edits = Readonly<Record<string, FieldValue | undefined>>;

/** Current values of the form; cleared fields are omitted. */
export function draftOf(onDevice: Values, edits: Edits): Values {
  const values: Record<string, FieldValue> = {};
  for (const [name, value] of Object.entries({ ...onDevice, ...edits })) {
    if (value !== undefined) values[name] = value;
  }
  return values;
}

export function hasEdits(onDevice: Values, edits: Edits): boolean {
  return Object.entries(edits).some(([name, value]) => value !== onDevice[name]);
}

/** Returns all problems that prevent the form from being saved. */
export function draftProblems(
  definition: ProtectionDefinition,
  onDevice: Values,
  edits: Edits,
  rating: Rating,
): FieldProblem[] {
  const values = draftOf(onDevice, edits);
  const missing: FieldProblem[] = definition.fields
    .filter(({ name, optional }) => {
      const isEmptied = name in edits && edits[name] === undefined;
      return values[name] === undefined && (isEmptied || optional !== true);
    })
    .map(({ wire }) => ({ field: wire, kind: 'missing' }));
  const known = new Set(missing.map(({ field }) => field));
  const others = problemsOf(definition, values, rating).filter(({ field }) => !known.has(field));
  return [...missing, ...others];
}

/**
 * A slot can be enabled if all previous ones are enabled, and disabled if it is enabled; the first
 * cannot be disabled.
 */
export function maySwitchSlot(values: Values, slot: number): boolean {
  if (slot === 1) return values['count1'] === null;
  if (values[`count${slot}`] !== null) return true;
  return RECLOSE_SLOTS.every((one) => one >= slot || typeof values[`count${one}`] === 'number');
}

const FIRST_COUNT = 1;
const FIRST_DELAY_S = 60;

/**
 * Disabling a slot disables all later ones (docs/specification/protection.md 5.4 and 5.5). An
 * enabled slot starts with the device's values.
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
