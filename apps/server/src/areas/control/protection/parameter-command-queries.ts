/** Reads and writes of parameters among the commands of a device. */
import type { ProtectionName } from '@busbar/domain/protection/definition';
import type { ParameterSet } from '@busbar/domain/protection/parameter-set';
import { PROTECTIONS } from '@busbar/domain/protection/protections/protections';
import type { CommandState } from '@busbar/domain/switch/command-state';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { databaseTime, epochMs } from '../../shared/database-time-queries.ts';
import { type CommandRow, commandsWhere } from '../commands/command-queries.ts';
import type { ControlTarget } from '../commands/control-target-queries.ts';

/** One write at a time: with two the resulting values would be unknown. */
export async function isWriting(trx: Executor, target: ControlTarget): Promise<boolean> {
  const row = await trx
    .selectFrom('command')
    .select('command_id')
    .where('customer_id', '=', target.customerId)
    .where('device_id', '=', target.deviceId)
    .where('kind', '=', 'write')
    .where('state', 'in', ['queued', 'sent', 'acknowledged'])
    .executeTakeFirst();
  return row !== undefined;
}

/** True if the values of the write are being read back or were read back. */
export async function isReadBackUnderWay(trx: Executor, write: CommandRow): Promise<boolean> {
  const row = await trx
    .selectFrom('command')
    .select('command_id')
    .where('customer_id', '=', write.customer_id)
    .where('device_id', '=', write.device_id)
    .where('kind', '=', 'read')
    .where('state', 'in', ['queued', 'sent', 'confirmed'])
    .where(sql<boolean>`args ->> 'of' = ${write.command_id}`)
    .executeTakeFirst();
  return row !== undefined;
}

/** The write `of`, if it has no result, and unknown writes that had expired before the read. */
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

/** Older writes are resolved by the next read of a user. */
const GIVE_UP = sql`interval '1 hour'`;

export interface UnknownWrite {
  readonly command_id: string;
  /** Negative after the expiry. */
  readonly left_ms: number;
}

export async function unknownWrites(
  ctx: Context,
  customerId: number,
  deviceId: number,
): Promise<UnknownWrite[]> {
  const { rows } = await sql<UnknownWrite>`
    select command_id, ${epochMs(sql<Date>`expires_at`)} - ${epochMs(databaseTime(ctx))} as left_ms
    from command
    where customer_id = ${customerId} and device_id = ${deviceId} and kind = 'write'
      and state = 'unknown' and expires_at > ${databaseTime(ctx)} - ${GIVE_UP}`.execute(
    ctx.database.db,
  );
  return rows;
}

export interface LastCommand {
  readonly commandId: string;
  readonly state: CommandState;
  readonly reason: string | null;
  readonly detail: string | null;
  /** Time at which it reached that state, ms. */
  readonly at: number;
}

interface NamedCommand extends LastCommand {
  readonly kind: 'read' | 'write';
  readonly set: ProtectionName;
}

/** The last read and the last write of each set. */
export async function lastCommands(db: Executor, target: ControlTarget): Promise<NamedCommand[]> {
  const names = PROTECTIONS.map(({ name }) => name);
  const { rows } = await sql<NamedCommand>`
    select asked.kind, asked.what as set, c.command_id as "commandId", c.state, c.reason,
      c.detail, step.at
    from (select kind, what from unnest(array['read', 'write']) kind
      cross join unnest(${sql.val(names)}::text[]) what) asked
    cross join lateral (
      select command_id, state, reason, detail from command
      where customer_id = ${target.customerId} and device_id = ${target.deviceId}
        and kind in ('read', 'write') and kind = asked.kind and args ->> 'what' = asked.what
      order by created_at desc limit 1) c
    cross join lateral (
      select at from command_transition
      where customer_id = ${target.customerId} and command_id = c.command_id
      order by step desc limit 1) step`.execute(db);
  return rows;
}
