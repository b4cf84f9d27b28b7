/** The billed energy of a device on the present local day, as the energy ledger has it. */
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';

type Alias = 'e' | 'today';

/** Condition on the days (`energy_day`) of a device that are billed, under this alias. */
export function isBilledDayOf(
  alias: Alias,
  customerId: RawBuilder<unknown>,
  deviceId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`${column('customer_id')} = ${customerId} and ${column('device_id')} = ${deviceId}
    and ${column('channel')} = 'activeTotal'`;
}

/** The local day of the customer's zone; one value for the whole statement. */
const localDay = ({ customerId }: Pick<Scope, 'customerId'>, now: number) => sql`(
  select (${instant(now)} at time zone zone.iana_name)::date
  from customer join zone on zone.zone_id = customer.zone_id
  where customer.customer_id = ${customerId})`;

/** Join of `today`; a device that has sent no register today has no row. */
export const energyTodayJoin = (scope: Pick<Scope, 'customerId'>, now: number) => sql`
  left join energy_day today
    on ${isBilledDayOf('today', sql`device.customer_id`, sql`device.device_id`)}
    and today.day = ${localDay(scope, now)}`;
