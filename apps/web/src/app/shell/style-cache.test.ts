import { describe, expect, it } from 'vitest';
import { createStyleCache } from './style-cache.ts';

/** Counts a use, as the library does when a component appears. */
const use = (value: string) => (entry: [number, unknown] | null) =>
  [(entry?.[0] ?? 0) + 1, entry?.[1] ?? value] as [number, unknown];

/** Counts the end of a use; the library drops an entry without uses. */
const drop = (entry: [number, unknown] | null): [number, unknown] | null =>
  entry === null || entry[0] === 1 ? null : [entry[0] - 1, entry[1]];

describe('cache of generated styles', () => {
  it('keeps the styles of a component after its last use', () => {
    const cache = createStyleCache();
    for (const _ of [1, 2]) {
      cache.opUpdate('style%css|Table', use('.table {}'));
      cache.opUpdate('style%css|Table', drop);
      expect(cache.opGet('style%css|Table')).toEqual([1, '.table {}']);
    }
  });

  it('drops values that depend on the theme with their last use', () => {
    const cache = createStyleCache();
    for (const key of ['token%dark', 'cssVar%Table%dark']) {
      cache.opUpdate(key, use('--colour'));
      cache.opUpdate(key, drop);
      expect(cache.opGet(key)).toBeNull();
    }
  });
});
