/**
 * The canonical text of an audit entry, which is the input of its hash. The format is binding for
 * every chain ever written (`docs/adr/0019-the-audit-trail-is-chained.md`): a new format needs a
 * new version string, and the old one must stay readable.
 */

export const AUDIT_TEXT_VERSION = 'busbar-audit-1';

/**
 * Every column in the text form of the database, or null. Texts rather than values: a value that
 * was rounded on its way into a program would hide a change below the rounding.
 */
export interface AuditColumns {
  readonly customerId: string;
  readonly entryId: string;
  /** `operation` or `access`. */
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
  /** The text of a jsonb value, with its keys in the database's order. */
  readonly detail: string;
  readonly clientAddress: string;
}

/**
 * Returns one line of JSON: an array of strings and nulls in this order, as written by
 * `JSON.stringify`. An array of quoted strings is unambiguous, whatever a name contains.
 * `previousHash` has 64 lower-case hexadecimal digits, all zeros for the first entry of a customer.
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
