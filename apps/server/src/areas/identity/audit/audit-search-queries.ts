/** Queries of the search in the audit trail. */

import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import {
  type AuditFilters,
  type AuditRow,
  CURRENT_STATUS,
  matching,
  shown,
} from './audit-filter-queries.ts';

export const SORTED_BY = {
  time: sql.ref('e.logged_at'),
  user: sql.ref('e.user_name'),
  module: sql.ref('e.module'),
  command: sql.ref('e.command'),
  device: sql.ref('e.device_code'),
  status: CURRENT_STATUS,
} as const;

/** Reads every entry once to get both the page and the total. */
export async function searchText(
  db: Executor,
  scope: Scope,
  filters: AuditFilters,
  page: AuditPage,
  readForText: number,
): Promise<AuditFound> {
  const searchedFrom = await edgeOf(db, scope, { ...filters, text: undefined }, readForText);
  const searched = { ...filters, from: searchedFrom ?? filters.from };
  const found = await inOrder(
    matching(db, scope, searched)
      .select('e.audit_entry_id as id')
      .select((eb) => eb.fn.countAll<number>().over().as('total')),
    page,
  ).execute();
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) {
    const total = page.page === 1 ? 0 : await countMatching(db, scope, searched);
    return { rows: [], total, searchedFrom };
  }
  const rows = await inOrder(
    shown(db, scope, { ...searched, text: undefined }).where(
      sql<SqlBool>`e.audit_entry_id = any(${ids}::bigint[])`,
    ),
    { ...page, page: 1 },
  ).execute();
  return { rows, total: Number(found[0]!.total), searchedFrom };
}

export async function countMatching(
  db: Executor,
  scope: Scope,
  filters: AuditFilters,
): Promise<number> {
  const { total } = await db
    .selectFrom(matching(db, scope, filters).select('e.audit_entry_id').limit(MAX_COUNTED).as('m'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export function inOrder<DB, TB extends keyof DB, Found>(
  query: SelectQueryBuilder<DB, TB, Found>,
  { page, pageSize, sort, order }: AuditPage,
): SelectQueryBuilder<DB, TB, Found> {
  return query
    .orderBy(SORTED_BY[sort], order)
    .orderBy(sql.ref('e.logged_at'), order)
    .orderBy(sql.ref('e.audit_entry_id'), order)
    .limit(pageSize)
    .offset((page - 1) * pageSize);
}

/**
 * Yields the newest `most` matching entries in batches that are read through an index, so they are
 * never all in memory.
 */
export async function* allAudit(
  db: Executor,
  scope: Scope,
  filters: AuditFilters,
  most: number,
): AsyncGenerator<AuditRow[]> {
  const AT_ONCE = 1_000;
  let last: AuditRow | undefined;
  for (let left = most; left > 0; ) {
    const older =
      last === undefined
        ? sql<SqlBool>`true`
        : sql<SqlBool>`(e.logged_at, e.audit_entry_id) < (${instant(last.loggedAt)}, ${last.id}::bigint)`;
    const rows = await shown(db, scope, filters)
      .where(older)
      .orderBy('e.logged_at', 'desc')
      .orderBy('e.audit_entry_id', 'desc')
      .limit(Math.min(left, AT_ONCE))
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < AT_ONCE) return;
    left -= rows.length;
    last = rows.at(-1);
  }
}

export interface AuditPage {
  /** Starts at 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly sort: keyof typeof SORTED_BY;
  readonly order: 'asc' | 'desc';
}

/** Counting more entries helps no reader and takes as long as reading all of them. */
export const MAX_COUNTED = 100_000;

export interface AuditFound {
  readonly rows: AuditRow[];
  readonly total: number;
  /**
   * Rows and total cover the entries from this time on (epoch ms); null if the whole requested
   * period was searched.
   */
  readonly searchedFrom: number | null;
}

/**
 * Returns the time at which the newest `newest` entries begin; any other entry of that millisecond
 * is included. Returns null if the number of entries is not above it.
 */
export async function edgeOf(
  db: Executor,
  scope: Scope,
  filters: AuditFilters,
  newest: number,
): Promise<number | null> {
  const edge = await matching(db, scope, filters)
    .select('e.logged_at as at')
    .orderBy('e.logged_at', 'desc')
    .orderBy('e.audit_entry_id', 'desc')
    .limit(1)
    .offset(newest)
    .executeTakeFirst();
  return edge?.at ?? null;
}
