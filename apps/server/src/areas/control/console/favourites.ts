/** Console commands that a user has saved under a name; users see only their own. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { parseId } from '../../shared/identifier.ts';
import { lockUser } from '../../shared/lock-queries.ts';
import {
  countFavourites,
  type Favourite,
  insertFavourite,
  type NewFavourite,
  removeFavourite,
} from './favourite-queries.ts';

/** Maximum favourites per user; a longer list would be hard to use. */
const MAX = 100;

export async function addFavourite(
  ctx: Context,
  caller: Caller,
  given: NewFavourite,
): Promise<Outcome<Favourite>> {
  const favourite = { ...given, name: given.name.trim() };
  if (favourite.name === '') return refused('info-required', 'name');
  return ctx.database.transaction(async (trx) => {
    // Without the lock two requests could both become the hundredth entry.
    await lockUser(trx, caller);
    const { count, taken } = await countFavourites(trx, caller, favourite.name);
    if (taken) return refused('favourite-name-taken', 'name');
    if (count >= MAX) return refused('quota-exceeded');
    const id = await insertFavourite(trx, caller, favourite, ctx.clock.now());
    return done({ ...favourite, id });
  });
}

export async function deleteFavourite(
  ctx: Context,
  caller: Caller,
  id: string,
): Promise<Outcome<true>> {
  const number = parseId(id);
  if (number === undefined) return refused('not-found');
  const isDeleted = await removeFavourite(ctx.database.db, caller, number);
  return isDeleted ? done(true) : refused('not-found');
}
