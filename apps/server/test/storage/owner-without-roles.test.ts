/**
 * A database owner who may not create roles, as in most installations: the server starts with its
 * own filters and prints the remedy; after that the next start enables row-level security.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { prepareDatabase } from '../../src/storage/prepare-database.ts';
import { openTestDatabase } from '../support/databases.ts';
import { TEST_NOW } from '../support/start-server.ts';

describe('a database owner who may not create roles', () => {
  const name = `owner_${randomBytes(6).toString('hex')}`;
  let admin: Client;

  beforeAll(async () => {
    admin = new Client({ connectionString: `${inject('postgresUrl')}/postgres` });
    await admin.connect();
    await admin.query(`create role ${name} login nosuperuser nocreaterole`);
    await admin.query(`create database ${name} owner ${name} template template0`);
  });
  afterAll(async () => {
    await admin?.end();
  });

  async function open(): Promise<Database> {
    const url = new URL(`${inject('postgresUrl')}/${name}`);
    url.username = name;
    return openTestDatabase(url.href);
  }

  const standsAs = async (database: Database) => {
    const { rows } = await sql<{ is: string }>`select current_user::text as is`.execute(
      database.as({ customerId: 7 }).db,
    );
    return rows[0]!.is;
  };

  it('can run the server all the same, and gets the statement to run', async () => {
    const database = await open();
    const { warning } = await prepareDatabase(database, TEST_NOW);
    expect(warning).toContain(`grant busbar_platform, busbar_customer to "${name}";`);
    expect(await standsAs(database)).toBe(name);
    expect(await database.as('platform').db.selectFrom('zone').selectAll().execute()).not.toEqual(
      [],
    );
  });

  it('has row-level security from the next start on', async () => {
    await admin.query(`grant busbar_platform, busbar_customer to ${name}`);
    // Simulates roles that were created after the tables.
    const bare = new Client({ connectionString: `${inject('postgresUrl')}/${name}` });
    await bare.connect();
    await bare.query('drop policy customer on customer; drop policy platform on customer');
    await bare.query('alter table customer disable row level security');
    await bare.end();
    const database = await open();
    expect((await prepareDatabase(database, TEST_NOW)).warning).toBeUndefined();
    expect(await standsAs(database)).toBe('busbar_customer');
    const { rows } = await sql<{
      isEnabled: boolean;
    }>`select relrowsecurity as "isEnabled" from pg_class
      where oid = 'public.customer'::regclass`.execute(database.db);
    expect(rows).toEqual([{ isEnabled: true }]);
  });
});
