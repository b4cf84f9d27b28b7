/** No column with secrets is forgotten by the rotation, and a backup from before it is restored. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { prepareInstallation } from '../../src/areas/platform/installation/prepare-installation.ts';
import { SETTINGS } from '../../src/areas/shared/installation/installation-queries.ts';
import { rotateSecrets } from '../../src/areas/shared/installation/rotation/rotate-secrets.ts';
import { SEALED_COLUMNS } from '../../src/areas/shared/installation/sealed-columns.ts';
import { makeBackup } from '../../src/backup/make-backup.ts';
import { SECRET_NAMES } from '../../src/config/secret-files.ts';
import type { Executor } from '../../src/storage/database.ts';
import { emptyPlace, NOW, restoreTo, within } from '../backup/backup-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testContext } from '../support/test-context.ts';
import {
  BOTH,
  countByKey,
  enterSecrets,
  expected,
  NEW,
  NEW_ONLY,
  OLD,
  OLD_ONLY,
  readSecrets,
  type StoredKinds,
} from './rotation-fixture.ts';

/** Columns whose names sound like secrets, with the reason why the key does not seal them. */
const UNSEALED: Readonly<Record<string, string>> = {
  'account_name.account_key': 'the name of an account in lower case',
  'password_request.account_key': 'the name of an account in lower case',
  'outbox.dedupe_key': 'names a message',
  'command.idempotency_key': 'chosen by a program, to repeat a request',
  'group_order.idempotency_key': 'chosen by a program, to repeat a request',
  'identity_provider.sign_in_key': 'a part of the sign-in address',
  'session.id_token': 'sealed, and removed by a rotation',
  'sign_in_challenge.id_token': 'sealed, and removed by a rotation',
  'installation.value': 'hashes, keys that are replaced by a restart, and names',
};

/** Given for the rotation only, and for the demo. */
const DOCUMENTED_ELSEWHERE = new Set(['SECRETS_KEY_FORMER', 'DEMO_PASSWORD']);

const LISTED = Object.values(SEALED_COLUMNS).map(({ table, column }) => `${table}.${column}`);

/** Every column of text or bytes of the tables, without partitions. */
async function columnsOf(db: Executor) {
  const { rows } = await sql<{ table: string; column: string; isBytes: boolean }>`
    select c.relname as "table", a.attname as "column", a.atttypid = 'bytea'::regtype as "isBytes"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('bytea'::regtype, 'text'::regtype, 'varchar'::regtype, 'jsonb'::regtype)`.execute(
    db,
  );
  return rows;
}

describeWithDatabase('the columns with sealed secrets', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'columns', now: NOW }));
  const before = testContext(database, OLD_ONLY, NOW);
  let stored: StoredKinds;
  let archive: string;
  beforeAll(async () => {
    await prepareInstallation(before);
    stored = await enterSecrets(before, tenant, 'columns', 0);
    archive = join(temporaryFolder(), 'before.backup');
    const paths = { dataDir: temporaryFolder(), file: archive };
    const how = { app: '0.1.0', overwrite: false, now: new Date(NOW) };
    await makeBackup({ database, ...paths, ...how, key: OLD });
    await rotateSecrets({ database, key: NEW, former: OLD });
  });

  it('are all those that contain a sealed value', async () => {
    const found: string[] = [];
    for (const { table, column, isBytes } of await columnsOf(database.db)) {
      const text = isBytes
        ? sql`encode(${sql.ref(column)}, 'escape')`
        : sql`${sql.ref(column)}::text`;
      const { rows } = await sql`select 1 from ${sql.table(table)}
        where ${text} like '%sealed:1:%' limit 1`.execute(database.db);
      if (rows.length > 0) found.push(`${table}.${column}`);
    }
    expect(found.sort()).toEqual([...LISTED].sort());
  });

  it('are all whose names sound like secrets, except hashes and listed ones', async () => {
    const names = (await columnsOf(database.db)).map(({ table, column }) => `${table}.${column}`);
    const secret = names.filter((name) =>
      /\.(?!.*hash).*(secret|password|token|private|_key\b|\bkey\b|credential|pin\b)/.test(name),
    );
    const unlisted = secret.filter((name) => !LISTED.includes(name) && !(name in UNSEALED));
    expect(unlisted).toEqual([]);
    for (const name of LISTED) expect(secret).toContain(name);
  });

  it('have the types and primary keys of the list', async () => {
    const columns = await columnsOf(database.db);
    for (const { table, column, isBytes, keys, section } of Object.values(SEALED_COLUMNS)) {
      expect(columns).toContainEqual({ table, column, isBytes });
      const { rows } = await sql<{ name: string }>`
        select a.attname as name from pg_index i
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = ${table}::regclass and i.indisprimary
        order by array_position(i.indkey::int2[], a.attnum)`.execute(database.db);
      expect(rows.map(({ name }) => name)).toEqual(section === undefined ? keys : ['section']);
    }
  });

  it('and every other secret are in the table of docs/operations.md', () => {
    const text = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
    const [, table = ''] =
      /\n\| secret \| where it is stored [^\n]+\n((?:\|[^\n]+\n)+)/.exec(text) ?? [];
    const given = ['SECRETS_KEY', ...SECRET_NAMES].filter(
      (name) => !DOCUMENTED_ELSEWHERE.has(name),
    );
    const keys = SETTINGS.filter((name) => name.endsWith('_key') || name.endsWith('_keys'));
    expect([...given, ...keys].filter((name) => !table.includes(`${name}`))).toEqual([]);
    expect(keys).toHaveLength(3);
  });

  it('of a backup from before the rotation are read with the former key', async () => {
    const withOld = await emptyPlace();
    await expect(restoreTo(withOld, archive, { key: NEW })).rejects.toThrow('is not signed with');
    await restoreTo(withOld, archive, { key: OLD });
    await within(withOld, async (restored) => {
      const ctx = testContext(restored, OLD_ONLY, NOW);
      await prepareInstallation(ctx);
      expect(await readSecrets(ctx, tenant, stored)).toMatchObject(expected(stored));
    });
  });

  it('of a backup from before the rotation are sealed with the new key after a restore with both', async () => {
    const withBoth = await emptyPlace();
    const done = await restoreTo(withBoth, archive, { key: NEW, formerKey: OLD });
    expect(done.unreadable).toBeUndefined();
    await within(withBoth, async (restored) => {
      await prepareInstallation(testContext(restored, BOTH, NOW));
      expect(await countByKey(restored.db)).toMatchObject({ new: 0 });
      await rotateSecrets({ database: restored, key: NEW, former: OLD });
      const ctx = testContext(restored, NEW_ONLY, NOW);
      await prepareInstallation(ctx);
      expect(await readSecrets(ctx, tenant, stored)).toMatchObject(expected(stored));
    });
  });

  it('of a backup during the rotation need both keys, which the backup is signed for', async () => {
    const file = join(temporaryFolder(), 'during.backup');
    const paths = { database, dataDir: temporaryFolder(), file };
    const how = { app: '0.1.0', overwrite: false, now: new Date(NOW) };
    await expect(makeBackup({ ...paths, ...how, key: OLD })).rejects.toThrow(/has another key/);
    await makeBackup({ ...paths, ...how, key: NEW, formerKey: OLD });
    expect((await restoreTo(await emptyPlace(), file, { key: NEW })).unreadable).toBeUndefined();
  });
});
