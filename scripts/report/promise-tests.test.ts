import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
// @ts-expect-error A script without types.
import { promiseIds, testsOfPromises, withTests } from './promise-tests.mjs';

describe('docs/promises.md', () => {
  it('lists the tests that cite each promise (npm run docs:promises)', () => {
    expect(withTests()).toBe(
      readFileSync(new URL('../../docs/promises.md', import.meta.url), 'utf8'),
    );
  });

  it('has a test for every promise that is not a design rule', () => {
    const tests: Map<string, string[]> = testsOfPromises();
    const ids: string[] = promiseIds();
    expect(ids.filter((id) => !id.startsWith('D') && !tests.has(id))).toEqual([]);
  });

  it('contains every promise that a test cites', () => {
    const ids: string[] = promiseIds();
    const cited: string[] = [...testsOfPromises().keys()];
    expect(cited.filter((id) => !ids.includes(id))).toEqual([]);
  });
});
