/** Stores decisions about a tower. */
import type { TowerDecision, TowerSupplyState } from '@busbar/domain/tower/decide-tower';
import type { UserChange, UserSupplyState } from '@busbar/domain/tower/decide-user';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { waking } from '../../../wake-job.ts';
import type { TowerKey } from '../projects/tower-key.ts';
import type { TowerUserRow } from './tower-queries.ts';
import type { TowerInputs } from './tower-readings.ts';

const orNull = (at: number | null) => (at === null ? null : instant(at));

/** Attempts to reach a state by command, with the last result; `at` is null if there was none. */
export interface Tries {
  readonly at: number | null;
  readonly count: number;
  readonly refusal: string | null;
}

export const NO_TRIES: Tries = { at: null, count: 0, refusal: null };

export async function storeTowerState(
  trx: Executor,
  { customerId, towerId }: TowerKey,
  { mains, readingAt, lastStartAt }: TowerSupplyState,
  now: number,
  nextLookAt: number,
): Promise<void> {
  await trx
    .updateTable('tower')
    .set({
      mains_state: mains.state,
      mains_since: instant(mains.since),
      absent_since: orNull(mains.absentSince),
      reading_at: orNull(readingAt),
      last_start_at: orNull(lastStartAt),
      looked_at: instant(now),
      next_look_at: instant(nextLookAt),
    })
    .where('customer_id', '=', customerId)
    .where('tower_id', '=', towerId)
    .execute();
}

/** Stores a user's state; `tries` is set if a command was issued now. New states have no tries. */
export async function storeUserState(
  trx: Executor,
  { customerId, towerId }: TowerKey,
  before: TowerUserRow,
  after: UserSupplyState,
  tries: Tries | undefined,
  now: number,
): Promise<void> {
  const isNew = after.since === now && before.since !== now;
  const tried = tries ?? (isNew ? NO_TRIES : undefined);
  const isSettled = after.settled && before.refusal !== null && tries === undefined;
  await trx
    .updateTable('tower_user')
    .set({
      state: after.state,
      cause: after.cause,
      mode: after.mode,
      return_at: orNull(after.returnAt),
      since: instant(after.since),
      bad_since: orNull(after.badSince),
      good_since: orNull(after.goodSince),
      settled: after.settled,
      ...(tried === undefined
        ? {}
        : { tried_at: orNull(tried.at), tried_count: tried.count, refusal: tried.refusal }),
      ...(isSettled ? { refusal: null } : {}),
    })
    .where('customer_id', '=', customerId)
    .where('tower_id', '=', towerId)
    .where('slot', '=', before.slot)
    .execute();
}

/** Makes the tower due immediately. */
export async function wakeTower(
  trx: Executor,
  { customerId, towerId }: TowerKey,
  now: number,
): Promise<void> {
  await trx
    .updateTable('tower')
    .set({ next_look_at: instant(now) })
    .where('customer_id', '=', customerId)
    .where('tower_id', '=', towerId)
    .returning(waking('towers'))
    .execute();
}

export async function recordEvents(
  trx: Executor,
  { customerId, towerId }: TowerKey,
  users: readonly Pick<TowerUserRow, 'slot' | 'name'>[],
  changes: readonly UserChange[],
  busV: number | null,
  now: number,
  decidedBy = '',
): Promise<void> {
  if (changes.length === 0) return;
  await trx
    .insertInto('tower_event')
    .values(
      changes.map(({ slot, from, event, to, cause }) => ({
        customer_id: customerId,
        tower_id: towerId,
        slot,
        user_name: users.find((user) => user.slot === slot)?.name ?? '',
        at: instant(now),
        from_state: from,
        event,
        to_state: to,
        cause,
        bus_v: busV,
        decided_by: decidedBy,
      })),
    )
    .execute();
}

/** Opens and ends outages by the readings; stores the lowest bus voltage during an outage. */
export async function storeOutages(
  trx: Executor,
  { customerId, towerId }: TowerKey,
  { outageBegan, outageEnded, standing }: TowerDecision,
  reported: TowerInputs | undefined,
): Promise<void> {
  if (outageBegan !== null) {
    await sql`insert into tower_outage (customer_id, tower_id, began_at)
      values (${customerId}, ${towerId}, ${instant(outageBegan)})
      on conflict do nothing`.execute(trx);
  }
  const began = standing.mains.absentSince;
  if (began !== null && reported?.busV != null) {
    await sql`update tower_outage set lowest_v = least(lowest_v, ${reported.busV}::float8)
      where customer_id = ${customerId} and tower_id = ${towerId}
        and began_at = ${instant(began)}
        and (lowest_v is null or lowest_v > ${reported.busV}::float8)`.execute(trx);
  }
  if (outageEnded !== null) {
    await sql`update tower_outage set ended_at = ${instant(outageEnded)}
      where customer_id = ${customerId} and tower_id = ${towerId} and ended_at is null`.execute(
      trx,
    );
  }
}
