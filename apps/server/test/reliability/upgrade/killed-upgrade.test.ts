/**
 * An upgrade of the data of a frozen release is killed at random moments, alone or together with the
 * embedded database, and ends whole at the next start (docs/upgrade.md).
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { beforeAll, describe, expect, it } from 'vitest';
import { readAppliedIfAny } from '../../../src/storage/migrating/oldest-program.ts';
import { schemaText } from '../../../src/storage/schema/schema-text.ts';
import { within } from '../../backup/backup-fixture.ts';
import { expectSameAnswers } from '../../frozen/expect-same-answers.ts';
import { frozenReleases, unpackData } from '../../frozen/frozen-release.ts';
import { killPostmaster } from '../../support/programs/embedded-processes.ts';
import { programWithMigrations, serverProgram } from '../../support/programs/server-program.ts';
import { SOAK_TIMEOUT_MS, seed, size } from '../../support/sizes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { EXPAND, plantedMigrations } from './planted-migrations.ts';

const SEED = seed('killedUpgrades', 83);

/** Takes so long that some kills hit it: rows are rewritten, and an index is built of them. */
const SLOW = [
  'create table planted_rows as select n, md5(n::text) as text from generate_series(1, 600000) n;',
  'update planted_rows set text = reverse(text);',
  '--! no-transaction\ncreate index concurrently planted_text on planted_rows (text);',
];
const migrations = plantedMigrations([...EXPAND, ...SLOW]);

describe.each(frozenReleases())('an upgrade of release $version', (release) => {
  let uninterrupted: Upgraded;
  let usualMs: number;
  beforeAll(async () => {
    const { program, dataDir } = await unpacked();
    usualMs = await program.start();
    await program.end('SIGTERM');
    uninterrupted = await look(dataDir);
    await program.remove();
  });

  async function unpacked() {
    const dataDir = join(temporaryFolder(), 'data');
    mkdirSync(dataDir);
    unpackData(release, dataDir);
    // Retention, which the worker applies, removes old data in later years.
    const env = { DATA_DIR: dataDir, ROLES: 'api,gateway' };
    const program = await serverProgram(env, programWithMigrations(migrations));
    return { program, dataDir };
  }

  it(
    'that is killed at random moments ends whole at the next start',
    async () => {
      const random = seededRandom(SEED);
      const kills = size('killedUpgrades');
      for (let kill = 1; kill <= kills; kill += 1) {
        const { program, dataDir } = await unpacked();
        const killed = program.start().then(
          () => 'ready',
          () => 'killed',
        );
        await sleep(random() * usualMs);
        await program.end('SIGKILL');
        // A loss of power ends the database too; otherwise the next start adopts it.
        if (kill % 2 === 0) await killPostmaster(dataDir);
        await killed;
        await program.start();
        await program.end('SIGTERM');
        expect(await look(dataDir), `kill ${kill}`).toEqual(uninterrupted);
        await expectSameAnswers(release, { databaseUrl: undefined, dataDir });
        await program.remove();
      }
    },
    SOAK_TIMEOUT_MS,
  );
});

interface Upgraded {
  readonly schema: string;
  readonly migrations: readonly string[];
  readonly files: readonly string[];
}

function look(dataDir: string): Promise<Upgraded> {
  return within({ databaseUrl: undefined, dataDir }, async ({ db }) => ({
    schema: await schemaText(db),
    migrations: (await readAppliedIfAny(db)).map(({ name }) => name),
    files: readdirSync(dataDir).sort(),
  }));
}
