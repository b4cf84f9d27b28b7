/** A protection in one line: its reaction to a fault, threshold and delay. */
import { isProtectionName, protectionOf } from '@busbar/domain/protection/protections/protections';
import { readRecord } from '@busbar/domain/protection/values';
import { sideOf } from './fault-side.ts';
import { rowsOf } from './form-rows.ts';
import { useRowTexts } from './use-row-texts.ts';

const SHOWN_FIELDS = ['reaction', 'startValue', 'operateDelay'];
/** Maximum number of lines for a set without these fields, such as a table of switches. */
const MAX_OTHERS = 3;
const NOTHING = '–';

/** Formats a set as reported by the device; returns an empty text for an unknown set. */
export function useProtectionGlance(): (set: string, record: unknown) => string {
  const sides = { over: useRowTexts('over'), under: useRowTexts('under') };
  return (set, record) => {
    if (!isProtectionName(set)) return '';
    const definition = protectionOf(set);
    const { values } = readRecord(definition, record);
    const texts = sides[sideOf(set)];
    const all = rowsOf(definition);
    const main = all.filter(({ key }) => SHOWN_FIELDS.includes(key));
    return (main.length > 0 ? main : all)
      .map((row) => ({ row, text: texts.text(row, values) }))
      .filter(({ text }) => text !== NOTHING)
      .slice(0, MAX_OTHERS)
      .map(({ row, text }) => (row.kind === 'reaction' ? text : `${texts.label(row)} ${text}`))
      .join(' · ');
  };
}
