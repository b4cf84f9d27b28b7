/**
 * Alarms of dry contacts, by the latest reported positions and the names and normal positions of
 * `dry_node`. For a device without names positions are stored but no alarm is raised.
 */
import {
  DRY_CONTACTS,
  type DryContactNumber,
  type DryContactPosition,
  dryContactAlarm,
  isAbnormal,
} from '@busbar/domain/alarm/dry-contact';
import { sql } from 'kysely';
import type { BusMessage } from '../../../bus.ts';
import { PAIR_LOCKS } from '../../../storage/advisory-locks.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { KeptWord } from '../../alarms/active-alarm-queries.ts';
import type { AlarmEvent } from '../../alarms/alarm-event.ts';
import { recordAlarms } from '../../alarms/record-alarms.ts';

interface DeviceKey {
  readonly customerId: number;
  readonly deviceId: number;
}

export interface ReportedContact extends DeviceKey {
  readonly contact: DryContactNumber;
  readonly closed: boolean;
  /** Time of the position, epoch ms. */
  readonly at: number;
}

/** Returns true if the report is the newest one of its contact and was stored. */
async function storePosition(
  trx: Executor,
  { customerId, deviceId, contact, closed, at }: ReportedContact,
): Promise<boolean> {
  const stored = await trx
    .insertInto('dry_contact')
    .values({
      customer_id: customerId,
      device_id: deviceId,
      contact,
      closed,
      reported_at: instant(at),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'device_id', 'contact'])
        .doUpdateSet({ closed, reported_at: instant(at) })
        .where('dry_contact.reported_at', '<=', instant(at)),
    )
    .returning('contact')
    .execute();
  return stored.length > 0;
}

/**
 * Without the lock, a report and a concurrent change of the settings would each read the other's
 * old state. Callers lock before they write other alarms, and devices in one order: no deadlock.
 */
async function lockContacts(trx: Executor, deviceId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(PAIR_LOCKS.dryContacts)}, ${deviceId}::integer)`.execute(
    trx,
  );
}

/** Applies reports in the order of arrival. Returns the events to publish after the commit. */
export async function applyDryContacts(
  trx: Executor,
  reports: readonly ReportedContact[],
  now: number,
): Promise<BusMessage[]> {
  const messages: BusMessage[] = [];
  // A stable sort: the reports of one device keep their order.
  for (const report of reports.toSorted((a, b) => a.deviceId - b.deviceId)) {
    await lockContacts(trx, report.deviceId);
    if (!(await storePosition(trx, report))) continue;
    messages.push(...(await updateAlarms(trx, report, [report.contact], now)));
  }
  return messages;
}

/** Stores names or normal positions with `write`, and updates the alarms that depend on them. */
export async function changeDryNode(
  trx: Executor,
  key: DeviceKey,
  now: number,
  write: () => Promise<unknown>,
): Promise<BusMessage[]> {
  await lockContacts(trx, key.deviceId);
  await write();
  return updateAlarms(trx, key, DRY_CONTACTS, now);
}

interface ContactRow {
  readonly contact: DryContactNumber;
  readonly closed: boolean;
  readonly reportedAt: number;
  readonly changedAt: number;
  readonly name: string;
  readonly normal: DryContactPosition;
  /** Name in the open alarm; null if no alarm is open. */
  readonly openName: string | null;
}

async function updateAlarms(
  trx: Executor,
  { customerId, deviceId }: DeviceKey,
  contacts: readonly DryContactNumber[],
  now: number,
): Promise<BusMessage[]> {
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
  const words = rows.flatMap((row): KeptWord[] => {
    const active = isAbnormal(row.closed, row.normal);
    const isUpToDate = active ? row.openName === row.name : row.openName === null;
    if (isUpToDate) return [];
    const event: AlarmEvent = {
      customerId,
      deviceId,
      type: dryContactAlarm(row.contact),
      kind: 'alarm',
      phase: '',
      source: 'platform',
      active,
      // A change of the settings takes effect at its own time, also for an older position.
      at: Math.max(row.reportedAt, row.changedAt),
      arrivedAt: now,
      value: null,
      limit: null,
      endReason: 'recovered',
      // Renaming the contact of an open alarm is not another occurrence.
      ...(active ? { detail: row.name, times: row.openName === null ? 1 : 0 } : {}),
    };
    // A later report of the same settings may have the same time and must not count as a repeat.
    return [{ event, hash: 2 * row.reportedAt + (active ? 1 : 0) }];
  });
  return recordAlarms(trx, words, now);
}
