/** Queries for the meters that have a profile of users. */
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';

export interface ProfileMeter {
  readonly deviceCode: string;
  readonly deviceName: string;
  /** The DTU of the meter; the meter itself if it is the DTU. */
  readonly lineCode: string;
  readonly lineName: string;
}

export interface ProfileMeters {
  /** The first ones by name. */
  readonly meters: readonly ProfileMeter[];
  readonly count: number;
}

/** Bounds the answer to a change of the profile. */
const MAX_METERS = 100;

/** Returns the meters of the profile in the caller's group and below. */
export async function metersOfProfile(
  trx: Executor,
  { customerId, groupId }: Scope,
  id: string,
): Promise<ProfileMeters> {
  const { rows } = await sql<ProfileMeter & { readonly count: number }>`
    select d.device_code as "deviceCode", d.name as "deviceName",
      dtu.device_code as "lineCode", dtu.name as "lineName",
      count(*) over ()::int4 as count
    from line_meter m
    join device d on d.customer_id = m.customer_id and d.device_id = m.device_id
      and d.deleted_at is null
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
      and g.path @> array[${groupId}::integer]
    join device dtu on dtu.customer_id = d.customer_id
      and dtu.device_id = coalesce(d.gateway_id, d.device_id)
    where m.customer_id = ${customerId} and m.profile_id = ${id}
    order by lower(d.name), d.device_code
    limit ${MAX_METERS}`.execute(trx);
  return {
    meters: rows.map(({ count: _, ...meter }) => meter),
    count: rows[0]?.count ?? 0,
  };
}
