/** Writes the positions of dry contacts reported by devices, and the resulting alarms. */
import type { BusMessage } from '../../../bus.ts';
import type { Executor } from '../../../storage/database.ts';
import { applyDryContacts } from '../../control/protection/dry-contact-alarms.ts';
import type { Work } from './work.ts';

/** Returns the events to publish after the commit. */
export function writeContacts(
  trx: Executor,
  batch: readonly Work[],
  now: number,
): Promise<BusMessage[]> {
  const reports = batch.flatMap(({ contacts }) =>
    contacts.map(({ device, at, report }) => ({
      customerId: device.ref.customerId,
      deviceId: device.ref.deviceId,
      contact: report.contact,
      closed: report.closed,
      at,
    })),
  );
  return applyDryContacts(trx, reports, now);
}
