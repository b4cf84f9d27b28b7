/** Outages of a tower and decisions about its users, newest first. */
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import type { TowerKey } from '../projects/tower-key.ts';

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

export interface OutageRow {
  readonly beganAt: number;
  readonly endedAt: number | null;
  readonly lowestV: number | null;
  /** Number of users that were cut off during the outage. */
  readonly cuts: number;
}

export async function listOutages(
  db: Executor,
  { customerId, towerId }: TowerKey,
  { offset, limit }: Page,
): Promise<{ rows: OutageRow[]; total: number }> {
  const { rows } = await sql<OutageRow>`
    select o.began_at as "beganAt", o.ended_at as "endedAt", o.lowest_v as "lowestV",
      (select count(*)::int from tower_event e
        where e.customer_id = o.customer_id and e.tower_id = o.tower_id
          and e.event = 'standby-over' and e.at >= o.began_at
          and e.at <= coalesce(o.ended_at, 'infinity')) as cuts
    from tower_outage o where o.customer_id = ${customerId} and o.tower_id = ${towerId}
    order by o.began_at desc limit ${limit} offset ${offset}`.execute(db);
  const counted = await db
    .selectFrom('tower_outage')
    .where('customer_id', '=', customerId)
    .where('tower_id', '=', towerId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(counted.total) };
}

export interface EventRow {
  readonly id: number;
  readonly slot: number;
  readonly userName: string;
  readonly at: number;
  readonly from: string;
  readonly event: string;
  readonly to: string;
  readonly cause: string;
  readonly busV: number | null;
  /** Name of the user who decided; empty if the platform decided. */
  readonly decidedBy: string;
}

export async function listEvents(
  db: Executor,
  { customerId, towerId }: TowerKey,
  { offset, limit }: Page,
  /** Slots whose events are left out. */
  hiddenSlots: readonly number[],
): Promise<{ rows: EventRow[]; total: number }> {
  const ofTower = db
    .selectFrom('tower_event')
    .where('customer_id', '=', customerId)
    .where('tower_id', '=', towerId)
    .where('slot', 'not in', [0, ...hiddenSlots]);
  const rows = await ofTower
    .select([
      'tower_event_id as id',
      'slot',
      'user_name as userName',
      'at',
      'from_state as from',
      'event',
      'to_state as to',
      'cause',
      'bus_v as busV',
      'decided_by as decidedBy',
    ])
    .orderBy('at', 'desc')
    .orderBy('tower_event_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const counted = await ofTower
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(counted.total) };
}
