import { describe, expect, it } from 'vitest';
import { RecentTexts } from './recent-texts.ts';

describe('the cache of recent texts', () => {
  it('creates a text once', () => {
    const texts = new RecentTexts(2);
    let created = 0;
    const make = () => `text ${++created}`;
    expect([texts.of('a', make), texts.of('a', make)]).toEqual(['text 1', 'text 1']);
    expect(texts.get('b')).toBeUndefined();
  });

  it('retains requested texts and evicts the others', () => {
    const texts = new RecentTexts(2);
    for (const key of ['a', 'b', 'c']) texts.of(key, () => key);
    expect(texts.get('a')).toBe('a');
    texts.of('d', () => 'd');
    expect(['a', 'b'].map((key) => texts.get(key))).toEqual(['a', undefined]);
    for (let i = 0; i < 10; i++) texts.of(`n${i}`, () => 'n');
    expect(['a', 'c', 'd'].map((key) => texts.get(key))).toEqual([undefined, undefined, undefined]);
  });
});
