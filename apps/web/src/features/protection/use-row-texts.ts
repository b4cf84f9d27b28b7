/** Names and values of a protection form's lines in the user's language. */

import { formatQuantity } from '@busbar/domain/formats/number-format';
import type { Values } from '@busbar/domain/protection/definition';
import type { NumberField } from '@busbar/domain/protection/field';
import { reactionOfFlags } from '@busbar/domain/protection/reaction';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import type { FormRow } from './form-rows.ts';
import type { FaultSide } from './pictures.ts';

export interface RowTexts {
  label: (row: FormRow) => string;
  /** Returns the value of the line as text; a dash if it is empty. */
  text: (row: FormRow, values: Values) => string;
}

const NONE = '–';
const DIGITS = { 1: 0, 0.1: 1, 0.01: 2 } as const;

export function numberText(field: NumberField, value: number, tag: string): string {
  // A value between two steps is shown with the decimals that were typed.
  const digits = Math.max(DIGITS[field.step], String(value).split('.')[1]?.length ?? 0);
  return formatQuantity(value, Math.min(6, digits), field.unit, tag);
}

export function useRowTexts(side: FaultSide): RowTexts {
  const { t } = useTranslation('protection');
  const { tag } = useLanguage();
  const text: RowTexts['text'] = (row, values) => {
    const of = (name: string) => values[name];
    switch (row.kind) {
      case 'reaction': {
        if (of('enabled') === undefined) return NONE;
        const reaction = reactionOfFlags({
          enabled: of('enabled') === true,
          opens: of('opens') === true,
          locks: of('locks') === true,
        });
        return t(`protection:reaction.${reaction ?? 'none'}`);
      }
      case 'number': {
        const value = of(row.field.name);
        return typeof value === 'number' ? numberText(row.field, value, tag) : NONE;
      }
      case 'switch': {
        const value = of(row.field.name);
        if (value === undefined) return NONE;
        return t(`protection:switch.${value === true ? 'yes' : 'no'}`);
      }
      case 'reclose': {
        const count = of(row.count.name);
        const delay = of(row.delay.name);
        if (count === undefined) return NONE;
        if (count === null) return t('protection:reclose.disabled');
        return t('protection:reclose.text', { attempts: count, delay: delay ?? NONE });
      }
      case 'timer': {
        const command = of(row.command.name);
        if (typeof command !== 'string') return NONE;
        if (command === 'none') return t('protection:timer.none');
        return `${String(of(row.time.name) ?? NONE)} ${t(`protection:timer.${command}`)}`;
      }
    }
  };
  const label: RowTexts['label'] = (row) => {
    switch (row.kind) {
      case 'reaction':
        return t('protection:field.reaction');
      case 'reclose':
      case 'timer':
        return t(`protection:field.${row.kind}`, { slot: row.slot });
      case 'number':
        if (row.key === 'startValue' || row.key === 'resetValue') {
          return t(`protection:field.${row.key}-${side}`);
        }
        return t(`protection:field.${row.key}`);
      case 'switch':
        return t(`protection:field.${row.key}`);
    }
  };
  return { label, text };
}
