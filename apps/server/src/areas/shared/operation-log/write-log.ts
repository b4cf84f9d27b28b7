/**
 * Writes one entry of the audit trail, which includes the operation log. Every entry is written in
 * the transaction of its action, so that neither exists without the other. After the commit it is
 * sealed into the chain of its customer (`areas/identity/audit/seal-entries.ts`).
 */
import {
  type EntryStatus,
  LOG_MODULES,
  type LogCommand,
  type LogModule,
} from '@busbar/domain/audit/log-words';
import { withoutSecrets } from '@busbar/domain/audit/without-secrets';
import type { Actor } from '../../../caller.ts';
import { instant, jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { AuditKind } from '../../../storage/schema-audit.ts';
import { waking } from '../../../wake-job.ts';

export interface LogEntry {
  readonly at: number;
  readonly module: LogModule;
  readonly command: LogCommand;
  /**
   * `refused:<refusal>` for a refused attempt; the state for a command, whose current state readers
   * take from the command.
   */
  readonly status: EntryStatus;
  readonly device: { readonly id: number; readonly code: string; readonly groupId: number } | null;
  readonly commandId: string | null;
  /**
   * Details a reader needs to understand the event: previous state, entered reason, entry point.
   */
  readonly detail: Readonly<Record<string, unknown>>;
  /** Defaults to access for sign-ins and to operation for everything else. */
  readonly kind?: AuditKind;
}

/**
 * The part of a session stored in the log: enough to distinguish sessions, useless for signing in.
 */
export function sessionMark({ tokenHash }: Actor): string | undefined {
  return tokenHash?.toString('hex').slice(0, 12);
}

/** Rows without a device belong to the actor's group. */
export async function writeLog(executor: Executor, actor: Actor, entry: LogEntry): Promise<void> {
  const session = sessionMark(actor);
  const detail = withoutSecrets(entry.detail) as LogEntry['detail'];
  await executor
    .insertInto('audit_entry')
    .values({
      customer_id: actor.customerId,
      logged_at: instant(entry.at),
      user_id: actor.userId,
      user_name: actor.userName,
      device_id: entry.device?.id ?? null,
      device_code: entry.device?.code ?? '',
      group_id: entry.device?.groupId ?? actor.groupId,
      module: entry.module,
      command: entry.command,
      command_id: entry.commandId,
      status: entry.status,
      detail: jsonb({ ...detail, ...(session === undefined ? {} : { session }) }),
      client_address: actor.address,
      kind: entry.kind ?? (entry.module === LOG_MODULES.signIn ? 'access' : 'operation'),
    })
    .returning(waking('audit-seals'))
    .execute();
}

/** Writes an audit event for an action without a device. */
export function writeAuditEvent(
  executor: Executor,
  actor: Actor,
  deed: Pick<LogEntry, 'at' | 'module' | 'command' | 'detail'>,
): Promise<void> {
  return writeLog(executor, actor, { ...deed, status: 'done', device: null, commandId: null });
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
    status: 'done',
    ...entry,
    kind: 'access',
    device: null,
    commandId: null,
  });
}
