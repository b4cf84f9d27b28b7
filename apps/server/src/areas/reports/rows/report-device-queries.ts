/** The devices covered by a report. */
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { isCounted } from '../../shared/counted-device-queries.ts';

export interface ReportDevice {
  readonly deviceId: number;
  readonly name: string;
  readonly code: string;
}

/** Sorted by name, without simulated devices; includes deleted devices, because they retain their energy and alarms. */
export async function listReportDevices(
  db: Executor,
  scope: Scope,
  named: readonly number[] | null,
  withDeleted: boolean,
): Promise<ReportDevice[]> {
  const only: RawBuilder<unknown> =
    named === null ? sql`` : sql`and d.device_id = any(${[...named]}::int4[])`;
  const { rows } = await sql<ReportDevice>`
    select d.device_id as "deviceId", d.name, d.device_code as code
    from device d
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    where d.customer_id = ${scope.customerId} and g.path @> array[${scope.groupId}::integer] ${only}
      and ${isCounted('d')} ${withDeleted ? sql`` : sql`and d.deleted_at is null`}
    order by d.name collate "C", d.device_id`.execute(db);
  return rows;
}

interface ReportWorld {
  /** IANA. */
  readonly zone: string;
  readonly currency: string;
  readonly organisation: string;
}

/**
 * Returns the customer's zone, currency and name when the file is created; undefined if the account is
 * disabled or the group is no longer within its scope.
 */
export async function readReportWorld(
  db: Executor,
  { customerId, userId, groupId }: { customerId: number; userId: number; groupId: number },
): Promise<ReportWorld | undefined> {
  const { rows } = await sql<ReportWorld>`
    select z.iana_name as zone, k.code as currency, c.english_code as organisation
    from user_account u
    join customer c on c.customer_id = u.customer_id and c.state = 'active'
    join zone z on z.zone_id = c.zone_id
    join currency k on k.currency_id = c.currency_id
    join user_group g on g.customer_id = u.customer_id and g.group_id = ${groupId}
    where u.customer_id = ${customerId} and u.user_id = ${userId} and not u.disabled
      and g.path @> array[u.group_id]`.execute(db);
  return rows[0];
}
