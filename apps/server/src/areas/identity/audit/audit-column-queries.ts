/** Columns of the audit trail as the texts that are hashed (`domain/audit/audit-text.ts`). */
import { hash } from 'node:crypto';
import type { AuditColumns } from '@busbar/domain/audit/audit-text';
import { sql } from 'kysely';

export const sha256Hex = (text: string): string => hash('sha256', text);

/** Columns of a row that may be missing; in that case all of them are null, including `kind`. */
export type ColumnTexts = { readonly [C in keyof Required<AuditColumns>]: string | null };

/** Selects from `audit_entry e`. Stored times are whole microseconds, so none is rounded. */
export const COLUMN_TEXTS = sql`e.customer_id::text as "customerId",
  e.audit_entry_id::text as "entryId", e.kind,
  (extract(epoch from e.logged_at) * 1000000)::bigint::text as "loggedAtUs",
  e.user_id::text as "userId", e.user_name as "userName", e.device_id::text as "deviceId",
  e.device_code as "deviceCode", e.group_id::text as "groupId", e.module, e.command,
  e.command_id::text as "commandId", e.status, e.detail::text as detail,
  e.client_address as "clientAddress"`;

/** Returns the same object, plus extra columns, because copying a million rows takes seconds. */
export function columnsOf(texts: ColumnTexts): AuditColumns | undefined {
  return texts.kind === null ? undefined : (texts as AuditColumns);
}
