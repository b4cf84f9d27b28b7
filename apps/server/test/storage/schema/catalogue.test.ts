import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type PartitionedTable, partitionedTables } from '../../../src/storage/partitions.ts';
import {
  energyRegisterColumns,
  measurementColumns,
  readingKeyColumns,
} from '../../../src/storage/reading-columns.ts';
import { type TableOwner, tableOwners } from '../../../src/storage/schema/table-owners.ts';
import { describeWithDatabase, isOnCitus } from '../../support/databases.ts';
import { tableTypes } from './table-types.ts';

interface UniqueIndex {
  table: string;
  index: string;
  first: string;
  primary: boolean;
}

/** Returns the violations of tenant isolation, as sentences; empty if there are none. */
function faults(tables: string[], indexes: UniqueIndex[]): string[] {
  const owners: Record<string, TableOwner | undefined> = tableOwners;
  const found: string[] = [];
  for (const table of tables) {
    if (owners[table] === undefined) found.push(`${table} is not declared`);
    if (!indexes.some((index) => index.table === table && index.primary)) {
      found.push(`${table} has no primary key`);
    }
  }
  for (const table of Object.keys(tableOwners)) {
    if (!tables.includes(table)) found.push(`${table} is declared but does not exist`);
  }
  for (const { table, index, first } of indexes) {
    if (owners[table] === 'customer' && first !== 'customer_id') {
      found.push(`${index} of ${table} begins with ${first}`);
    }
  }
  return found;
}

describeWithDatabase('the database catalogue', (database) => {
  const readTables = async (): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'f', 'm')
        and not relispartition order by 1`.execute(database.db);
    return rows.map(({ name }) => name);
  };
  // The query includes partitions, because each has its own index.
  const readIndexes = async (): Promise<UniqueIndex[]> => {
    const { rows } = await sql<UniqueIndex>`
      select coalesce(parent.relname, t.relname) as table, i.relname as index,
        x.indisprimary as primary, pg_get_indexdef(x.indexrelid, 1, true) as first
      from pg_index x
      join pg_class t on t.oid = x.indrelid and t.relnamespace = 'public'::regnamespace
      join pg_class i on i.oid = x.indexrelid
      left join pg_inherits h on h.inhrelid = t.oid and t.relispartition
      left join pg_class parent on parent.oid = h.inhparent
      where x.indisunique`.execute(database.db);
    return rows;
  };

  it('has every table declared, and customer_id first in each unique index of a customer', async () => {
    expect(faults(await readTables(), await readIndexes())).toEqual([]);
  });

  // Citus accepts no unique index without customer_id on a table of customers.
  it.skipIf(isOnCitus)('reveals an undeclared table and an index across customers', async () => {
    await sql`create table forgotten (id integer)`.execute(database.db);
    await sql`create unique index leaky on device (device_code)`.execute(database.db);
    expect(faults(await readTables(), await readIndexes())).toEqual([
      'forgotten is not declared',
      'forgotten has no primary key',
      'leaky of device begins with device_code',
    ]);
    await sql`drop table forgotten`.execute(database.db);
    await sql`drop index leaky`.execute(database.db);
  });

  // On Citus, integer identities are sequences.
  it.skipIf(isOnCitus)('matches the generated table types (npm run db:types)', async () => {
    await expect(await tableTypes(database.db)).toMatchFileSnapshot(
      '../../../src/storage/schema/table-types.generated.ts',
    );
  });

  it('has the reading columns of the program in the same order', async () => {
    const { rows } = await sql<{ table: string; columns: string[] }>`
      select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relname in (${sql.join([...partitionedTables])})
        and a.attnum > 0 and not a.attisdropped
      group by 1`.execute(database.db);
    const quarters = measurementColumns.flatMap((name) => [
      `${name}_min`,
      `${name}_mean`,
      `${name}_max`,
    ]);
    const quarterColumns = ['customer_id', 'device_id', 'ts', 'readings', ...quarters];
    expect(Object.fromEntries(rows.map(({ table, columns }) => [table, columns]))).toEqual({
      measurement: [...readingKeyColumns, ...measurementColumns],
      energy_register: [...readingKeyColumns, ...energyRegisterColumns],
      measurement_quarter: quarterColumns,
      energy_register_quarter: [...readingKeyColumns, ...energyRegisterColumns],
      measurement_hour: [...quarterColumns, 'first_at', 'last_at'],
      meter_answer: ['customer_id', 'device_id', 'ts', 'revision', 'station', 'answers'],
    } satisfies Record<PartitionedTable, readonly string[]>);
  });
});
