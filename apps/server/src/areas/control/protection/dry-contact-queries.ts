/** Rows of `dry_contact` (reported positions) and `dry_node` (names and normal positions). */
import type { DryContactNumber, DryContactPosition } from '@busbar/domain/alarm/dry-contact';
import { camelCaseKeys, pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface DeviceKey {
  readonly customerId: number;
  readonly deviceId: number;
}

export interface ReportedContact extends DeviceKey {
  readonly contact: DryContactNumber;
  readonly closed: boolean;
  /** Time at which the position was reported, epoch ms. */
  readonly at: number;
}

/** Stores the report if it is the newest one of its contact; returns false otherwise. */
export async function storePosition(trx: Executor, report: ReportedContact): Promise<boolean> {
  const reported = { closed: report.closed, reported_at: instant(report.at) };
  const stored = await trx
    .insertInto('dry_contact')
    .values({ ...pickSnakeCase(report, 'customerId', 'deviceId', 'contact'), ...reported })
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'device_id', 'contact'])
        .doUpdateSet(reported)
        .where('dry_contact.reported_at', '<=', reported.reported_at),
    )
    .returning('contact')
    .execute();
  return stored.length > 0;
}

export interface DryContacts {
  readonly name1: string;
  readonly status1: DryContactPosition;
  readonly name2: string;
  readonly status2: DryContactPosition;
}

export interface DryNode extends DryContacts {
  readonly id: number;
  readonly deviceId: number;
}

export interface ContactPosition {
  readonly contact: DryContactNumber;
  readonly closed: boolean;
  /** Time at which the position was reported, epoch ms. */
  readonly reportedAt: number;
}

export function positionsOf(
  db: Executor,
  { customerId, deviceId }: DeviceKey,
): Promise<ContactPosition[]> {
  return db
    .selectFrom('dry_contact')
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .select(['contact', 'closed', 'reported_at as reportedAt'])
    .orderBy('contact')
    .execute();
}

export async function nodeOf(db: Executor, device: DeviceKey): Promise<DryNode | undefined> {
  const row = await db
    .selectFrom('dry_node')
    .select(['dry_node_id as id', 'device_id', 'name_1', 'status_1', 'name_2', 'status_2'])
    .where('customer_id', '=', device.customerId)
    .where('device_id', '=', device.deviceId)
    .executeTakeFirst();
  return row && camelCaseKeys(row);
}

export async function storeNode(
  trx: Executor,
  { customerId, deviceId }: DeviceKey,
  contacts: DryContacts,
  now: number,
): Promise<void> {
  const changed = { ...snakeCaseKeys(contacts), updated_at: instant(now) };
  await trx
    .insertInto('dry_node')
    .values({ customer_id: customerId, device_id: deviceId, created_at: instant(now), ...changed })
    .onConflict((clash) => clash.columns(['customer_id', 'device_id']).doUpdateSet(changed))
    .execute();
}

export interface ContactRow {
  readonly contact: DryContactNumber;
  readonly closed: boolean;
  readonly reportedAt: number;
  readonly changedAt: number;
  readonly name: string;
  readonly normal: DryContactPosition;
  /** Name in the active alarm; null if no alarm is active. */
  readonly openName: string | null;
}

/** Returns the contacts with a reported position, for a device with names. */
export async function namedContacts(
  trx: Executor,
  { customerId, deviceId }: DeviceKey,
  contacts: readonly DryContactNumber[],
): Promise<ContactRow[]> {
  const { rows } = await sql<ContactRow>`
    select c.contact, c.closed, c.reported_at as "reportedAt", n.updated_at as "changedAt",
      case c.contact when 1 then n.name_1 else n.name_2 end as name,
      case c.contact when 1 then n.status_1 else n.status_2 end as normal,
      a.log_detail as "openName"
    from dry_contact c
    join dry_node n on n.customer_id = c.customer_id and n.device_id = c.device_id
    left join alarm a on a.customer_id = c.customer_id and a.device_id = c.device_id
      and a.alarm_type = 'dryContact' || c.contact and a.ended_at is null
    where c.customer_id = ${customerId} and c.device_id = ${deviceId}
      and c.contact = any(${[...contacts]}::int2[])
    order by c.contact`.execute(trx);
  return rows;
}
