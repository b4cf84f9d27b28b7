/**
 * Distributes the tables over the worker nodes of Citus: the tables of customers by `customer_id`,
 * so that one customer's rows of all tables are on one node; reference tables are copied to every
 * node (docs/adr/0065).
 */
import { sql } from 'kysely';
import type { Database, Executor } from '../database.ts';
import { serialized } from '../migrating/migration-lock.ts';
import { type TableOwner, tableOwners } from '../schema/table-owners.ts';
import { StartError } from '../start-error.ts';
import { prepareRoles } from './distributed-roles.ts';
import { withTriggers } from './distributed-triggers.ts';
import { distributedTables, FIRST_TABLE } from './is-distributed.ts';

export interface DistributedTable {
  readonly name: string;
  readonly owner: TableOwner;
}

/** All distributed tables have the same number of shards, with the same customers in each. */
const SHARDS = 32;

/**
 * Distributes every table that is not distributed yet and returns their names. Runs as the owner,
 * after the migrations. Safe to repeat: it resumes after an interruption, and distributes the tables
 * of later migrations. Throws StartError if the database has no Citus, or no worker nodes.
 */
export async function distribute(database: Database, shards = SHARDS): Promise<DistributedTable[]> {
  await requireWorkers(database.db);
  await prepareRoles(database.db);
  const names = Object.keys(tableOwners) as (keyof typeof tableOwners)[];
  const ordered = [FIRST_TABLE, ...names.filter((name) => name !== FIRST_TABLE)] as typeof names;
  const done: DistributedTable[] = [];
  for (const name of ordered) {
    const owner = tableOwners[name];
    const isNew = await serialized(database, async (trx) => {
      if ((await distributedTables(trx)).has(name)) return false;
      await replaceIntegerIdentity(trx, name);
      await distributeTable(trx, name, owner, shards);
      return true;
    });
    if (isNew) done.push({ name, owner });
  }
  return done;
}

/** Throws StartError if the database has no Citus, or no worker nodes. */
export async function requireWorkers(executor: Executor): Promise<void> {
  const { rows } = await sql<{ installed: boolean }>`
    select to_regclass('pg_catalog.pg_dist_node') is not null as installed`.execute(executor);
  if (!rows[0]!.installed) {
    throw new StartError(
      'The database has no extension citus: install Citus on every node and run CREATE EXTENSION citus in the database of each.',
    );
  }
  const nodes = await sql<{ workers: number }>`
    select count(*)::int4 as workers from pg_dist_node
    where noderole = 'primary' and isactive and shouldhaveshards`.execute(executor);
  if (nodes.rows[0]!.workers === 0) {
    throw new StartError(
      'The database has no worker nodes: add them with citus_set_coordinator_host and citus_add_node.',
    );
  }
}

/**
 * Citus gives each node a part of the range of an identity, for which an integer is too small. A
 * sequence whose values come from the coordinator has the same effect.
 */
async function replaceIntegerIdentity(trx: Executor, table: string): Promise<void> {
  const { rows } = await sql<{ column: string; sequence: string; next: number }>`
    select column_name as column, quote_ident(c.relname) as sequence,
      coalesce(pg_sequence_last_value(c.oid) + 1, 1)::int4 as next
    from information_schema.columns
    join pg_class c
      on c.oid = pg_get_serial_sequence(quote_ident(table_name), column_name)::regclass
    where table_schema = 'public' and table_name = ${table} and is_identity = 'YES'
      and data_type = 'integer'`.execute(trx);
  for (const { column, sequence, next } of rows) {
    const [name, from] = [sql.table(sequence), sql.lit(next)];
    await sql`alter table ${sql.table(table)}
      alter column ${sql.ref(column)} drop identity`.execute(trx);
    await sql`create sequence ${name} as integer start ${from}
      owned by ${sql.ref(`${table}.${column}`)}`.execute(trx);
    await sql`grant usage on sequence ${name} to busbar_platform, busbar_customer`.execute(trx);
    await sql`alter table ${sql.table(table)}
      alter column ${sql.ref(column)} set default nextval(${sql.lit(sequence)})`.execute(trx);
  }
}

async function distributeTable(
  trx: Executor,
  table: string,
  owner: TableOwner,
  shards: number,
): Promise<void> {
  if (owner === 'reference') {
    await sql`select create_reference_table(${table})`.execute(trx);
    return;
  }
  await withTriggers(trx, table, async () => {
    if (table === FIRST_TABLE) {
      await sql`select create_distributed_table(${table}, 'customer_id',
        colocate_with => 'none', shard_count => ${shards}::int4)`.execute(trx);
      return;
    }
    await sql`select create_distributed_table(${table}, 'customer_id',
      colocate_with => ${FIRST_TABLE})`.execute(trx);
  });
}
