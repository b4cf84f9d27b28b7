/**
 * Alarms of dry contacts, from the latest reported positions and the names and normal positions in
 * `dry_node`. For a device without names the positions are stored but no alarm is raised.
 */
import {
  DRY_CONTACTS,
  type DryContactNumber,
  dryContactAlarm,
  isAbnormal,
} from '@busbar/domain/alarm/dry-contact';
import type { BusMessage } from '../../../bus.ts';
import type { Executor } from '../../../storage/database.ts';
import type { NewAlarmEvent } from '../../alarms/active-alarm-queries.ts';
import type { AlarmEvent } from '../../alarms/alarm-event.ts';
import { recordAlarms } from '../../alarms/record-alarms.ts';
import { lockPair } from '../../shared/lock-queries.ts';
import {
  type DeviceKey,
  type DryContacts,
  namedContacts,
  type ReportedContact,
  storeNode,
  storePosition,
} from './dry-contact-queries.ts';

/**
 * Without this lock, a report and a concurrent change of the settings would each read the other's
 * old state. Callers acquire it before they write other alarms, and for several devices in one
 * order, so there is no deadlock.
 */
const lockContacts = (trx: Executor, deviceId: number) => lockPair(trx, 'dryContacts', deviceId);

/** Applies reports in the order of arrival. Returns the events to publish after the commit. */
export async function applyDryContacts(
  trx: Executor,
  reports: readonly ReportedContact[],
  now: number,
): Promise<BusMessage[]> {
  const messages: BusMessage[] = [];
  // The sort is stable: the reports of one device keep their order.
  for (const report of reports.toSorted((a, b) => a.deviceId - b.deviceId)) {
    await lockContacts(trx, report.deviceId);
    if (!(await storePosition(trx, report))) continue;
    messages.push(...(await updateAlarms(trx, report, [report.contact], now)));
  }
  return messages;
}

/** Stores names and normal positions, and updates the alarms that depend on them. */
export async function changeDryNode(
  trx: Executor,
  key: DeviceKey,
  contacts: DryContacts,
  now: number,
): Promise<BusMessage[]> {
  await lockContacts(trx, key.deviceId);
  await storeNode(trx, key, contacts, now);
  return updateAlarms(trx, key, DRY_CONTACTS, now);
}

async function updateAlarms(
  trx: Executor,
  { customerId, deviceId }: DeviceKey,
  contacts: readonly DryContactNumber[],
  now: number,
): Promise<BusMessage[]> {
  const rows = await namedContacts(trx, { customerId, deviceId }, contacts);
  const events = rows.flatMap((row): NewAlarmEvent[] => {
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
      // A change of the settings takes effect at the time of the change, even if the position is
      // older.
      at: Math.max(row.reportedAt, row.changedAt),
      arrivedAt: now,
      value: null,
      limit: null,
      endReason: 'recovered',
      // Renaming the contact of an active alarm does not count as another occurrence.
      ...(active ? { detail: row.name, times: row.openName === null ? 1 : 0 } : {}),
    };
    // A later report with the same settings may have the same time and must not count as a repeat.
    return [{ event, hash: 2 * row.reportedAt + (active ? 1 : 0) }];
  });
  return recordAlarms(trx, events, now);
}
