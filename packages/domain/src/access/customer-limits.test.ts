import { describe, expect, it } from 'vitest';
import { messageMark, offeredLanguage, whyNoLanguages } from './customer-limits.ts';

describe('languages of a customer', () => {
  it.each([
    ['all six', ['zh', 'en', 'ar', 'fr', 'ru', 'es'], undefined],
    ['one', ['fr'], undefined],
    ['none', [], 'info-required'],
    ['an unknown one', ['fr', 'de'], 'language-unknown'],
    ['one twice', ['fr', 'fr'], 'language-unknown'],
  ])('%s', (_case, languages, why) => {
    expect(whyNoLanguages(languages)).toBe(why);
  });

  it.each([
    [['fr', 'ar'], 'ar', 'ar'],
    [['fr', 'en'], 'zh', 'en'],
    [['fr', 'ar'], 'zh', 'fr'],
  ] as const)('of %j, asked for %s, give %s', (offered, wished, given) => {
    expect(offeredLanguage(offered, wished)).toBe(given);
  });
});

describe('messages of a day', () => {
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
  ])('%i of %s reach the mark %i', (messages, most, mark) => {
    expect(messageMark(messages, most)).toBe(mark);
  });
});
