/** The types of all tables as a TypeScript file, read from the catalogue of the database. */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Executor } from '../../../src/storage/database.ts';

/** The path is relative to the generated file. */
const COLUMN_TYPES = '../column-types.ts';
const COLUMN_VALUES = './column-values.ts';

/** Keyed by the name of the type in PostgreSQL; an array has the value type of its elements. */
const VALUE_TYPES: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'Day',
  'double precision': 'number',
  integer: 'number',
  jsonb: 'unknown',
  numeric: 'Decimal',
  real: 'number',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Instant',
  uuid: 'string',
};

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly isIdentity: boolean;
  readonly hasDefault: boolean;
  /** CHECK constraints on this column alone. */
  readonly checks: readonly string[];
}

export async function tableTypes(db: Executor): Promise<string> {
  const columns = await readColumns(db);
  const overrides = overriddenColumns();
  const unknown = overrides.filter(
    (override) => !columns.some(({ table, name }) => override === `${table}.${name}`),
  );
  if (unknown.length > 0) throw new Error(`no such column: ${unknown.join(', ')}`);

  const tables = [...new Set(columns.map(({ table }) => table))];
  const interfaces = tables.map((table) => {
    const fields = columns
      .filter((column) => column.table === table)
      .map((column) => `  ${column.name}: ${columnType(column, overrides)};\n`);
    return `interface ${interfaceName(table)} {\n${fields.join('')}}\n`;
  });
  const members = tables.map((table) => `  ${table}: ${interfaceName(table)};\n`);
  return `// Generated from the migrated database by \`npm run db:types\`; do not edit.
import type { GeneratedAlways } from 'kysely';
import type { Day, Decimal, Instant, Json, Nullable, WithDefault } from '${COLUMN_TYPES}';
import type { ColumnValues } from '${COLUMN_VALUES}';

${interfaces.join('\n')}
export interface Tables {
${members.join('')}}
`;
}

async function readColumns(db: Executor): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
      a.attnotnull as "isRequired", a.attidentity <> '' as "isIdentity", a.atthasdef as "hasDefault",
      array(select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        order by k.conname) as checks
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and a.attnum > 0 and not a.attisdropped
    order by c.relname collate "C", a.attnum`.execute(db);
  return rows;
}

/** Types do not exist at run time, so the source is read. */
function overriddenColumns(): string[] {
  const file = new URL('../../../src/storage/schema/column-values.ts', import.meta.url);
  return [...readFileSync(file, 'utf8').matchAll(/^ {2}'(\w+\.\w+)':/gm)].map(([, key]) => key!);
}

function columnType(column: Column, overrides: readonly string[]): string {
  const { table, name, isRequired, isIdentity, hasDefault } = column;
  const key = `${table}.${name}`;
  const value = overrides.includes(key) ? `ColumnValues['${key}']` : valueType(column);
  const type = column.type === 'jsonb' ? `Json<${value}>` : value;
  const whole = isRequired ? type : nullable(type);
  if (isIdentity) return `GeneratedAlways<${whole}>`;
  return hasDefault ? `WithDefault<${whole}>` : whole;
}

function valueType({ table, name, type, checks }: Column): string {
  const [, element = type, array = ''] = /^(.*?)(\[\])?$/.exec(type)!;
  const value = VALUE_TYPES[element];
  if (value === undefined) throw new Error(`${table}.${name} has an unknown type: ${type}`);
  return listedValues(checks) ?? `${value}${array}`;
}

/** Returns the union of a CHECK constraint that lists the values. */
function listedValues(checks: readonly string[]): string | undefined {
  const lists = checks.map(
    (check) => /^CHECK \(\(\w+ = ANY \(ARRAY\[(.+)\]\)\)\)$/.exec(check)?.[1],
  );
  return lists
    .find((list) => list !== undefined)
    ?.split(', ')
    .map((value) => value.replace(/::\w+$/, ''))
    .join(' | ');
}

const nullable = (type: string): string =>
  /^(Instant|Decimal|Json<.*>)$/.test(type) ? `Nullable<${type}>` : `${type} | null`;

function interfaceName(table: string): string {
  return `${table.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Table`;
}
