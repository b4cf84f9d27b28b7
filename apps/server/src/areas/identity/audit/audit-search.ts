/** Search in the audit trail of the caller's group and below: one page or all, newest first. */

import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { type AuditFilters, shown } from './audit-filter-queries.ts';
import {
  type AuditFound,
  type AuditPage,
  countMatching,
  inOrder,
  searchText,
} from './audit-search-queries.ts';

/**
 * Max number of entries per text search, newest first. The text can occur anywhere in an entry, so
 * each entry is read (4 us). A trigram index would not be used: under row-level security the
 * planner accepts only leakproof operators as index conditions, and `ilike` is not leakproof.
 */
const READ_FOR_TEXT = 50_000;

export async function searchAudit(
  db: Executor,
  scope: Scope,
  filters: AuditFilters,
  page: AuditPage,
  readForText = READ_FOR_TEXT,
): Promise<AuditFound> {
  if (filters.text !== undefined) return searchText(db, scope, filters, page, readForText);
  const total = await countMatching(db, scope, filters);
  const rows = await inOrder(shown(db, scope, filters), page).execute();
  return { rows, total, searchedFrom: null };
}
