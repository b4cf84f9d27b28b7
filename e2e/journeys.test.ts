import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { JOURNEYS } from './journeys.ts';

it('the journeys table lists every test file of the suite once', () => {
  const files = readdirSync(fileURLToPath(new URL('src', import.meta.url)), {
    recursive: true,
    encoding: 'utf8',
  })
    .filter((file) => file.endsWith('.test.ts') && !file.startsWith('support'))
    .map((file) => basename(file, '.test.ts'));
  expect(Object.keys(JOURNEYS).sort()).toEqual(files.sort());
});
