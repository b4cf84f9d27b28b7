/** A worker node that stops, and one with another clock (docs/adr/0065). */
import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { distribute } from '../../../src/storage/distributed/distribute.ts';
import { prepareDatabase } from '../../../src/storage/prepare-database.ts';
import { openTestDatabase, type TestDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { buildCustomer } from '../../support/factories/customer.ts';
import { TEST_NOW } from '../../support/manual-clock.ts';
import {
  type CitusCluster,
  createOnNodes,
  startCitusCluster,
} from '../../support/programs/citus-cluster.ts';
import { testContext } from '../../support/test-context.ts';

/** Debian's libfaketime. */
const CLOCK_LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
const HOUR_AHEAD = {
  LD_PRELOAD: CLOCK_LIBRARY,
  FAKETIME: '+3600s',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
};

describe.skipIf(!existsSync(CLOCK_LIBRARY))('a worker node', () => {
  let cluster: CitusCluster;
  let url: string;
  let database: TestDatabase;
  beforeAll(async () => {
    cluster = (await startCitusCluster([HOUR_AHEAD]))!;
    await createOnNodes(cluster.nodes, 'faulty');
    url = `${cluster.url}/faulty`;
    const plain = await openTestDatabase(url);
    await prepareDatabase(plain, TEST_NOW);
    await distribute(plain, 2);
    database = await openTestDatabase(url);
  });
  afterAll(() => cluster.stop());

  it('whose clock is an hour ahead is reported, and changes no time', async () => {
    await eventually(() => database.warnings.join(' ')).toMatch(
      /^The clock of a worker node of the database is 3[56]\d\d s ahead of the coordinator's/,
    );
    const ctx = testContext(database);
    const nodes = new Set<number>();
    while (nodes.size < 2) {
      const { customerId } = await buildCustomer(ctx);
      const shard = await sql<{ port: number }>`
        select nodeport as port from citus_shards where table_name = 'user_group'::regclass
          and shardid = get_shard_id_for_distribution_column('user_group', ${customerId}::int4)
      `.execute(database.db);
      nodes.add(shard.rows[0]!.port);
      const { rows } = await sql<{ aheadS: number }>`
        select extract(epoch from clock_timestamp())::float8 - ${Date.now() / 1000}::float8
          as "aheadS" from user_group where customer_id = ${customerId}`.execute(database.db);
      expect(rows.length).toBeGreaterThan(0);
      for (const { aheadS } of rows) expect(Math.abs(aheadS)).toBeLessThan(600);
    }
  });

  it('that has stopped is reported in one sentence', async () => {
    await cluster.stopWorker(1);
    await eventually(() => database.warnings.join(' '), 40_000).toMatch(
      /^1 of 2 worker nodes of the database do not respond: /,
    );
  });
});
