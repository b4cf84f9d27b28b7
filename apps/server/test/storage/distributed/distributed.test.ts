/** The tables on a coordinator with two workers (docs/adr/0065); `npm test -- citus` runs this. */
import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, inject, it } from 'vitest';
import { distribute } from '../../../src/storage/distributed/distribute.ts';
import { freeLocalRows } from '../../../src/storage/distributed/free-local-rows.ts';
import { distributedTables } from '../../../src/storage/distributed/is-distributed.ts';
import { serialized } from '../../../src/storage/migrating/migration-lock.ts';
import { prepareDatabase } from '../../../src/storage/prepare-database.ts';
import { tableOwners } from '../../../src/storage/schema/table-owners.ts';
import { describeWithDatabase, freshDatabase, openTestDatabase } from '../../support/databases.ts';
import { buildCustomer } from '../../support/factories/customer.ts';
import { fixture } from '../../support/fixture.ts';
import { TEST_NOW } from '../../support/manual-clock.ts';
import { createOnNodes } from '../../support/programs/citus-cluster.ts';
import { testContext } from '../../support/test-context.ts';

describeWithDatabase('a distributed database', (database) => {
  const ctx = testContext(database);
  const customer = fixture(() => buildCustomer(ctx));

  it('has every table on the nodes, and nothing left to distribute', async () => {
    expect(database.isDistributed).toBe(true);
    const names = await distributedTables(database.db);
    expect([...names].sort()).toEqual(Object.keys(tableOwners).sort());
    expect(await distribute(database)).toEqual([]);
    expect((await prepareDatabase(database, TEST_NOW)).warning).toBeUndefined();
  });

  it('sends a call of one customer to one shard', async () => {
    const { db } = database.as({ customerId: customer.customerId });
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off)
      select d.device_id, s.connected, g.name from device d
      join device_state s on s.customer_id = d.customer_id and s.device_id = d.device_id
      join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
      where d.customer_id = ${customer.customerId}`.execute(db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Task Count: 1');
  });

  it('shows a customer nothing of another on any node', async () => {
    const other = await buildCustomer(ctx);
    const count = async (customerId: number) => {
      const { rows } = await sql<{ groups: number }>`
        select count(*)::int4 as groups from user_group
        where customer_id = ${other.customerId}`.execute(database.as({ customerId }).db);
      return rows[0]!.groups;
    };
    expect(await count(other.customerId)).toBeGreaterThan(0);
    expect(await count(customer.customerId)).toBe(0);
  });
});

it('loses no reading while a shard moves to another node', async () => {
  const database = await freshDatabase();
  const { customerId } = await buildCustomer(testContext(database));
  const { rows: shards } = await sql<{ id: number; port: number; other: number }>`
    select s.shardid as id, s.nodeport as port,
      (select n.nodeport from pg_dist_node n
        where n.shouldhaveshards and n.nodeport <> s.nodeport limit 1) as other
    from citus_shards s
    where s.table_name = 'customer'::regclass
      and s.shardid = get_shard_id_for_distribution_column('customer', ${customerId}::int4)
  `.execute(database.db);
  const shard = shards[0]!;
  const { db } = database.as({ customerId });
  let isMoving = true;
  let sent = 0;
  const send = async () => {
    for (; isMoving || sent < 100; sent += 1) {
      await sql`insert into measurement (customer_id, device_id, ts, content_hash, voltage_a_v)
        values (${customerId}, 1, ${new Date(TEST_NOW + sent)}, 1, 230)`.execute(db);
    }
  };
  // As an operator moves it: without the time limit of the server's statements.
  const operator = new Client({ connectionString: database.databaseUrl });
  await operator.connect();
  const move = operator
    .query(
      `select citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3, 'force_logical')`,
      [shard.id, shard.port, shard.other],
    )
    .finally(() => {
      isMoving = false;
    });
  await Promise.all([send(), move]);
  await operator.end();
  const { rows } = await sql<{ stored: number; port: number }>`
    select (select count(*)::int4 from measurement where customer_id = ${customerId}) as stored,
      (select nodeport from citus_shards where shardid = ${shard.id}) as port`.execute(
    database.as('owner').db,
  );
  expect(rows[0]).toEqual({ stored: sent, port: shard.other });
});

it('distributes a database with rows, after an interruption too', async () => {
  const nodes = inject('citusNodes');
  const name = `fresh_${process.pid}`;
  await createOnNodes(nodes, name);
  const plain = await openTestDatabase(`${nodes[0]}/${name}`);
  await prepareDatabase(plain, TEST_NOW);
  const { customerId } = await buildCustomer(testContext(plain));
  await sql`insert into measurement (customer_id, device_id, ts, content_hash, voltage_a_v)
    values (${customerId}, 1, ${new Date(TEST_NOW)}, 1, 230)`.execute(plain.db);
  await sql`insert into audit_entry (customer_id, logged_at, user_name, module, command, status)
    values (${customerId}, ${new Date(TEST_NOW)}, 'A', 'B', 'open', 'done')`.execute(plain.db);
  // An earlier run was interrupted after the first table.
  await sql`select create_distributed_table('customer', 'customer_id', colocate_with => 'none',
    shard_count => 2)`.execute(plain.db);
  const rest = await distribute(plain, 2);
  expect(await serialized(plain, freeLocalRows)).toBe(true);
  expect(rest).toHaveLength(Object.keys(tableOwners).length - 1);
  const distributed = await openTestDatabase(`${nodes[0]}/${name}`);
  expect(distributed.isDistributed).toBe(true);
  const { rows } = await sql`select 1 from user_group
    where customer_id = ${customerId}`.execute(distributed.as({ customerId }).db);
  expect(rows.length).toBeGreaterThan(0);
  for (const table of ['measurement', 'audit_entry', 'audit_unsealed']) {
    const { rows: kept } = await sql`select 1 from ${sql.table(table)}
      where customer_id = ${customerId}`.execute(distributed.as({ customerId }).db);
    expect(kept, table).toHaveLength(1);
  }
  // The coordinator no longer stores the rows from before.
  const { rows: stored } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_dist_partition p on p.logicalrelid = c.oid
    where pg_relation_size(c.oid) > 0`.execute(distributed.as('owner').db);
  expect(stored).toEqual([]);
});

it('is refused without the extension, and without workers', async () => {
  const empty = await freshDatabase({ empty: true });
  await expect(distribute(empty)).rejects.toThrow('The database has no extension citus');
});
