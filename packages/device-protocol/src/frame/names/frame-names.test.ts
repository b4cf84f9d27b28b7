/**
 * The screens translate names, text keys, qualifiers and problems of frames into six languages,
 * with the same keys.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { QUALIFIERS } from '../qualifiers.ts';
import { FRAME_NAMES } from './frame-names.ts';
import { PROBLEM_TEXTS } from './frame-problem.ts';
import { FRAME_TEXT_KEYS } from './frame-text-keys.ts';

const LOCALES = join(import.meta.dirname, '../../../../texts/locales');

const ENGLISH = {
  name: FRAME_NAMES,
  word: FRAME_TEXT_KEYS,
  which: QUALIFIERS,
  problem: PROBLEM_TEXTS,
};

type Part = keyof typeof ENGLISH;

const catalogue = (language: string): Record<Part, Record<string, string>> =>
  JSON.parse(readFileSync(join(LOCALES, language, 'console.json'), 'utf8'));

describe.each(['en', 'zh', 'ar', 'fr', 'ru', 'es'])(
  'translations of frame texts in %s',
  (language) => {
    it.each(Object.keys(ENGLISH) as Part[])('contain all keys (%s)', (part) => {
      expect(Object.keys(catalogue(language)[part]).sort()).toEqual(
        Object.keys(ENGLISH[part]).sort(),
      );
    });
  },
);

it('translations of frame texts match the English text of the API', () => {
  expect(catalogue('en')).toMatchObject(ENGLISH);
});
