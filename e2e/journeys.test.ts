import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { JOURNEYS } from './journeys.ts';
import { WALKS } from './walks.ts';

it('names every test file of the suite once', () => {
  const files = readdirSync(fileURLToPath(new URL('src', import.meta.url)))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => basename(file, '.test.ts'));
  const walks = WALKS.map((file) => basename(file, '.test.ts'));
  expect([...Object.keys(JOURNEYS), ...walks].sort()).toEqual(files.sort());
});
