/** Commands whose outcome is unknown, and their alarms. */
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import type { CommandRow } from './command-queries.ts';

export const UNKNOWN_ALARM = 'commandUnknown';

export type UnknownCommand = Pick<
  CommandRow,
  | 'customer_id'
  | 'command_id'
  | 'device_id'
  | 'link_device_code'
  | 'switch_order'
  | 'before_action'
  | 'created_at'
  | 'expires_at'
  | 'sent_at'
>;

/**
 * Columns of `command` alone: two of these queries run after nearly every reply of a device, and
 * with the joins of `commandsWhere` their planning alone makes commands measurably slower.
 */
const COLUMNS = sql`c.customer_id, c.command_id, c.device_id, c.link_device_code, c.switch_order,
  c.before_action, c.created_at, c.expires_at, c.sent_at`;

/** Locks an unknown command; returns undefined if it has been resolved in the meantime. */
export async function lockUnknownCommand(
  trx: Executor,
  customerId: number,
  commandId: string,
): Promise<UnknownCommand | undefined> {
  const { rows } = await sql<UnknownCommand>`
    select ${COLUMNS} from command c
    where c.customer_id = ${customerId} and c.command_id = ${commandId} and c.state = 'unknown' for update`.execute(
    trx,
  );
  return rows[0];
}

/**
 * Returns the given commands with an alarm that are the last unknown one of their device. Queries
 * without an answer have no alarm, and remain unknown.
 */
export async function commandsOfEndedAlarms(
  executor: Executor,
  customerId: number,
  commandIds: readonly string[],
): Promise<UnknownCommand[]> {
  const { rows } = await sql<UnknownCommand>`
    select ${COLUMNS}
    from command c
    join device_alarm_event begun on begun.customer_id = c.customer_id
      and begun.device_id = c.device_id and begun.occurred_at = c.expires_at
      and begun.alarm_type = ${UNKNOWN_ALARM} and begun.active
    where c.customer_id = ${customerId} and c.command_id in (${sql.join([...commandIds])})
      and not exists (select 1 from command other
        where other.customer_id = c.customer_id and other.device_id = c.device_id
          and other.state = 'unknown' and other.kind in ('switch', 'slaves')
          and other.command_id <> c.command_id)`.execute(executor);
  return rows;
}

/** Unknown switch commands of all devices, or of one device, which seldom has more than one. */
export async function unknownSwitchings(
  executor: Executor,
  device?: { readonly customerId: number; readonly deviceId: number },
): Promise<UnknownCommand[]> {
  const ofDevice =
    device && sql`c.customer_id = ${device.customerId} and c.device_id = ${device.deviceId}`;
  const { rows } = await sql<UnknownCommand>`
    select ${COLUMNS} from command c
    where c.state = 'unknown' and c.kind in ('switch', 'slaves') and ${ofDevice ?? sql`true`}
    order by c.created_at`.execute(executor);
  return rows;
}
