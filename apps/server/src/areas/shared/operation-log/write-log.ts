/**
 * One entry of the audit trail, of which the operation log is a part. No trace, no action: it is
 * written in the transaction of what it tells of, so that neither can be there without the other.
 * It is sealed into its customer's chain after the commit (`areas/identity/audit/seal-entries.ts`).
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
  /** Of a refused attempt `refused:<refusal>`; of a command its state, which a reader takes from the command. */
  readonly status: EntryStatus;
  readonly device: { readonly id: number; readonly code: string; readonly groupId: number } | null;
  readonly commandId: string | null;
  /** What a reader needs to judge it: state before, reason given, way in. */
  readonly detail: Readonly<Record<string, unknown>>;
  /** Absent: of sign-ins access, of everything else operation. */
  readonly kind?: AuditKind;
}

/** What the log keeps of a session: enough to tell one from another, nothing to sign in with. */
export function sessionMark({ tokenHash }: Actor): string | undefined {
  return tokenHash?.toString('hex').slice(0, 12);
}

/** Rows about no device belong to the actor's group. */
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

/** Of what was done and concerns no device. */
export function writeDeed(
  executor: Executor,
  actor: Actor,
  deed: Pick<LogEntry, 'at' | 'module' | 'command' | 'detail'>,
): Promise<void> {
  return writeLog(executor, actor, { ...deed, status: 'done', device: null, commandId: null });
}

/** Of who comes, goes or takes data along. */
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
