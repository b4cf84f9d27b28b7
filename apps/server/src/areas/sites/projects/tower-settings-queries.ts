/** Stores the settings of towers and their users. */
import { snakeCaseKeys } from '@busbar/domain/key-case';
import type { Tried } from '@busbar/domain/tower/decide-tower';
import type { UserSupplyState } from '@busbar/domain/tower/decide-user';
import type { TowerFigures, TowerUser } from '@busbar/domain/tower/tower-settings';
import type { Caller } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { waking } from '../../../wake-job.ts';
import type { TowerKey } from './tower-key.ts';

interface TowerToSave extends TowerFigures {
  readonly name: string;
  readonly projectId: number;
  readonly deviceId: number;
}

type Saver = Pick<Caller, 'customerId' | 'userId'>;

function columnsOf(caller: Saver, row: TowerToSave, now: number) {
  return {
    ...snakeCaseKeys(row),
    changed_by: caller.userId,
    changed_at: instant(now),
    next_look_at: instant(now),
  };
}

export async function insertTower(
  trx: Executor,
  caller: Saver,
  row: TowerToSave,
  now: number,
): Promise<number> {
  const { id } = await trx
    .insertInto('tower')
    .values({ customer_id: caller.customerId, ...columnsOf(caller, row, now) })
    .returning(['tower_id as id', waking('towers')])
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateTower(
  trx: Executor,
  caller: Saver,
  towerId: number,
  row: TowerToSave,
  now: number,
): Promise<void> {
  await trx
    .updateTable('tower')
    .set(columnsOf(caller, row, now))
    .where('customer_id', '=', caller.customerId)
    .where('tower_id', '=', towerId)
    .returning(waking('towers'))
    .execute();
}

/**
 * Marks a tower as deleted. Its log, outages and bills are retained; its breakers become available
 * for users of other towers.
 */
export async function deleteTower(
  trx: Executor,
  { customerId, towerId }: TowerKey,
  now: number,
): Promise<void> {
  await trx
    .updateTable('tower')
    .set({ deleted_at: instant(now) })
    .where('customer_id', '=', customerId)
    .where('tower_id', '=', towerId)
    .execute();
  await clearUsers(trx, { customerId, towerId });
}

/** Makes the devices of all towers of a deleted project available again. */
export async function deleteTowersOf(
  trx: Executor,
  project: { readonly customerId: number; readonly id: number },
  now: number,
): Promise<void> {
  const towers = await trx
    .selectFrom('tower')
    .select(['customer_id as customerId', 'tower_id as towerId'])
    .where('customer_id', '=', project.customerId)
    .where('project_id', '=', project.id)
    .where('deleted_at', 'is', null)
    .orderBy('tower_id')
    .forNoKeyUpdate()
    .execute();
  for (const tower of towers) await deleteTower(trx, tower, now);
}

export interface SavedUser extends TowerUser {
  readonly deviceId: number;
  readonly standing: UserSupplyState;
  readonly tried: Tried;
  readonly refusal: string | null;
}

const orNull = (at: number | null) => (at === null ? null : instant(at));

/** Replaces all users at once, because they may have exchanged breakers. */
export async function replaceUsers(
  trx: Executor,
  { customerId, towerId }: TowerKey,
  users: readonly SavedUser[],
): Promise<void> {
  await clearUsers(trx, { customerId, towerId });
  if (users.length === 0) return;
  await trx
    .insertInto('tower_user')
    .values(
      users.map(({ standing, tried, ...user }) => ({
        ...snakeCaseKeys(user),
        customer_id: customerId,
        tower_id: towerId,
        periods: JSON.stringify(user.periods),
        mode: standing.mode,
        return_at: orNull(standing.returnAt),
        state: standing.state,
        cause: standing.cause,
        since: instant(standing.since),
        bad_since: orNull(standing.badSince),
        good_since: orNull(standing.goodSince),
        settled: standing.settled,
        tried_at: orNull(tried.at),
        tried_count: tried.count,
      })),
    )
    .execute();
}

async function clearUsers(trx: Executor, { customerId, towerId }: TowerKey): Promise<void> {
  await trx
    .deleteFrom('tower_user')
    .where('customer_id', '=', customerId)
    .where('tower_id', '=', towerId)
    .execute();
}
