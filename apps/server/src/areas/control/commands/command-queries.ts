/** Rows of `command` and `command_transition`; state changes are in `command-transition-queries.ts`. */
import { snakeCaseKeys } from '@busbar/domain/key-case';
import type { CommandState } from '@busbar/domain/switch/command-state';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import { type RawBuilder, sql } from 'kysely';
import type { Actor, Scope } from '../../../caller.ts';
import { instant, jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { CommandKind } from '../../../storage/schema/schema.ts';
import { waking } from '../../../wake-job.ts';
import { COMMAND_TIMES, type LastOrder } from '../../fleet/devices/last-command-queries.ts';

export interface NewCommand {
  readonly commandId: string;
  /** Id of a message shared with other commands; undefined if sent under the command's own id. */
  readonly messageId?: string | undefined;
  readonly deviceId: number;
  readonly linkDeviceCode: string;
  readonly kind: CommandKind;
  readonly switchCommand: SwitchCommand | null;
  /** Arguments for the device, under their wire names. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly source: string;
  readonly idempotencyKey: string | undefined;
  readonly requestHash: Buffer;
  readonly beforeAction: SwitchAction | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export async function insertCommand(
  trx: Executor,
  actor: Actor,
  { switchCommand, ...command }: NewCommand,
): Promise<void> {
  await trx
    .insertInto('command')
    .values({
      ...snakeCaseKeys(command),
      customer_id: actor.customerId,
      switch_order: switchCommand,
      args: jsonb(command.args),
      state: 'queued',
      issued_by: actor.userId,
      session_hash: actor.tokenHash,
      client_address: actor.address,
      created_at: instant(command.createdAt),
      expires_at: instant(command.expiresAt),
    })
    .returning(waking('commands'))
    .execute();
  await trx
    .insertInto('command_transition')
    .values({
      customer_id: actor.customerId,
      command_id: command.commandId,
      step: 1,
      state: 'queued',
      at: instant(command.createdAt),
    })
    .execute();
}

export async function storeArgs(
  trx: Executor,
  { customerId }: Pick<Scope, 'customerId'>,
  commandId: string,
  args: Readonly<Record<string, unknown>>,
): Promise<void> {
  await trx
    .updateTable('command')
    .set({ args: jsonb(args) })
    .where('customer_id', '=', customerId)
    .where('command_id', '=', commandId)
    .execute();
}

/** A command with the data for its events: its device, the group path for visibility, its state. */
export interface CommandRow {
  readonly customer_id: number;
  readonly command_id: string;
  readonly message_id: string | null;
  readonly device_id: number;
  readonly device_code: string;
  readonly device_name: string;
  readonly group_path: number[];
  readonly link_device_code: string;
  readonly kind: CommandKind;
  readonly switch_order: SwitchCommand | null;
  readonly args: unknown;
  readonly state: CommandState;
  readonly reason: string | null;
  readonly detail: string | null;
  readonly issued_by: number | null;
  readonly source: string;
  readonly before_action: SwitchAction | null;
  readonly after_action: SwitchAction | null;
  readonly current_action: SwitchAction | null;
  /** Time since which the switch has been in its current position. */
  readonly current_action_at: number | null;
  readonly created_at: number;
  readonly expires_at: number;
  readonly sent_at: number | null;
  readonly acknowledged_at: number | null;
  readonly sender: string | null;
}

export interface TimedCommand extends CommandRow {
  /** Epoch ms at which the command entered each state. */
  readonly times: LastOrder['times'];
}

/** Columns of a command `c` with its device, the device's group and its state. */
export const COMMAND_COLUMNS = sql`c.customer_id, c.command_id, c.message_id, c.device_id,
  d.device_code, d.name as device_name, g.path as group_path, c.link_device_code, c.kind, c.switch_order, c.args, c.state, c.reason,
  c.detail, c.issued_by, c.source, c.before_action, c.after_action, s.switch_action as current_action,
  coalesce(s.switch_since, s.switch_reported_at) as current_action_at,
  c.created_at, c.expires_at, c.sent_at, c.acknowledged_at, c.sender`;

export const COMMAND_JOINS = sql`
  join device d on d.customer_id = c.customer_id and d.device_id = c.device_id
  join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
  left join device_state s on s.customer_id = c.customer_id and s.device_id = c.device_id`;

/**
 * Condition on `command` under this alias: the row belongs to the message with this id; most
 * commands are sent under their own id.
 */
export function ofMessage(alias: RawBuilder<unknown>, id: string): RawBuilder<boolean> {
  return sql<boolean>`(${alias}.command_id = ${id}::uuid or ${alias}.message_id = ${id}::uuid)`;
}

/** Returns true if a row of `command` matches the condition. */
export async function hasCommand(executor: Executor, where: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`select 1 from command where ${where} limit 1`.execute(executor);
  return rows.length > 0;
}

/** `where`: condition on a command `c`, optionally with `order by`. */
export async function commandsWhere(
  executor: Executor,
  where: RawBuilder<unknown>,
): Promise<CommandRow[]> {
  const { rows } = await sql<CommandRow>`
    select ${COMMAND_COLUMNS} from command c ${COMMAND_JOINS} where ${where}`.execute(executor);
  return rows;
}

/** Finds the commands for a reported id, which may be that of a message with several commands. */
export function commandsOfMessage(
  executor: Executor,
  customerId: number,
  id: string,
): Promise<CommandRow[]> {
  return commandsWhere(
    executor,
    sql`c.customer_id = ${customerId} and ${ofMessage(sql`c`, id)} order by c.command_id`,
  );
}

/** Finds a command by id within a customer, for parts of the server that act without a user. */
export function commandOfCustomer(
  executor: Executor,
  customerId: number,
  commandId: string,
): Promise<TimedCommand | undefined> {
  return commandById(executor, customerId, commandId, sql`true`);
}

/** Finds a command by id for a user: only devices that are in the caller's group or below now. */
export function commandInScope(
  executor: Executor,
  scope: Scope,
  commandId: string,
): Promise<TimedCommand | undefined> {
  const isInScope = sql`g.path @> array[${scope.groupId}::integer]`;
  return commandById(executor, scope.customerId, commandId, isInScope);
}

async function commandById(
  executor: Executor,
  customerId: number,
  commandId: string,
  where: RawBuilder<unknown>,
): Promise<TimedCommand | undefined> {
  const { rows } = await sql<TimedCommand>`
    select ${COMMAND_COLUMNS}, ${COMMAND_TIMES} as times from command c ${COMMAND_JOINS}
    where c.customer_id = ${customerId} and c.command_id = ${commandId} and ${where}`.execute(
    executor,
  );
  return rows[0];
}
