/** Writes one batch in one transaction: all of its rows are stored, or none. */
import type { BusMessage } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import { applyReply } from '../../control/outcomes/apply-reply.ts';
import { applyState } from '../../control/outcomes/apply-state.ts';
import type { TrackedDevice } from '../presence/link-device.ts';
import { writeReachable } from '../presence/reachable-queries.ts';
import { lockDevices } from './device-lock-queries.ts';
import { dueLastSeen, type Heard, writeLastSeen } from './last-seen-queries.ts';
import { countMessages } from './message-count-queries.ts';
import { type RejectedRow, writeRejected } from './rejected-message-queries.ts';
import type { ReadingRow, Work } from './work.ts';
import { writeAlarms } from './write-alarms.ts';
import { writeContacts } from './write-contacts.ts';
import { writeInfo } from './write-info.ts';
import { type StoredReadings, writeReadings } from './write-readings.ts';

export interface WrittenBatch {
  /** Events to publish, now that the batch is committed. */
  readonly messages: readonly BusMessage[];
  readonly readings: StoredReadings;
  readonly heard: readonly Heard[];
}

export async function writeBatch(ctx: Context, batch: readonly Work[]): Promise<WrittenBatch> {
  const readings: ReadingRow[] = [];
  const rejected: RejectedRow[] = [];
  const heard = new Map<TrackedDevice, number>();
  for (const work of batch) {
    const { device, receivedAt, undatedAt: heardAt = receivedAt } = work.message;
    heard.set(device, heardAt);
    for (const row of work.readings) {
      readings.push(row);
      if (row.device !== device) heard.set(row.device, heardAt);
    }
    for (const slave of work.slavesHeard) heard.set(slave, heardAt);
    if (work.rejected !== undefined) {
      rejected.push({ message: work.message, rejected: work.rejected });
    }
  }
  const now = ctx.clock.now();
  return ctx.database.transaction(async (trx) => {
    await lockDevices(trx, batch);
    // Rows of `device` are locked before alarms, as when a device is moved.
    const changes: BusMessage[] = [];
    for (const { message, info } of inDeviceOrder(batch)) {
      if (info === undefined) continue;
      changes.push(...(await writeInfo(ctx, trx, message.device, info)));
    }
    const stored = await writeReadings(trx, readings, now);
    const messages = await writeContacts(trx, batch, now);
    messages.push(...(await writeAlarms(trx, batch, now)));
    await writeRejected(trx, rejected);
    for (const { message, states, reply } of batch) {
      for (const report of states) messages.push(...(await applyState(ctx, trx, report)));
      if (reply !== undefined) {
        const { customerId, deviceCode } = message.device.ref;
        messages.push(
          ...(await applyReply(ctx, trx, {
            ...reply,
            customerId,
            linkDeviceCode: deviceCode,
            receivedAt: message.receivedAt,
          })),
        );
      }
    }
    messages.push(...changes);
    const due = dueLastSeen(heard, stored.newest);
    await writeLastSeen(trx, due, stored.newest);
    messages.push(
      ...(await writeReachable(
        trx,
        batch.flatMap((work) => work.slavesReached),
        now,
      )),
    );
    await countMessages(trx, batch, now);
    return { messages, readings: stored, heard: due };
  });
}

/**
 * Rows of `device` are locked in the order of their ids, as by the calls of users that lock several
 * devices: a tower that is saved while its breakers connect would otherwise deadlock.
 */
const inDeviceOrder = (batch: readonly Work[]): readonly Work[] =>
  batch.toSorted((a, b) => a.message.device.ref.deviceId - b.message.device.ref.deviceId);
