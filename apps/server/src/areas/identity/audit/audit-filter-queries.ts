/** Filters and columns of a search in the audit trail. */
import { isDeviceCode } from '@busbar/domain/device/device-code';
import { type SqlBool, sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { AuditKind } from '../../../storage/schema/schema.ts';
import { knownDeviceName } from '../../shared/device-name-queries.ts';
import { parseId } from '../../shared/identifier.ts';

export interface AuditFilters {
  readonly id?: string | undefined;
  /** Half-open interval [from, to), epoch ms. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly userId?: string | undefined;
  /** Device id or device code. */
  readonly device?: string | undefined;
  readonly module?: string | undefined;
  readonly command?: string | undefined;
  readonly status?: string | undefined;
  readonly kind?: AuditKind | undefined;
  readonly text?: string | undefined;
}

export interface AuditRow {
  readonly id: number;
  readonly seq: number | null;
  readonly loggedAt: number;
  readonly kind: AuditKind;
  readonly userId: number | null;
  readonly userName: string;
  readonly clientAddress: string;
  readonly module: string;
  readonly command: string;
  /** The status as recorded and sealed. */
  readonly status: string;
  /** Current state of the command of this entry; null for any other entry. */
  readonly commandState: string | null;
  readonly deviceCode: string;
  readonly deviceName: string;
  readonly commandId: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The state of a command can change after its entry was written. */
const COMMAND_STATE = sql<string | null>`(select c.state from command c
  where c.customer_id = e.customer_id and c.command_id = e.command_id)`;

export const CURRENT_STATUS = sql<string>`coalesce(${COMMAND_STATE}, e.status)`;

export function shown(db: Executor, scope: Scope, filters: AuditFilters) {
  return matching(db, scope, filters)
    .leftJoin('audit_seal as s', (join) =>
      join
        .onRef('s.customer_id', '=', 'e.customer_id')
        .onRef('s.audit_entry_id', '=', 'e.audit_entry_id'),
    )
    .leftJoin('device as d', (join) =>
      join.onRef('d.customer_id', '=', 'e.customer_id').onRef('d.device_id', '=', 'e.device_id'),
    )
    .select([
      'e.audit_entry_id as id',
      's.seq',
      'e.logged_at as loggedAt',
      'e.kind',
      'e.user_id as userId',
      'e.user_name as userName',
      'e.client_address as clientAddress',
      'e.module',
      'e.command',
      'e.status',
      'e.device_code as deviceCode',
      'e.command_id as commandId',
    ])
    .select(COMMAND_STATE.as('commandState'))
    .select(knownDeviceName(scope).as('deviceName'))
    .select(sql<Record<string, unknown>>`e.detail`.as('detail'));
}

/**
 * Selects from `audit_entry e`. Entries without a group belong to the whole customer and are
 * visible only to users of the root group.
 */
export function matching(db: Executor, { customerId, groupId }: Scope, filters: AuditFilters) {
  const conditions = [...conditionsOf(filters)];
  return db
    .selectFrom('audit_entry as e')
    .where('e.customer_id', '=', customerId)
    .where(
      sql<SqlBool>`(e.group_id = any(array(select g.group_id from user_group g
          where g.customer_id = ${customerId} and g.path @> array[${groupId}::integer]))
        or (e.group_id is null and exists (select 1 from user_group g
          where g.customer_id = ${customerId} and g.group_id = ${groupId}
            and cardinality(g.path) = 1)))`,
    )
    .where((eb) => eb.and(conditions));
}

function* conditionsOf(filters: AuditFilters) {
  const { id, from, to, userId, device, module, command, status, kind, text } = filters;
  if (id !== undefined) yield byId('e.audit_entry_id', id);
  if (from !== undefined) yield sql<SqlBool>`e.logged_at >= ${instant(from)}`;
  if (to !== undefined) yield sql<SqlBool>`e.logged_at < ${instant(to)}`;
  if (userId !== undefined) yield byId('e.user_id', userId);
  if (device !== undefined) {
    yield isDeviceCode(device)
      ? sql<SqlBool>`e.device_code = ${device}`
      : byId('e.device_id', device);
  }
  if (module !== undefined) yield sql<SqlBool>`e.module = ${module}`;
  if (command !== undefined) yield sql<SqlBool>`e.command = ${command}`;
  if (kind !== undefined) yield sql<SqlBool>`e.kind = ${kind}`;
  if (status === 'refused') yield sql<SqlBool>`e.status like 'refused:%'`;
  else if (status !== undefined) yield sql<SqlBool>`${CURRENT_STATUS} = ${status}`;
  if (text !== undefined) yield containing(text);
}

function containing(text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, (letter) => `\\${letter}`)}%`;
  return sql<SqlBool>`concat_ws(' ', e.user_name, e.device_code, e.client_address, e.module, e.command,
    e.status, e.detail::text) ilike ${pattern}`;
}

/** A value that is not a valid id matches nothing. */
function byId(column: string, value: string) {
  const id = parseId(value);
  return id === undefined ? sql<SqlBool>`false` : sql<SqlBool>`${sql.ref(column)} = ${id}`;
}
