/**
 * This version opens the data folder and the backup of every release since 1.0, and answers as that
 * release did: users, devices, tariffs and bills are the same to the cent (docs/upgrade.md).
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyPlace, type PlaceKind, restoreTo } from '../backup/backup-fixture.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { expectSameAnswers } from './expect-same-answers.ts';
import { frozenReleases, unpackBackup, unpackData } from './frozen-release.ts';

const KINDS: readonly PlaceKind[] = ['external', 'embedded'];

it('every release from 1.0 on is kept', () => {
  expect(frozenReleases().map(({ version }) => version)).toContain('1.0.0');
});

describe.each(frozenReleases())('release $version', (release) => {
  it('continues on its data folder', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    mkdirSync(dataDir);
    unpackData(release, dataDir);
    await expectSameAnswers(release, { databaseUrl: undefined, dataDir });
  });

  it.each(KINDS)('is restored from its backup into an %s database', async (kind) => {
    const file = join(temporaryFolder(), 'busbar.backup');
    unpackBackup(release, file);
    const place = await emptyPlace(kind);
    await restoreTo(place, file);
    await expectSameAnswers(release, place);
  });
});
