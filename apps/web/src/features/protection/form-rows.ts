/**
 * The lines of a protection's form, made from its definition: what a person decides at once stands
 * in one line, though it travels in several fields (three flags are one choice, a count and its
 * delay one slot).
 */
import type { ProtectionDefinition, Values } from '@busbar/domain/protection/definition';
import type {
  CountField,
  DelayField,
  FieldValue,
  FlagField,
  NumberField,
  ProtectionField,
  SwitchField,
  TimeField,
  TimerOrderField,
} from '@busbar/domain/protection/field';
import type { Verified } from '@busbar/domain/protection/verify';

interface Line {
  readonly key: string;
  readonly fields: readonly ProtectionField[];
}

export type FormRow =
  | (Line & { readonly kind: 'reaction'; readonly fields: readonly FlagField[] })
  | (Line & { readonly kind: 'number'; readonly field: NumberField })
  | (Line & { readonly kind: 'switch'; readonly field: SwitchField })
  | (Line & {
      readonly kind: 'reclose';
      readonly slot: number;
      readonly count: CountField;
      readonly delay: DelayField;
    })
  | (Line & {
      readonly kind: 'timer';
      readonly slot: number;
      readonly time: TimeField;
      readonly order: TimerOrderField;
    });

/** Limits before delays, whatever the sequence on the wire. */
const FIRST = ['reaction', 'startValue', 'resetValue', 'operateDelay', 'resetDelay'];
const rank = ({ key }: Line): number => {
  const at = FIRST.indexOf(key);
  return at < 0 ? FIRST.length : at;
};

export function rowsOf(definition: ProtectionDefinition): FormRow[] {
  const fields: readonly ProtectionField[] = definition.fields;
  const flags = fields.filter((field) => field.kind === 'flag');
  const rows: FormRow[] = [];
  for (const field of fields) {
    switch (field.kind) {
      case 'flag':
        if (field === flags[0]) rows.push({ kind: 'reaction', key: 'reaction', fields: flags });
        break;
      case 'number':
        rows.push({ kind: 'number', key: field.word, field, fields: [field] });
        break;
      case 'switch':
        rows.push({ kind: 'switch', key: field.word, field, fields: [field] });
        break;
      case 'count': {
        const { slot } = field;
        const delay = fields.find((one) => one.kind === 'delay' && one.slot === slot) as DelayField;
        const key = `reclose${slot}`;
        rows.push({ kind: 'reclose', key, slot, count: field, delay, fields: [field, delay] });
        break;
      }
      case 'time': {
        const { slot } = field;
        const order = fields.find(
          (one) => one.kind === 'timer-order' && one.slot === slot,
        ) as TimerOrderField;
        rows.push({
          kind: 'timer',
          key: `timer${slot}`,
          slot,
          time: field,
          order,
          fields: [field, order],
        });
        break;
      }
      case 'delay':
      case 'timer-order':
        break;
    }
  }
  return rows.sort((one, other) => rank(one) - rank(other));
}

/** Whether a line says something else than the device does. */
export function isRowChanged(row: FormRow, onDevice: Values, edited: Values): boolean {
  return row.fields.some(({ word }) => edited[word] !== onDevice[word]);
}

export type RowMark = 'different' | 'edited' | 'verified' | 'none';

/** What is known of a line: that the device holds something else than was saved outweighs all. */
export function markOfRow(
  row: FormRow,
  onDevice: Values,
  edited: Values,
  verified: Verified | null,
): RowMark {
  const told = row.fields.flatMap(({ wire }) => verified?.[wire] ?? []);
  if (told.includes(false)) return 'different';
  if (isRowChanged(row, onDevice, edited)) return 'edited';
  return told.length > 0 ? 'verified' : 'none';
}

/** The value of a field as a number; undefined for one that is empty or disabled. */
export function numberAt(values: Values, word: string): number | undefined {
  const value: FieldValue | undefined = values[word];
  return typeof value === 'number' && !Number.isNaN(value) ? value : undefined;
}

/** As a number field holds it: null if it is empty, NaN if its text is not a number. */
export function typedNumber(values: Values, word: string): number | null {
  const value = values[word];
  return typeof value === 'number' ? value : null;
}
