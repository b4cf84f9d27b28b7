/** The lists of the full tier name files that exist: a renamed file would run in every tier. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FULL_TIER_FILES, FULL_TIER_FOLDERS } from '../../apps/server/full-tier.ts';
import { FULL_TIER_FILES as WEB_FILES } from '../../apps/web/full-tier.ts';

it.each([
  ['server', [...FULL_TIER_FILES, ...FULL_TIER_FOLDERS]],
  ['web', WEB_FILES],
])('the files and folders of the full tier of %s exist', (app, listed) => {
  const folder = join(import.meta.dirname, '..', '..', 'apps', app);
  expect(listed.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
});
