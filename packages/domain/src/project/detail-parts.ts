/**
 * The words of `ToldAlarm.detail` taken apart again, for readers of other languages. The words are
 * written by `lamp-findings.ts`; what is not of them is left out.
 */
import type { Finding } from './lamp-check.ts';

export interface DetailPart {
  readonly word: Finding;
  /** Lamps, percent or step; null: none. */
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

export function detailParts(detail: string): DetailPart[] {
  return detail.split(', ').flatMap((words) => {
    for (const [pattern, word] of PATTERNS) {
      const match = pattern.exec(words);
      if (match !== null)
        return [{ word, value: match[1] === undefined ? null : Number(match[1]) }];
    }
    return [];
  });
}
