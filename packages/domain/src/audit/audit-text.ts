/**
 * The canonical text of an audit entry: what its hash is taken of. Its exact form is binding for
 * every chain ever written (`docs/adr/0019-the-audit-trail-is-chained.md`): a new form gets a new
 * version word, and the old one stays readable.
 */

export const AUDIT_TEXT_VERSION = 'busbar-audit-1';

/**
 * Every column as the text the database gives for it, null where it is null. Texts, not values: a
 * value that was rounded on its way into a program would hide a change below the rounding.
 */
export interface AuditColumns {
  readonly customerId: string;
  readonly entryId: string;
  /** operation or access. */
  readonly kind: string;
  /** Microseconds since 1970 UTC. */
  readonly loggedAtUs: string;
  readonly userId: string | null;
  readonly userName: string;
  readonly deviceId: string | null;
  readonly deviceCode: string;
  readonly groupId: string | null;
  readonly module: string;
  readonly command: string;
  readonly commandId: string | null;
  readonly status: string;
  /** The text of a jsonb: its keys are in the database's own order. */
  readonly detail: string;
  readonly clientAddress: string;
}

/**
 * One line of JSON: an array of texts and nulls in this order, as `JSON.stringify` writes it. An
 * array of quoted texts cannot be read in two ways, whatever a name contains. `previousHash` is 64
 * hexadecimal digits in small letters, zeros before the first entry of a customer.
 */
export function auditText(columns: AuditColumns, seq: number, previousHash: string): string {
  return JSON.stringify([
    AUDIT_TEXT_VERSION,
    columns.customerId,
    String(seq),
    previousHash,
    columns.entryId,
    columns.kind,
    columns.loggedAtUs,
    columns.userId,
    columns.userName,
    columns.deviceId,
    columns.deviceCode,
    columns.groupId,
    columns.module,
    columns.command,
    columns.commandId,
    columns.status,
    columns.detail,
    columns.clientAddress,
  ]);
}
