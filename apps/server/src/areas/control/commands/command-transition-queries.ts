/** State changes of commands and their history. */
import { type CommandState, isOpenState } from '@busbar/domain/switch/command-state';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { isOnNodes } from '../../../storage/distributed/nodes-dialect.ts';
import { databaseTime, epochMs, readDatabaseTime } from '../../shared/database-time-queries.ts';
import { COMMAND_COLUMNS, COMMAND_JOINS, ofMessage, type TimedCommand } from './command-queries.ts';

export interface Move {
  readonly customerId: number;
  /** Id of one command, or of a message that several commands share: all of them change state. */
  readonly commandId: string;
  readonly from: readonly CommandState[];
  readonly to: CommandState;
  readonly reason?: string;
  /** Human-readable text from the device or the platform. */
  readonly detail?: string | undefined;
  readonly afterAction?: SwitchAction;
  /** Process that changes the command to `sent`: only this process may write it to a socket. */
  readonly sender?: string;
  /** Additional condition on the row, checked together with its state. */
  readonly onlyIf?: RawBuilder<boolean>;
}

const TIME_COLUMN: Readonly<Partial<Record<CommandState, string>>> = {
  sent: 'sent_at',
  acknowledged: 'acknowledged_at',
  confirmed: 'confirmed_at',
};

const mayStillGo = (state: CommandState): boolean =>
  state === 'queued' || state === 'sent' || state === 'acknowledged';

/** A frame whose command has ended is stored without the passwords it contained. */
const WITHOUT_PASSWORDS = sql`case when args -> 'masked' is null then args
  else jsonb_set(args - 'masked', '{hex}', args -> 'masked') end`;

export interface MovedCommand extends TimedCommand {
  /** Database time of the state change, ms. */
  readonly moved_at: number;
}

/** Changes the state by compare-and-set; returns the changed commands in their new state. */
export async function updateState(
  ctx: Context,
  executor: Executor,
  move: Move,
): Promise<MovedCommand[]> {
  const rows = isOnNodes(executor)
    ? await updateOnNodes(ctx, executor, move)
    : await updateInOneStatement(ctx, executor, move);
  return rows.map((row) => ({ ...row, times: timesOf(row) }));
}

type MovedRow = Omit<MovedCommand, 'times'>;

async function updateInOneStatement(
  ctx: Context,
  executor: Executor,
  move: Move,
): Promise<MovedRow[]> {
  const at = sql<Date>`present.at`;
  const { rows } = await sql<MovedRow>`
    with present as materialized (select ${databaseTime(ctx)} as at),
    c as (
      update command set ${changesOf(move, at)} from present where ${conditionOf(move)}
      returning command.*
    ),
    step as (
      insert into command_transition (customer_id, command_id, step, state, at, reason)
      select c.customer_id, c.command_id, ${NEXT_STEP}, c.state, present.at, c.reason
      from c, present
    )
    select ${COMMAND_COLUMNS}, ${epochMs(at)} as moved_at
    from c ${COMMAND_JOINS} cross join present`.execute(executor);
  return rows;
}

/** A statement of Citus cannot change two tables and read a third. */
async function updateOnNodes(ctx: Context, executor: Executor, move: Move): Promise<MovedRow[]> {
  if (!executor.isTransaction) {
    return executor.transaction().execute((trx) => updateOnNodes(ctx, trx, move));
  }
  // Locked first: the time below is then that of the change, however long the lock took.
  await sql`select 1 from command where ${conditionOf(move)} for no key update`.execute(executor);
  const at = instant(await readDatabaseTime(ctx, executor));
  const changed = await sql<{ id: string }>`
    update command set ${changesOf(move, at)} where ${conditionOf(move)}
    returning command_id as id`.execute(executor);
  if (changed.rows.length === 0) return [];
  const isChanged = sql`c.customer_id = ${move.customerId}
    and c.command_id = any(${changed.rows.map(({ id }) => id)}::uuid[])`;
  await sql`
    insert into command_transition (customer_id, command_id, step, state, at, reason)
    select c.customer_id, c.command_id, ${NEXT_STEP}, c.state, ${at}, c.reason
    from command c where ${isChanged}`.execute(executor);
  const { rows } = await sql<MovedRow>`
    select ${COMMAND_COLUMNS}, ${epochMs(at)} as moved_at
    from command c ${COMMAND_JOINS} where ${isChanged}`.execute(executor);
  return rows;
}

const NEXT_STEP = sql`(select count(*) + 1 from command_transition t
  where t.customer_id = c.customer_id and t.command_id = c.command_id)`;

function changesOf(move: Move, at: RawBuilder<Date>): RawBuilder<unknown> {
  const timeColumn = TIME_COLUMN[move.to];
  return sql`
    state = ${move.to},
    reason = ${move.reason ?? null}::text,
    detail = coalesce(${move.detail ?? null}::text, detail),
    after_action = coalesce(${move.afterAction ?? null}::text, after_action),
    sender = coalesce(${move.sender ?? null}::text, sender)
    ${timeColumn === undefined ? sql`` : sql`, ${sql.ref(timeColumn)} = ${at}`}
    ${isOpenState(move.to) ? sql`` : sql`, ended_at = ${at}`}
    ${mayStillGo(move.to) ? sql`` : sql`, args = ${WITHOUT_PASSWORDS}`}`;
}

const conditionOf = (move: Move) => sql`
  command.customer_id = ${move.customerId} and ${ofMessage(sql`command`, move.commandId)}
    and state in (${sql.join([...move.from])})
    and ${move.onlyIf ?? sql<boolean>`true`}`;

/**
 * Returns the times known from the row: every change is published, and the other transitions would
 * need another query.
 */
function timesOf(row: Omit<MovedCommand, 'times'>): MovedCommand['times'] {
  return {
    queued: row.created_at,
    ...(row.sent_at !== null && { sent: row.sent_at }),
    ...(row.acknowledged_at !== null && { acknowledged: row.acknowledged_at }),
    [row.state]: row.moved_at,
  };
}

/** The 1,000 newest commands changed since `since`, for a process that may have missed some. */
export function commandsChangedSince(
  executor: Executor,
  since: number,
): Promise<{ customer_id: number; command_id: string }[]> {
  return executor
    .selectFrom('command')
    .select(['customer_id', 'command_id'])
    .where('created_at', '>=', instant(since - 600_000))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('command_transition as t')
          .select('t.step')
          .whereRef('t.customer_id', '=', 'command.customer_id')
          .whereRef('t.command_id', '=', 'command.command_id')
          .where('t.at', '>=', instant(since)),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(1_000)
    .execute();
}
