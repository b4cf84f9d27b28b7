/**
 * Writes one entry of the audit trail, which includes the operation log. Every entry is written in
 * the transaction of its action, so that neither exists without the other. After the commit it is
 * sealed into the chain of its customer (`areas/identity/audit/seal-entries.ts`).
 */

import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { withoutSecrets } from '@busbar/domain/audit/without-secrets';
import type { Actor } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { insertEntry, type LogEntry } from './log-queries.ts';

/** Part of a session stored in the log: enough to distinguish sessions, useless for signing in. */
export function sessionMark({ tokenHash }: Actor): string | undefined {
  return tokenHash?.toString('hex').slice(0, 12);
}

/** Rows without a device belong to the actor's group. */
export async function writeLog(executor: Executor, actor: Actor, entry: LogEntry): Promise<void> {
  const session = sessionMark(actor);
  const detail = withoutSecrets(entry.detail) as LogEntry['detail'];
  await insertEntry(executor, actor, entry, session, detail);
}

/**
 * Writes an access event without a device, such as a sign-in, a sign-out, a password change or an
 * export of data.
 */
export function writeAccess(
  executor: Executor,
  actor: Actor,
  entry: Pick<LogEntry, 'at' | 'command' | 'detail'> & Partial<Pick<LogEntry, 'module' | 'status'>>,
): Promise<void> {
  return writeLog(executor, actor, {
    module: LOG_MODULES.signIn,
    ...entry,
    kind: 'access',
  });
}
