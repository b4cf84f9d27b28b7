/** Rows of `console_favourite`; users see only their own. */
import type { ProtocolVersion } from '@busbar/device-protocol/frame/encode-frame';
import { pickSnakeCase } from '@busbar/domain/key-case';
import { sql } from 'kysely';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface NewFavourite {
  readonly name: string;
  readonly address: string;
  readonly commandCode: string;
  readonly data: string;
  readonly version: ProtocolVersion;
}

export interface Favourite extends NewFavourite {
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

/** Returns the number of the user's favourites, and true in `taken` if one of them has the name. */
export async function countFavourites(
  trx: Executor,
  { customerId, userId }: Caller,
  name: string,
): Promise<{ readonly count: number; readonly taken: boolean }> {
  const { rows } = await sql<{ count: number; taken: boolean }>`
    select count(*)::int as count, coalesce(bool_or(lower(name) = lower(${name})), false) as taken
    from console_favourite
    where customer_id = ${customerId} and user_id = ${userId}`.execute(trx);
  return rows[0]!;
}

/** Returns the id of the favourite. */
export async function insertFavourite(
  trx: Executor,
  caller: Caller,
  favourite: NewFavourite,
  now: number,
): Promise<number> {
  const { id } = await trx
    .insertInto('console_favourite')
    .values({
      ...pickSnakeCase(caller, 'customerId', 'userId'),
      ...pickSnakeCase(favourite, 'name', 'address', 'commandCode', 'data'),
      protocol_version: favourite.version,
      created_at: instant(now),
    })
    .returning('console_favourite_id as id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns false if the user has no favourite with this id. */
export async function removeFavourite(
  db: Executor,
  { customerId, userId }: Caller,
  id: number,
): Promise<boolean> {
  const { rows } = await sql`
    delete from console_favourite
    where customer_id = ${customerId} and user_id = ${userId} and console_favourite_id = ${id}
    returning 1`.execute(db);
  return rows.length > 0;
}
