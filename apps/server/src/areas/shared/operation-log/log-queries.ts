/** Inserts entries of the audit trail. */

import {
  type EntryStatus,
  LOG_MODULES,
  type LogCommand,
  type LogModule,
} from '@busbar/domain/audit/log-terms';
import { pickSnakeCase } from '@busbar/domain/key-case';
import type { Actor } from '../../../caller.ts';
import { instant, jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { AuditKind } from '../../../storage/schema/schema.ts';
import { waking } from '../../../wake-job.ts';

export async function insertEntry(
  executor: Executor,
  actor: Actor,
  entry: LogEntry,
  session: string | undefined,
  detail: LogEntry['detail'],
): Promise<void> {
  await executor
    .insertInto('audit_entry')
    .values({
      ...pickSnakeCase(actor, 'customerId', 'userId', 'userName'),
      logged_at: instant(entry.at),
      device_id: entry.device?.deviceId ?? null,
      device_code: entry.device?.deviceCode ?? '',
      group_id: entry.device?.groupId ?? actor.groupId,
      module: entry.module,
      command: entry.command,
      command_id: entry.commandId ?? null,
      status: entry.status ?? 'done',
      detail: jsonb({ ...detail, ...(session === undefined ? {} : { session }) }),
      client_address: actor.address,
      kind: entry.kind ?? (entry.module === LOG_MODULES.signIn ? 'access' : 'operation'),
    })
    .returning(waking('audit-seals'))
    .execute();
}

export interface LoggedDevice {
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly groupId: number;
}

export interface LogEntry {
  readonly at: number;
  readonly module: LogModule;
  readonly command: LogCommand;
  /**
   * `refused:<refusal>` for a refused attempt; for a command, its state at that time (readers take
   * the current state from the command). Defaults to `done`.
   */
  readonly status?: EntryStatus;
  readonly device?: LoggedDevice | undefined;
  readonly commandId?: string | null;
  /** Details needed to understand the event: previous state, entered reason, entry point. */
  readonly detail: Readonly<Record<string, unknown>>;
  /** Defaults to access for sign-ins and to operation for everything else. */
  readonly kind?: AuditKind;
}
