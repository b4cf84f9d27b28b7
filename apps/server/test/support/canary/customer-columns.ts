/**
 * Every column of every table with rows of customers, read from the database catalogue, so that a
 * column added by a later migration is included.
 */
import { sql } from 'kysely';
import type { Executor } from '../../../src/storage/database.ts';

export interface CustomerColumn {
  readonly table: string;
  readonly column: string;
  /**
   * The type from `format_type`, without a size: `integer`, `timestamp with time zone`, `text[]` …
   */
  readonly type: string;
  /** True if the column is in the primary key or another unique index. */
  readonly key: boolean;
  readonly identity: boolean;
  /**
   * The values that a check constraint on this column alone allows; empty if it allows any value.
   */
  readonly words: readonly string[];
}

/**
 * Returns the columns in the order of tables and of their columns; partitions are omitted because
 * their parent is included.
 */
export async function customerColumns(executor: Executor): Promise<CustomerColumn[]> {
  const { rows } = await sql<Omit<CustomerColumn, 'words'> & { check: string }>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, -1) as type,
      a.attidentity <> '' as identity,
      exists (select from pg_index i where i.indrelid = c.oid and i.indisunique
        and a.attnum = any(i.indkey::smallint[])) as key,
      coalesce((select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]), '') as check
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'customer_id')
    order by c.relname collate "C", a.attnum`.execute(executor);
  return rows.map(({ check, ...column }) => ({ ...column, words: allowedTexts(check) }));
}

/** Parses `CHECK ((kind = ANY (ARRAY['alarm'::text, 'warning'::text])))`. */
function allowedTexts(check: string): string[] {
  const list = /= ANY \(ARRAY\[([^\]]*)\]/.exec(check)?.[1] ?? '';
  return [...list.matchAll(/'([^']*)'::text/g)].map(([, word]) => word!);
}

export function byTable(columns: readonly CustomerColumn[]): Map<string, CustomerColumn[]> {
  const tables = new Map<string, CustomerColumn[]>();
  for (const column of columns) {
    tables.set(column.table, [...(tables.get(column.table) ?? []), column]);
  }
  return tables;
}
