/** Days of devices with estimated energy, and the corrections in force for their readings. */
import type { DaySpan } from '@busbar/domain/consumption/elapsed-part';
import { localDayNamed } from '@busbar/domain/energy/day-slots';
import { graceMsOf, type StepOverride } from '@busbar/domain/energy/fold-device';
import type { LocalDate } from '@busbar/domain/local-date';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface EstimateFilter extends Scope {
  readonly span: DaySpan;
  readonly zone: string;
  readonly kind?: 'gap' | 'register' | undefined;
  /** Also selects days with a correction, even if no estimate is left. */
  readonly isCorrectedToo: boolean;
}

export interface ListedDay {
  readonly day: LocalDate;
  readonly deviceId: number;
  readonly deviceName: string;
  readonly deviceCode: string;
  readonly energyWh: number;
  /** Null if no correction is in force. */
  readonly decision: StepOverride['decision'] | null;
  readonly setWh: number | null;
  readonly reason: string | null;
  readonly decidedBy: string | null;
  readonly decidedAt: number | null;
}

export async function readEstimates(
  db: Executor,
  filter: EstimateFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<ListedDay[]> {
  const { rows } = await sql<ListedDay>`
    with ${sources(filter)}
    select e.day, e.device_id as "deviceId", d.name as "deviceName",
      d.device_code as "deviceCode", e.energy_wh as "energyWh", o.decision, o.set_wh as "setWh",
      o.reason, u.user_name as "decidedBy", o.decided_at as "decidedAt"
    ${listed(filter)}
    order by e.day desc, d.name collate "C", e.device_id
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countEstimates(db: Executor, filter: EstimateFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with ${sources(filter)} select count(*)::int8 as count ${listed(filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * `decided`: the newest correction in force of each device and day; a reading at midnight belongs to
 * the day that ends. `flagged`: the days to list, within the requested ones only.
 */
function sources({ customerId, span, zone, isCorrectedToo }: EstimateFilter): RawBuilder<unknown> {
  const start = localDayNamed(span.from, zone).start;
  const end = localDayNamed(span.to, zone).start;
  return sql`decided as (
      select distinct on (device_id, day) * from (
        select device_id, ((register_ts - interval '1 millisecond') at time zone ${zone}::text)::date
            as day, decision, energy_wh as set_wh, reason, decided_by, decided_at
        from energy_override
        where customer_id = ${customerId} and withdrawn_at is null
          and (channel is null or channel = 'activeTotal')
          and register_ts > ${instant(start)} and register_ts <= ${instant(end)}) o
      order by device_id, day, decided_at desc),
    flagged as (
      select device_id, day from energy_day
      where customer_id = ${customerId} and channel = 'activeTotal' and estimated
        and day >= ${span.from}::date and day < ${span.to}::date
      ${isCorrectedToo ? sql`union select device_id, day from decided` : sql``})`;
}

function listed(filter: EstimateFilter): RawBuilder<unknown> {
  const { customerId, groupId, kind, zone, isCorrectedToo } = filter;
  const isGap = kind === undefined ? sql`` : gapBefore(zone);
  return sql`from flagged f
    join energy_day e on e.customer_id = ${customerId} and e.device_id = f.device_id
      and e.day = f.day and e.channel = 'activeTotal'
    join device d on d.customer_id = e.customer_id and d.device_id = e.device_id
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    left join decided o on o.device_id = e.device_id and o.day = e.day
    left join user_account u on u.customer_id = e.customer_id and u.user_id = o.decided_by
    where d.deleted_at is null and g.path @> array[${groupId}::integer]
      ${isCorrectedToo ? sql`` : sql`and o.device_id is null`}
      ${kind === undefined ? sql`` : kind === 'gap' ? sql`and ${isGap}` : sql`and (not ${isGap} or ${FELL})`}`;
}

/** The last reading before the day is older than the grace before its beginning. */
function gapBefore(zone: string): RawBuilder<unknown> {
  const graceMs = sql.lit(graceMsOf({ expectedIntervalS: 0 }));
  return sql`coalesce((${STATE_BEFORE}->>'at')::numeric
    < extract(epoch from e.day::timestamp at time zone ${zone}::text) * 1000
      - greatest(${graceMs}, 2000 * d.expected_interval_s), false)`;
}

const STATE_BEFORE = sql`(select c.state from energy_checkpoint c
  where c.customer_id = e.customer_id and c.device_id = e.device_id and c.day < e.day
  order by c.day desc limit 1)`;

/** State at the end of the day; the present one for a day that has not ended. */
const STATE_AFTER = sql`coalesce(
  (select c.state from energy_checkpoint c where c.customer_id = e.customer_id
    and c.device_id = e.device_id and c.day = e.day),
  (select h.state from energy_head h where h.customer_id = e.customer_id
    and h.device_id = e.device_id))`;

/** The base of the billed total in Wh (packages/domain/src/energy/device-state.ts). */
const totalIn = (state: RawBuilder<unknown>) =>
  sql`coalesce(${state}#>>'{c,0,r,0,0}', ${state}#>>'{c,1,r,0,0}')::numeric`;

/** The register is lower at the end of the day than before it: it was reset or replaced. */
const FELL = sql`coalesce(${totalIn(STATE_AFTER)} < ${totalIn(STATE_BEFORE)}, false)`;
