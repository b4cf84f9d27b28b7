/** Commands whose outcome is unknown, and their alarms. */
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { type CommandRow, commandsWhere } from './command-queries.ts';

export const UNKNOWN_ALARM = 'commandUnknown';

/** Locks an unknown command; returns undefined if it has been resolved in the meantime. */
export async function lockUnknownCommand(
  trx: Executor,
  commandId: string,
): Promise<CommandRow | undefined> {
  const [command] = await commandsWhere(
    trx,
    sql`c.command_id = ${commandId} and c.state = 'unknown' for update of c`,
  );
  return command;
}

/** Returns the given commands with an alarm that are the last unknown one of their device. */
export function commandsOfEndedAlarms(
  executor: Executor,
  customerId: number,
  commandIds: readonly string[],
): Promise<CommandRow[]> {
  return commandsWhere(
    executor,
    sql`c.customer_id = ${customerId} and c.command_id in (${sql.join([...commandIds])})
      and exists (select 1 from device_alarm_event begun
        where begun.customer_id = c.customer_id and begun.device_id = c.device_id
          and begun.occurred_at = c.expires_at and begun.alarm_type = ${UNKNOWN_ALARM}
          and begun.active)
      and not exists (select 1 from command other
        where other.customer_id = c.customer_id and other.device_id = c.device_id
          and other.state = 'unknown' and other.command_id <> c.command_id)`,
  );
}

/** Unknown switch commands of all devices, or of one device, which seldom has more than one. */
export function unknownSwitchings(
  executor: Executor,
  device?: { readonly customerId: number; readonly deviceId: number },
): Promise<CommandRow[]> {
  const ofDevice =
    device &&
    sql`c.customer_id = ${device.customerId}
    and c.device_id = ${device.deviceId}`;
  return commandsWhere(
    executor,
    sql`c.state = 'unknown' and c.kind in ('switch', 'slaves') and ${ofDevice ?? sql`true`}
      order by c.created_at`,
  );
}
