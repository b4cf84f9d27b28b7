/** Layouts of the live wall: each person sees the own ones alone. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { problemOfCells, type WallCell } from '@busbar/domain/wall/wall-cell';
import { sql } from 'kysely';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { instant, jsonb } from '../../storage/column-types.ts';
import { plainText } from '../plain-text.ts';

/** More is a list nobody finds anything in. */
const MOST = 50;

export interface WallLayout {
  readonly name: string;
  readonly cells: readonly WallCell[];
}

export async function listWallLayouts(ctx: Context, caller: Caller): Promise<WallLayout[]> {
  const { rows } = await sql<WallLayout>`
    select name, cells from wall_layout
    where customer_id = ${caller.customerId} and user_id = ${caller.userId}
    order by lower(name), name`.execute(ctx.database.db);
  return rows;
}

/** Over what had the name before: a layout has one owner, and his last word counts. */
export async function saveWallLayout(
  ctx: Context,
  caller: Caller,
  { name: given, cells }: WallLayout,
): Promise<Outcome<null>> {
  const name = plainText(given);
  if (name === '') return refused('info-required', 'name');
  const wrong = problemOfCells(cells);
  if (wrong !== null) {
    return refused('invalid-request', `cells.${wrong.at}`, wrong.problem);
  }
  const { customerId, userId } = caller;
  return ctx.database.transaction(async (trx): Promise<Outcome<null>> => {
    // Two of one person stand in line, or both would be the fiftieth.
    await sql`select 1 from user_account
      where customer_id = ${customerId} and user_id = ${userId} for no key update`.execute(trx);
    const { rows } = await sql<{ others: number }>`
      select count(*)::int as others from wall_layout
      where customer_id = ${customerId} and user_id = ${userId} and name <> ${name}`.execute(trx);
    if (rows[0]!.others >= MOST) return refused('quota-exceeded');
    const row = { cells: jsonb(cells), changed_at: instant(ctx.clock.now()) };
    await trx
      .insertInto('wall_layout')
      .values({ customer_id: customerId, user_id: userId, name, ...row })
      .onConflict((on) => on.columns(['customer_id', 'user_id', 'name']).doUpdateSet(row))
      .execute();
    return done(null);
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
