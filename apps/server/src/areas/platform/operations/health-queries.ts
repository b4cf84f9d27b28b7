/** Queries for the health page of the platform. */

import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';

export async function readDatabase({ database }: Context) {
  const { rows } = await sql<{ version: string; migrations: number }>`
    select current_setting('server_version') as version,
      (select count(*)::int4 from schema_migration) as migrations`.execute(database.db);
  const { version = '', migrations = 0 } = rows[0] ?? {};
  const where = database.isExclusive ? ' (embedded)' : '';
  return {
    kind: `PostgreSQL ${version.split(' ')[0]}${where}`,
    migrations,
    warnings: database.warnings,
  };
}

export async function countCustomers({ database }: Context): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int4 as count from customer
    where state = 'active'`.execute(database.db);
  return rows[0]?.count ?? 0;
}

export async function rejectedSince({ database }: Context, from: number) {
  const { rows } = await sql<{ reason: string; count: number }>`
    select reason, count(*)::int4 as count from rejected_message
    where received_at >= ${instant(from)}
    group by reason order by count(*) desc, reason limit ${REASONS}`.execute(database.db);
  return rows;
}

export const REASONS = 20;
