/** Commands that have not ended: those to be sent, expired or cancelled. */

import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import type { CommandKind } from '../../../storage/schema/schema.ts';
import { databaseTime, msUntil } from '../../shared/database-time-queries.ts';
import { hasActiveIssuer, type IssuedCommand } from './command-issuer-queries.ts';
import { hasCommand, ofMessage } from './command-queries.ts';

/** Grace period for a reply that is under way at the deadline, ms. */
export const UNKNOWN_AFTER_MS = 5_000;

/** Time after the expiry at which the current state of a command times out. */
const GRACE = sql`(case when state = 'queued' then 0 else ${UNKNOWN_AFTER_MS / 1000} end
  * interval '1 second')`;

/**
 * Minimum remaining life of a command to be sent: 2 s, or a tenth of its life if that is shorter.
 * The device refuses a command that is in transit for longer.
 */
const MARGIN = sql`least(interval '2 seconds', (expires_at - created_at) / 10)`;

/**
 * A command of a deleted device is not sent: its code may already belong to another customer. The
 * lock makes a concurrent deletion wait, so that it sees the command as sent.
 */
const deviceExists = (customerId: number) => sql<boolean>`exists (select 1 from device d
  where d.customer_id = ${customerId} and d.device_id = command.device_id
    and d.deleted_at is null for key share)`;

const livesLongEnough = (ctx: Context) =>
  sql<boolean>`expires_at - ${databaseTime(ctx)} > ${MARGIN}`;

/** Condition under which a command of the customer may be claimed for sending. */
export const maySend = (ctx: Context, customerId: number) => sql<boolean>`
  ${livesLongEnough(ctx)} and ${hasActiveIssuer(ctx, customerId)} and ${deviceExists(customerId)}`;

/**
 * Returns true if a claimed command or message may still be written: its user is signed in and may
 * give it, and none of its devices was deleted.
 */
export async function isStillWanted(
  ctx: Context,
  customerId: number,
  commandId: string,
): Promise<boolean> {
  const { rows } = await sql<{ wanted: boolean | null }>`
    select bool_and(command.state = 'sent' and ${hasActiveIssuer(ctx, customerId)}
      and exists (select 1 from device d where d.customer_id = ${customerId}
        and d.device_id = command.device_id and d.deleted_at is null)) as wanted
    from command
    where command.customer_id = ${customerId}
      and ${ofMessage(sql`command`, commandId)}`.execute(ctx.database.db);
  return rows[0]?.wanted ?? false;
}

/** Condition under which the state of a command has timed out. */
export const isDue = (ctx: Context) => sql<boolean>`${databaseTime(ctx)} - expires_at >= ${GRACE}`;

/** Returns true if any command is waiting, has not ended, or has an unknown outcome. */
export const hasOpenCommands = (db: Executor): Promise<boolean> =>
  hasCommand(db, sql`state in ('queued', 'sent', 'acknowledged', 'unknown')`);

export interface WaitingMessage {
  readonly customer_id: number;
  readonly link_device_code: string;
  /** Id of the message, or of its only command. */
  readonly id: string;
}

export function waitingMessages(ctx: Context): Promise<WaitingMessage[]> {
  return ctx.database.db
    .selectFrom('command')
    .select(['customer_id', 'link_device_code'])
    .select(sql<string>`coalesce(message_id, command_id)`.as('id'))
    .where('state', '=', 'queued')
    .where(livesLongEnough(ctx))
    .groupBy(['customer_id', 'link_device_code', 'id'])
    .orderBy(sql`min(created_at)`)
    .execute();
}

interface CommandKey {
  readonly customer_id: number;
  readonly command_id: string;
}

export interface DueCommand extends CommandKey {
  readonly state: 'queued' | 'sent' | 'acknowledged';
}

/** Maximum rows per run; the remainder is due in the next run. */
const ROWS_PER_RUN = 500;

export async function dueCommands(ctx: Context): Promise<DueCommand[]> {
  const { rows } = await sql<DueCommand>`
    select customer_id, command_id, state from command
    where state in ('queued', 'sent', 'acknowledged') and ${isDue(ctx)}
    order by expires_at limit ${ROWS_PER_RUN}`.execute(ctx.database.db);
  return rows;
}

/** Returns the ms until the next command is due; null if there is none. */
export async function msUntilDue(ctx: Context): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select ${msUntil(ctx, sql`min(expires_at + ${GRACE})`)} as ms
    from command where state in ('queued', 'sent', 'acknowledged')`.execute(ctx.database.db);
  return rows[0]!.ms;
}

/** Returns the commands without a result that another process sent. */
export const commandsOfOtherProcesses = (ctx: Context): Promise<CommandKey[]> =>
  ctx.database.db
    .selectFrom('command')
    .select(['customer_id', 'command_id'])
    .where(
      sql<boolean>`state in ('sent', 'acknowledged') and sender is distinct from ${ctx.processId}`,
    )
    .execute();

type UnwantedCommand = CommandKey & IssuedCommand;

/** Returns the waiting commands for which no user is responsible any longer. */
export const unwantedCommands = (ctx: Context): Promise<UnwantedCommand[]> =>
  ctx.database.db
    .selectFrom('command')
    .select(['customer_id', 'command_id', 'issued_by', 'source'])
    .where(sql<boolean>`state = 'queued' and not ${hasActiveIssuer(ctx)}`)
    .execute();

/** Returns the device's pending requests of this kind. */
export function openQueries(
  ctx: Context,
  trx: Executor,
  target: { readonly customerId: number; readonly deviceId: number },
  kind: CommandKind,
): Promise<{ command_id: string; args: unknown }[]> {
  return trx
    .selectFrom('command')
    .select(['command_id', 'args'])
    .where('customer_id', '=', target.customerId)
    .where('device_id', '=', target.deviceId)
    .where('kind', '=', kind)
    .where('state', 'in', ['queued', 'sent'])
    .where(sql<boolean>`expires_at > ${databaseTime(ctx)}`)
    .execute();
}
