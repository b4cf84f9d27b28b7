/** Stored facts about one device, and the number of its notes, photos and rejected messages. */
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';

export interface DeviceFacts {
  readonly installedOn: string | null;
  readonly registeredAt: number;
  readonly revision: number;
  readonly connectedAt: number | null;
  readonly issuedAt: number | null;
  readonly oldUntil: number | null;
  readonly rejected: number;
  readonly notes: number;
  readonly photos: number;
}

/** Returns the facts about a device; the connection of a slave is that of its gateway. */
export async function factsOf(
  db: Executor,
  { customerId }: Scope,
  { deviceId }: { readonly deviceId: number },
): Promise<DeviceFacts | undefined> {
  const { rows } = await sql<DeviceFacts>`
    select d.installed_on as "installedOn", d.created_at as "registeredAt", d.revision,
      (select s.connected_at from device_state s where s.customer_id = d.customer_id
        and s.device_id = coalesce(d.gateway_id, d.device_id)) as "connectedAt", d.secret_rotated_at as "issuedAt",
      d.old_secret_until as "oldUntil",
      (select count(*) from rejected_message r
        where r.customer_id = d.customer_id and r.device_id = d.device_id) as rejected,
      (select count(*) from device_note n
        where n.customer_id = d.customer_id and n.device_id = d.device_id) as notes,
      (select count(*) from device_photo p
        where p.customer_id = d.customer_id and p.device_id = d.device_id) as photos
    from device d
    where d.customer_id = ${customerId} and d.device_id = ${deviceId}
      and d.deleted_at is null`.execute(db);
  return rows[0];
}
