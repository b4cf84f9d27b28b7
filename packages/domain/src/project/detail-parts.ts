/**
 * The detail of a lamp alarm as a list of translatable findings. `lamp-findings.ts` writes the
 * detail; the detail of other alarms is text, such as the name of a dry contact, and contains no
 * findings.
 */
import type { Finding } from './lamp-check.ts';
import { LAMP_ALARM_TYPES } from './lamp-findings.ts';

export interface DetailPart {
  readonly word: Finding;
  /** Number of lamps, percent or energy level; null if the finding has no number. */
  readonly value: number | null;
}

const PATTERNS: readonly (readonly [RegExp, Finding])[] = [
  [/^(\d+) lamps?$/, 'failed'],
  [/^(\d+) lamps? on by day$/, 'dayBurning'],
  [/^under rate (\d+) %$/, 'under'],
  [/^over rate (\d+) %$/, 'over'],
  [/^level (\d)$/, 'energyLevel'],
  [/^off at night$/, 'dark'],
  [/^burning behind an open breaker$/, 'bypassed'],
  [/^no report$/, 'noReport'],
];

export function detailParts(type: string, detail: string): DetailPart[] {
  if (!(LAMP_ALARM_TYPES as readonly string[]).includes(type)) return [];
  return detail.split(', ').flatMap((part) => {
    for (const [pattern, word] of PATTERNS) {
      const match = pattern.exec(part);
      if (match !== null)
        return [{ word, value: match[1] === undefined ? null : Number(match[1]) }];
    }
    return [];
  });
}
