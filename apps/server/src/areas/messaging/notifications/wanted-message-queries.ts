/** Conditions on waiting messages at the time at which they are sent. */
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { isCustomerActive } from '../../shared/customers/active-customer-queries.ts';
import type { OutboxItem } from '../outbox/outbox-queries.ts';

type Key = Pick<OutboxItem, 'customerId' | 'dedupeKey'>;

/**
 * Returns false if the message of an alarm must not be sent any longer: its user was disabled or no
 * longer sees the device, its customer is not active, the browser is no longer subscribed, or the
 * project no longer notifies `receiver`. Messages of other kinds depend on their user only.
 */
export async function isMessageWanted(
  db: Executor,
  { customerId, dedupeKey }: Key,
  receiver: string,
  now: number,
): Promise<boolean> {
  const [kind = '', owner, device] = dedupeKey.split(':');
  const condition = CONDITIONS[kind]?.(Number(owner), Number(device), receiver);
  if (condition === undefined) return true;
  const { rows } = await sql`
    select 1 from customer c where c.customer_id = ${customerId} and ${isCustomerActive('c', now)}
      and exists (${condition})`.execute(db);
  return rows.length > 0;
}

type Condition = (owner: number, device: number, receiver: string) => ReturnType<typeof sql>;

const seesDevice = (user: number, device: number) => sql`
  select 1 from user_account u
  join device d on d.customer_id = u.customer_id and d.deleted_at is null
  join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    and g.path @> array[u.group_id]
  where u.customer_id = c.customer_id and u.user_id = ${user} and not u.disabled
    and d.device_id = ${device}`;

/** By the first part of the deduplication key (`outward-items.ts`, `project-mails.ts`). */
const CONDITIONS: Readonly<Record<string, Condition>> = {
  mail: seesDevice,
  push: (user, device, endpoint) => sql`${seesDevice(user, device)} and exists (
    select 1 from push_subscription b where b.customer_id = c.customer_id and b.user_id = ${user}
      and b.endpoint = ${endpoint})`,
  digest: (user) => sql`
    select 1 from user_account u
    where u.customer_id = c.customer_id and u.user_id = ${user} and not u.disabled`,
  project: (notice, device, address) => sql`
    select 1 from project_notice n
    join project p on p.customer_id = n.customer_id and p.project_id = n.project_id
      and p.deleted_at is null
    join device d on d.customer_id = n.customer_id
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
      and g.path @> array[p.group_id]
    where n.customer_id = c.customer_id and n.project_notice_id = ${notice} and n.mail_notification
      and n.mail_address = ${address} and d.device_id = ${device}`,
};
