/** A changed field of a protection, with the same label and unit as on the protection pages. */
import { readText } from '@busbar/domain/protection/field-text';
import { isProtectionName, protectionOf } from '@busbar/domain/protection/protections/protections';
import { useTranslation } from 'react-i18next';
import { sideOf } from '../protection/fault-side.ts';
import { rowsOf } from '../protection/form-rows.ts';
import { useRowTexts } from '../protection/use-row-texts.ts';

interface FieldTexts {
  readonly name: string;
  /** Formats the field's text from the API. */
  readonly text: (raw: string) => string;
}

/** `wire` is the field's API name, for a slot `s1.time`; an unknown field is displayed by it. */
export function useFieldTexts(): (set: string, wire: string) => FieldTexts {
  const { t } = useTranslation(['device-deploy', 'protection']);
  const sides = { over: useRowTexts('over'), under: useRowTexts('under') };
  return (set, wire) => {
    const rows = isProtectionName(set) ? rowsOf(protectionOf(set)) : [];
    const row = rows.find(({ fields }) => fields.some((one) => one.wire === wire));
    const field = row?.fields.find((one) => one.wire === wire);
    if (row === undefined || field === undefined) return { name: wire, text: (raw) => raw };
    const texts = sides[sideOf(set)];
    const shown =
      (format: (value: number | boolean | string | null) => string) => (raw: string) => {
        const value = readText(field, raw);
        return value === undefined ? raw : format(value);
      };
    switch (field.kind) {
      case 'number':
      case 'switch':
        return {
          name: texts.label(row),
          text: shown((value) => texts.text(row, { [field.name]: value })),
        };
      case 'flag':
        return {
          name: `${texts.label(row)} – ${t(`device-deploy:flag.${field.name}`)}`,
          text: shown((value) => t(`protection:switch.${value === true ? 'yes' : 'no'}`)),
        };
      case 'count':
      case 'delay':
        return {
          name: t(`protection:reclose.${field.kind}`, { slot: field.slot }),
          text: shown((value) =>
            value === null ? t('protection:reclose.disabled') : String(value),
          ),
        };
      case 'time':
        return { name: t('protection:timer.time', { slot: field.slot }), text: (raw) => raw };
      case 'timer-order':
        return { name: texts.label(row), text: shown((value) => t(`protection:timer.${value}`)) };
    }
  };
}
