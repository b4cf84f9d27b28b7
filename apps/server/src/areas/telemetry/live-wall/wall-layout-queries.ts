/** Queries for the layouts of the live wall. */

import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { problemOfCells, type WallCell } from '@busbar/domain/wall/wall-cell';
import { sql } from 'kysely';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { instant, jsonb } from '../../../storage/column-types.ts';
import { plainText } from '../../shared/plain-text.ts';

export async function listWallLayouts(ctx: Context, caller: Caller): Promise<WallLayout[]> {
  const { rows } = await sql<WallLayout>`
    select name, cells, changed_at as "changedAt" from wall_layout
    where customer_id = ${caller.customerId} and user_id = ${caller.userId}
    order by lower(name), name`.execute(ctx.database.db);
  return rows;
}

/**
 * Saves a layout. The user may have two windows open: a change saved since the caller read the
 * layout is not overwritten, nor is another layout with the same name.
 */
export async function saveWallLayout(
  ctx: Context,
  caller: Caller,
  { name: given, cells, insteadOf }: WallSaving,
): Promise<Outcome<{ changedAt: number }>> {
  const name = plainText(given);
  if (name === '') return refused('info-required', 'name');
  const wrong = problemOfCells(cells);
  if (wrong !== null) {
    return refused('invalid-request', `cells.${wrong.at}`, wrong.problem);
  }
  const { customerId, userId } = caller;
  return ctx.database.transaction(async (trx): Promise<Outcome<{ changedAt: number }>> => {
    // This lock serializes the saves of one user; otherwise two of them could both find the name
    // free.
    await sql`select 1 from user_account
      where customer_id = ${customerId} and user_id = ${userId} for no key update`.execute(trx);
    const { rows } = await sql<Saved>`
      select name, changed_at as "changedAt" from wall_layout
      where customer_id = ${customerId} and user_id = ${userId}`.execute(trx);
    const before = rows.find((row) => row.name === insteadOf?.name);
    if (insteadOf !== null && before?.changedAt !== insteadOf.changedAt) {
      return refused('wall-changed');
    }
    if (rows.some((row) => row.name === name && row !== before)) {
      return refused('wall-name-taken', 'name');
    }
    if (before === undefined && rows.length >= MAX) return refused('quota-exceeded');
    // Two saves within the same millisecond must get different times.
    const changedAt = Math.max(ctx.clock.now(), (before?.changedAt ?? 0) + 1);
    const row = { name, cells: jsonb(cells), changed_at: instant(changedAt) };
    await (before === undefined
      ? trx.insertInto('wall_layout').values({ customer_id: customerId, user_id: userId, ...row })
      : trx
          .updateTable('wall_layout')
          .set(row)
          .where('customer_id', '=', customerId)
          .where('user_id', '=', userId)
          .where('name', '=', before.name)
    ).execute();
    return done({ changedAt });
  });
}

export async function deleteWallLayout(
  ctx: Context,
  caller: Caller,
  name: string,
): Promise<Outcome<null>> {
  const { numDeletedRows } = await ctx.database.db
    .deleteFrom('wall_layout')
    .where('customer_id', '=', caller.customerId)
    .where('user_id', '=', caller.userId)
    .where('name', '=', plainText(name))
    .executeTakeFirst();
  return numDeletedRows > 0n ? done(null) : refused('not-found');
}

/** Maximum layouts per user; a longer list would be hard to use. */
export const MAX = 50;

export interface WallLayout {
  readonly name: string;
  readonly cells: readonly WallCell[];
  /** Time of the last save, epoch ms. */
  readonly changedAt: number;
}

export type Saved = Omit<WallLayout, 'cells'>;

export interface WallSaving extends Pick<WallLayout, 'name' | 'cells'> {
  /** The layout to replace, in the version that was read; null to create a new one. */
  readonly insteadOf: Saved | null;
}
