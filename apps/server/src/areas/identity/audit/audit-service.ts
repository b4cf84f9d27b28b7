/** Reads the audit trail: its export, which is an audit event itself, and the chain's state. */

import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { writeAccess } from '../../shared/operation-log/write-log.ts';
import { auditCsv } from './audit-file.ts';
import type { AuditFilters } from './audit-filter-queries.ts';
import { allAudit } from './audit-search-queries.ts';
import { type Verified, verifyChain } from './verify-chain.ts';

const MAX_IN_FILE = 100_000;
/** Number of entries a user can wait for on a screen; the command line verifies the whole chain. */
const NEWEST = 20_000;

export async function exportAudit(
  { database, clock }: Context,
  caller: Caller,
  filters: AuditFilters,
  language: NotificationLanguage,
): Promise<AsyncIterable<string>> {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  await writeAccess(database.db, caller, {
    at: clock.now(),
    module: LOG_MODULES.audit,
    command: 'export audit trail',
    detail: { filters: Object.fromEntries(given) },
  });
  return auditCsv(allAudit(database.db, caller, filters, MAX_IN_FILE), language, caller.zone);
}

const underWay = new WeakMap<object, Map<number, Promise<Verified>>>();

/** Concurrent requests share the result of the verification in progress. */
export function verifyNewest({ database }: Context, { customerId }: Caller): Promise<Verified> {
  const running = underWay.get(database) ?? new Map<number, Promise<Verified>>();
  underWay.set(database, running);
  const joined = running.get(customerId);
  if (joined !== undefined) return joined;
  const begun = verifyChain(database.db, customerId, { newest: NEWEST }).finally(() =>
    running.delete(customerId),
  );
  running.set(customerId, begun);
  return begun;
}
