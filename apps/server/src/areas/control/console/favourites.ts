/** Console commands that a user has saved under a name; each user sees only their own. */
import type { ProtocolVersion } from '@busbar/device-protocol/frame/encode-frame';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { sql } from 'kysely';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import { parseId } from '../../shared/identifier.ts';

/** Maximum per user; a longer list would be hard to use. */
const MOST = 100;

interface FavouriteOrder {
  readonly name: string;
  readonly address: string;
  readonly commandCode: string;
  readonly data: string;
  readonly version: ProtocolVersion;
}

export interface Favourite extends FavouriteOrder {
  readonly id: number;
}

export async function listFavourites(ctx: Context, caller: Caller): Promise<Favourite[]> {
  const { rows } = await sql<Favourite>`
    select console_favourite_id as id, name, address, command_code as "commandCode", data,
      protocol_version as version
    from console_favourite
    where customer_id = ${caller.customerId} and user_id = ${caller.userId}
    order by lower(name)`.execute(ctx.database.db);
  return rows;
}

export async function addFavourite(
  ctx: Context,
  caller: Caller,
  given: FavouriteOrder,
): Promise<Outcome<Favourite>> {
  const favourite = { ...given, name: given.name.trim() };
  if (favourite.name === '') return refused('info-required', 'name');
  const { customerId, userId } = caller;
  return ctx.database.transaction(async (trx) => {
    // Serializes requests of one user, or two of them could both become the hundredth entry.
    await sql`select 1 from user_account
      where customer_id = ${customerId} and user_id = ${userId} for no key update`.execute(trx);
    const { rows } = await sql<{ count: number; taken: boolean }>`
      select count(*)::int as count,
        coalesce(bool_or(lower(name) = lower(${favourite.name})), false) as taken
      from console_favourite
      where customer_id = ${customerId} and user_id = ${userId}`.execute(trx);
    const { count, taken } = rows[0]!;
    if (taken) return refused('favourite-name-taken', 'name');
    if (count >= MOST) return refused('quota-exceeded');
    const { id } = await trx
      .insertInto('console_favourite')
      .values({
        customer_id: customerId,
        user_id: userId,
        name: favourite.name,
        address: favourite.address,
        command_code: favourite.commandCode,
        data: favourite.data,
        protocol_version: favourite.version,
        created_at: instant(ctx.clock.now()),
      })
      .returning('console_favourite_id as id')
      .executeTakeFirstOrThrow();
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
  const { rows } = await sql`
    delete from console_favourite
    where customer_id = ${caller.customerId} and user_id = ${caller.userId}
      and console_favourite_id = ${number}
    returning 1`.execute(ctx.database.db);
  return rows.length > 0 ? done(true) : refused('not-found');
}
