/**
 * Lines of a protection's form, derived from its definition: fields that the user decides together
 * form one line, although they are several fields on the wire (three flags are one choice, a count
 * and its delay one slot).
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
  TimerCommandField,
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
      readonly command: TimerCommandField;
    });

/** Limits come before delays, regardless of the order on the wire. */
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
        rows.push({ kind: 'number', key: field.name, field, fields: [field] });
        break;
      case 'switch':
        rows.push({ kind: 'switch', key: field.name, field, fields: [field] });
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
        ) as TimerCommandField;
        rows.push({
          kind: 'timer',
          key: `timer${slot}`,
          slot,
          time: field,
          command: order,
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

/** Returns true if a line differs from the device. */
export function isRowChanged(row: FormRow, onDevice: Values, edited: Values): boolean {
  return row.fields.some(({ name }) => edited[name] !== onDevice[name]);
}

export type RowMark = 'different' | 'edited' | 'verified' | 'none';

/** Status of a line; a difference between saved and device values takes precedence. */
export function markOfRow(
  row: FormRow,
  onDevice: Values,
  edited: Values,
  verified: Verified | null,
): RowMark {
  const results = row.fields.flatMap(({ wire }) => verified?.[wire] ?? []);
  if (results.includes(false)) return 'different';
  if (isRowChanged(row, onDevice, edited)) return 'edited';
  return results.length > 0 ? 'verified' : 'none';
}

/** Returns a field's value as a number; undefined if it is empty or disabled. */
export function numberAt(values: Values, name: string): number | undefined {
  const value: FieldValue | undefined = values[name];
  return typeof value === 'number' && !Number.isNaN(value) ? value : undefined;
}

/** Value of a number field: null if it is empty, NaN if its text is not a number. */
export function typedNumber(values: Values, name: string): number | null {
  const value = values[name];
  return typeof value === 'number' ? value : null;
}
