/** Reads and writes of parameters among the commands of a device. */
import type { ProtectionName } from '@busbar/domain/protection/definition';
import type { ParameterSet } from '@busbar/domain/protection/parameter-set';
import { PROTECTIONS } from '@busbar/domain/protection/protections/protections';
import type { CommandState } from '@busbar/domain/switch/command-state';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { type CommandRow, commandsWhere, hasCommand } from '../commands/command-queries.ts';
import type { DeviceKey } from './dry-contact-queries.ts';

/** True if a write is under way: with two at a time the resulting values would be unknown. */
export function isWriting(trx: Executor, { customerId, deviceId }: DeviceKey): Promise<boolean> {
  return hasCommand(
    trx,
    sql`customer_id = ${customerId} and device_id = ${deviceId} and kind = 'write'
      and state in ('queued', 'sent', 'acknowledged')`,
  );
}

/** Returns true if the values of the write are being read back or were read back. */
export function isReadBackUnderWay(trx: Executor, write: CommandRow): Promise<boolean> {
  return hasCommand(
    trx,
    sql`customer_id = ${write.customer_id} and device_id = ${write.device_id} and kind = 'read'
      and state in ('queued', 'sent', 'confirmed') and args ->> 'of' = ${write.command_id}`,
  );
}

/** The write `of` if it has no result, and unknown writes that had expired before the read. */
export function openWritesBefore(
  trx: Executor,
  read: CommandRow,
  { what, of }: { readonly what: ParameterSet; readonly of?: string },
): Promise<CommandRow[]> {
  return commandsWhere(
    trx,
    sql`c.customer_id = ${read.customer_id} and c.device_id = ${read.device_id}
      and c.kind = 'write' and c.state in ('acknowledged', 'unknown') and c.args ->> 'what' = ${what}
      and (c.command_id = ${of ?? read.command_id}
        or c.state = 'unknown' and c.expires_at < ${instant(read.created_at)})
      order by c.created_at`,
  );
}

/** Returns the writes with an unknown outcome that expired after `since`. */
export function unknownWrites(
  executor: Executor,
  { customerId, deviceId }: DeviceKey,
  since: number,
): Promise<CommandRow[]> {
  return commandsWhere(
    executor,
    sql`c.customer_id = ${customerId} and c.device_id = ${deviceId} and c.kind = 'write'
      and c.state = 'unknown' and c.expires_at > ${instant(since)}`,
  );
}

export interface LastCommand {
  readonly commandId: string;
  readonly state: CommandState;
  readonly reason: string | null;
  readonly detail: string | null;
  /** Time at which the command reached its current state, ms. */
  readonly at: number;
}

interface NamedCommand extends LastCommand {
  readonly kind: 'read' | 'write';
  readonly set: ProtectionName;
}

/** Returns the last read and the last write of each parameter set. */
export async function lastCommands(db: Executor, target: DeviceKey): Promise<NamedCommand[]> {
  const names = PROTECTIONS.map(({ name }) => name);
  const { rows } = await sql<NamedCommand>`
    select requested.kind, requested.what as set, c.command_id as "commandId", c.state, c.reason,
      c.detail, step.at
    from (select kind, what from unnest(array['read', 'write']) kind
      cross join unnest(${sql.val(names)}::text[]) what) requested
    cross join lateral (
      select command_id, state, reason, detail from command
      where customer_id = ${target.customerId} and device_id = ${target.deviceId}
        and kind in ('read', 'write') and kind = requested.kind and args ->> 'what' = requested.what
      order by created_at desc limit 1) c
    cross join lateral (
      select at from command_transition
      where customer_id = ${target.customerId} and command_id = c.command_id
      order by step desc limit 1) step`.execute(db);
  return rows;
}
