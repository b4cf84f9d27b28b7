import { describe, expect, it } from 'vitest';
import { languagesRefusal, messageMark, offeredLanguage } from './customer-limits.ts';

describe('language setting of a customer', () => {
  it.each([
    ['all six', ['zh', 'en', 'ar', 'fr', 'ru', 'es'], undefined],
    ['one', ['fr'], undefined],
    ['an empty list', [], 'info-required'],
    ['an unknown language', ['fr', 'de'], 'language-unknown'],
    ['a repeated language', ['fr', 'fr'], 'language-unknown'],
  ])('validates %s', (_case, languages, refusal) => {
    expect(languagesRefusal(languages)).toBe(refusal);
  });

  it.each([
    [['fr', 'ar'], 'ar', 'ar'],
    [['fr', 'en'], 'zh', 'en'],
    [['fr', 'ar'], 'zh', 'fr'],
  ] as const)('from %j with %s requested returns %s', (offered, wished, given) => {
    expect(offeredLanguage(offered, wished)).toBe(given);
  });
});

describe('daily message limit', () => {
  it.each([
    [0, 100, 0],
    [79, 100, 0],
    [80, 100, 80],
    [99, 100, 80],
    [100, 100, 100],
    [5_000, 100, 100],
    [1, 1, 100],
    [2_399_999, 3_000_000, 0],
    [2_400_000, 3_000_000, 80],
    [5_000, null, 0],
  ])('with %i messages of the allowed %s reaches the threshold %i', (messages, most, mark) => {
    expect(messageMark(messages, most)).toBe(mark);
  });
});
