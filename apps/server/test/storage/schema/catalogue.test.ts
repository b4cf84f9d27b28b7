import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { energyRegisterColumns, measurementColumns } from '../../../src/storage/reading-columns.ts';
import { type TableOwner, tableOwners } from '../../../src/storage/schema/table-owners.ts';
import { describeWithDatabase, type TestDatabase } from '../../support/databases.ts';

interface UniqueIndex {
  table: string;
  index: string;
  first: string;
  primary: boolean;
}

/** Violations of tenant isolation, as sentences; empty if there are none. */
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

describeWithDatabase('the database catalogue', (open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });

  const readTables = async (): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'f', 'm')
        and not relispartition order by 1`.execute(database.db);
    return rows.map(({ name }) => name);
  };
  // Includes partitions: each has its own index.
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

  it('reveals an undeclared table and an index across customers', async () => {
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

  it('matches the columns of the program, null where the program expects null', async () => {
    const { rows } = await sql<{ line: string }>`
      select format('%s.%s%s', c.relname, a.attname,
        case when a.attnotnull then '' else ' or null' end) as line
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition and c.relname <> 'schema_migration'
        and a.attnum > 0 and not a.attisdropped`.execute(database.db);
    expect(rows.map(({ line }) => line).sort()).toEqual(columnsOfProgram());
  });
});

/**
 * The columns as `schema*.ts` declare them; types do not exist at run time, so their source is
 * read.
 */
function columnsOfProgram(): string[] {
  const folder = new URL('../../../src/storage/', import.meta.url);
  const text = readdirSync(folder)
    .filter((name) => /^schema(-\w+)?\.ts$/.test(name) && name !== 'schema-text.ts')
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n');
  const interfaces = new Map<string, string[]>();
  const bodies = text.matchAll(/interface (\w+)(?:\s+extends (\w+)(?:,\s+\w+)*)? \{\n(.*?)\n\}/gs);
  const schema: [table: string, type: string][] = [];
  for (const [, name = '', parent = '', body = ''] of bodies) {
    const members = [...body.matchAll(/^ {2}(\w+): (.*);$/gm)];
    if (name.endsWith('Schema')) {
      schema.push(...members.map(([, table = '', type = '']): [string, string] => [table, type]));
      continue;
    }
    const fields = members.map(([, field = '', type = '']) =>
      /\| null|^Nullable/.test(type) ? `${field} or null` : field,
    );
    interfaces.set(name, [...(interfaces.get(parent) ?? []), ...fields]);
  }
  const key = interfaces.get('ReadingKey') ?? [];
  const orNull = (column: string): string => `${column} or null`;
  interfaces.set('MeasurementTable', [...key, ...measurementColumns.map(orNull)]);
  interfaces.set('EnergyRegisterTable', [...key, ...energyRegisterColumns.map(orNull)]);
  const quarters = measurementColumns.flatMap((name) => [
    `${name}_min`,
    `${name}_mean`,
    `${name}_max`,
  ]);
  const quarterKey = ['customer_id', 'device_id', 'ts', 'readings'];
  interfaces.set('MeasurementQuarterTable', [...quarterKey, ...quarters.map(orNull)]);
  const hourKey = [...quarterKey, 'first_at', 'last_at'];
  interfaces.set('MeasurementHourTable', [...hourKey, ...quarters.map(orNull)]);
  interfaces.set('RegisterQuarterTable', [...key, ...energyRegisterColumns.map(orNull)]);
  return schema
    .flatMap(([table, type]) =>
      (interfaces.get(type) ?? ['?']).map((column) => `${table}.${column}`),
    )
    .sort();
}
