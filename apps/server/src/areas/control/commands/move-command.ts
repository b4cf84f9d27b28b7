/** The only way to change the state of a command; also ends the alarms about an unknown outcome. */
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { type Move, type MovedCommand, updateState } from './command-transition-queries.ts';
import { endUnknownAlarms } from './unknown-alarm.ts';

/**
 * Changes the state of a command in one statement and returns it in the new state; returns
 * undefined if it was no longer in one of the `from` states, because another transition came first.
 */
export async function moveCommand(
  ctx: Context,
  executor: Executor,
  move: Move,
): Promise<MovedCommand | undefined> {
  const [moved] = await moveCommands(ctx, executor, move);
  return moved;
}

/** Like `moveCommand`, but by the id of a message: returns all commands that changed. */
export async function moveCommands(
  ctx: Context,
  executor: Executor,
  move: Move,
): Promise<MovedCommand[]> {
  const rows = await updateState(ctx, executor, move);
  if (rows.length > 0 && move.from.includes('unknown')) {
    const ids = rows.map((row) => row.command_id);
    await endUnknownAlarms(ctx, executor, move.customerId, ids);
  }
  return rows;
}
