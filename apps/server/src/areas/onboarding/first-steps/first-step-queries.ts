/** State of the first steps of a customer, in one statement of existence checks. */
import type { FirstStep } from '@busbar/domain/access/first-steps';
import { sql } from 'kysely';
import type { Caller } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { isCounted } from '../../shared/counted-device-queries.ts';

export interface FirstStepFacts extends Readonly<Record<FirstStep, boolean>> {
  readonly settlementDay: number;
  readonly dismissed: boolean;
}

export async function readFirstStepFacts(
  db: Executor,
  { customerId, userId }: Caller,
): Promise<FirstStepFacts> {
  const { rows } = await sql<FirstStepFacts>`
    select c.settlement_day as "settlementDay", c.organisation_checked as organisation,
      own.first_steps_dismissed as dismissed,
      exists (select 1 from rate r
        join rate_version v on v.customer_id = r.customer_id and v.rate_id = r.rate_id
        where r.customer_id = c.customer_id and r.deleted_at is null
          and v.price_sharp is not null) as tariff,
      exists (select 1 from user_group g
        where g.customer_id = c.customer_id and g.parent_id is not null
          and g.deleted_at is null) as groups,
      exists (select 1 from device d
        left join device_state s on s.customer_id = d.customer_id and s.device_id = d.device_id
        -- A meter may report its registers only.
        left join energy_head e on e.customer_id = d.customer_id and e.device_id = d.device_id
        where d.customer_id = c.customer_id and d.deleted_at is null and ${isCounted('d')}
          and (s.measured_at is not null or e.device_id is not null)) as device,
      exists (select 1 from user_account u
        where u.customer_id = c.customer_id and u.user_id <> own.user_id
          and not u.disabled) as users,
      exists (select 1 from notification_profile p
        where p.customer_id = c.customer_id and p.user_id = own.user_id
          and p.test_accepted) as notification
    from customer c
    join user_account own on own.customer_id = c.customer_id and own.user_id = ${userId}
    where c.customer_id = ${customerId}`.execute(db);
  return rows[0]!;
}

export async function writeDismissed(
  db: Executor,
  { customerId, userId }: Caller,
  dismissed: boolean,
): Promise<void> {
  await db
    .updateTable('user_account')
    .set({ first_steps_dismissed: dismissed })
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .execute();
}

export async function markOrganisationChecked(db: Executor, customerId: number): Promise<void> {
  await db
    .updateTable('customer')
    .set({ organisation_checked: true })
    .where('customer_id', '=', customerId)
    .execute();
}
