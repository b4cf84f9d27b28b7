import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allowedSkips, unexpectedSkips } from './allowed-skips.mjs';
import { root } from './run-step.mjs';

it.each(allowedSkips)('$file still skips a test, and its entry gives a reason', (entry) => {
  const path = join(root, entry.file);
  expect(existsSync(path)).toBe(true);
  expect(readFileSync(path, 'utf8')).toMatch(/skipIf/);
  expect(entry.reason).toMatch(/\w+ \w+/);
});

it('unexpectedSkips returns skips that are not on the list', () => {
  const allowed = [
    { file: 'a.test.ts', reason: 'its data is not published' },
    { file: 'b.test.ts', test: 'the recording', reason: 'its data is not published' },
  ];
  const skips = [
    { file: 'a.test.ts', test: 'adds up' },
    { file: 'b.test.ts', test: 'the recording adds up' },
    { file: 'b.test.ts', test: 'a sum adds up' },
    { file: 'c.test.ts', test: 'adds up' },
  ];
  expect(unexpectedSkips(skips, allowed)).toEqual(skips.slice(2));
});
