/** Detects writes to the rows of a customer. */
import { sql } from 'kysely';
import type { Database } from '../../src/storage/database.ts';

interface FingerprintOptions {
  /** Regular expression that selects rows by their text; defaults to all rows. */
  readonly rows?: string;
  /** Leaves out the audit trail, which also records refusals. */
  readonly withoutAudit?: boolean;
}

/** Returns a text that changes with any change to any of the rows. */
export async function fingerprint(
  database: Database,
  customerId: number,
  { rows: pattern = '', withoutAudit = false }: FingerprintOptions = {},
): Promise<string> {
  const tables = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.column_name = 'customer_id' and c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.table_name not in ('session', 'websocket_ticket')
      and c.table_name !~ '_[0-9]{4}_[0-9]{2}$'
      and not (${withoutAudit}::boolean and c.table_name ~ '^audit_')
    order by 1`.execute(database.db);
  const parts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ hash: string | null }>`
      select md5(string_agg(t::text, '|' order by t::text)) as hash
      from ${sql.table(name)} t
      where customer_id = ${customerId} and t::text ~ ${pattern}`.execute(database.db);
    parts.push(`${name}:${rows[0]?.hash ?? ''}`);
  }
  return parts.join('\n');
}
