/** The list of the full tier names files that exist: a renamed file would run in every tier. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FULL_TIER_FILES, FULL_TIER_FOLDERS } from '../../apps/server/full-tier.ts';

const server = join(import.meta.dirname, '..', '..', 'apps', 'server');

it('the files and folders of the full tier exist', () => {
  const listed = [...FULL_TIER_FILES, ...FULL_TIER_FOLDERS];
  expect(listed.filter((path) => !existsSync(join(server, path)))).toEqual([]);
});
