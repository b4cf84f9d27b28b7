import { expect, it } from 'vitest';
import {
  dayOfMonth,
  formatList,
  monthName,
  monthOfYear,
  weekdayName,
  weekdayNames,
} from './date-names.ts';
import { LANGUAGE_TAGS } from './language-tags.ts';

const LANGUAGES = ['en', 'zh', 'ar', 'fr', 'ru', 'es'] as const;
const all = (text: (tag: string) => string) => LANGUAGES.map((code) => text(LANGUAGE_TAGS[code]));

it('names months and days in the language, with Latin digits', () => {
  expect(all((tag) => monthName(2, tag))).toEqual([
    ...['February', '二月', 'فبراير', 'février', 'февраль', 'febrero'],
  ]);
  expect(all((tag) => monthOfYear('2026-02-01', tag))).toEqual([
    ...['February 2026', '2026年2月', 'فبراير 2026', 'février 2026', 'февраль 2026 г.'],
    'febrero de 2026',
  ]);
  expect(all((tag) => dayOfMonth('2026-02-05', tag))).toEqual([
    ...['5 February', '2月5日', '5 فبراير', '5 février', '5 февраля', '5 de febrero'],
  ]);
});

it('begins the week on Monday in every language', () => {
  expect(all((tag) => weekdayNames(tag, 'long')[0]!)).toEqual([
    ...['Monday', '星期一', 'الاثنين', 'lundi', 'понедельник', 'lunes'],
  ]);
  expect(weekdayNames(LANGUAGE_TAGS.zh, 'short')[0]).toBe('周一');
  expect(weekdayName('2026-11-29', LANGUAGE_TAGS.en, 'short')).toBe('Sun');
});

it('joins a list in the language', () => {
  expect(all((tag) => formatList(['A', 'B', 'C'], tag))).toEqual([
    ...['A, B and C', 'A、B和C', 'A وB وC', 'A, B et C', 'A, B и C', 'A, B y C'],
  ]);
});
