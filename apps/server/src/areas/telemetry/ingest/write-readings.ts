/**
 * Writes readings into their tables. Device and time identify a reading (device protocol,
 * "Acknowledgement"): an identical repeat changes nothing, and one with different content is stored
 * in the conflict table while the first remains valid (docs/promises.md R7).
 *
 * One statement per table with ON CONFLICT DO NOTHING handles new, late, repeated and contradicting
 * readings alike. Per row of 28 values PostgreSQL spends 7.0 us on this statement, 6.3 us on a COPY
 * into a staging table and an insert from there, 3.5 us on a bare COPY.
 */

import type { Executor } from '../../../storage/database.ts';
import type { WakeableJob } from '../../../wake-job.ts';
import {
  forwardingCustomers,
  queueReadings,
  type ReadingKey,
} from '../../messaging/forwarding/forward-queue-queries.ts';
import {
  type MarkedRegister,
  markRegisters,
} from '../../shared/table-writers/energy-flag-queries.ts';
import { compareWithFormer } from '../former-readings/former-reading-queries.ts';
import { noteLate, type StoredMeasurement } from '../hours/late-measurement-queries.ts';
import { applyChannelRegisters } from '../meter-revisions/channel-register-queries.ts';
import { insertMeterAnswers } from '../meter-revisions/meter-answer-queries.ts';
import { applyMeterRevisions } from '../meter-revisions/meter-revision-queries.ts';
import { insertClockErrors } from './clock-error-queries.ts';
import { withoutClockRepeats } from './clock-repeats.ts';
import {
  findConflicts,
  type Inserted,
  insertConflicts,
  insertMeasurements,
  insertRegisters,
  type KeyedRow,
  rowKey,
} from './insert-reading-queries.ts';
import { type NewestReadings, newestReadings } from './last-seen-queries.ts';
import { QUALITY_CLOCK, type ReadingRow } from './work.ts';

export interface StoredReadings {
  /** Number of new rows in both tables. */
  readonly inserted: number;
  readonly repeated: number;
  readonly conflicting: number;
  readonly newest: NewestReadings;
  /** Jobs to run because of these rows. */
  readonly dueJobs: readonly WakeableJob[];
}

/**
 * `marks` is `later` for a caller that writes a whole history and sets the dirty flag of its
 * devices once, at the end.
 */
export async function writeReadings(
  trx: Executor,
  sent: readonly ReadingRow[],
  receivedAt: number,
  marks: 'each' | 'later' = 'each',
): Promise<StoredReadings> {
  if (sent.length === 0) {
    return { inserted: 0, repeated: 0, conflicting: 0, newest: new Map(), dueJobs: [] };
  }
  const rows = await withoutClockRepeats(trx, sent);
  const measurements: KeyedRow[] = [];
  const registers: KeyedRow[] = [];
  const refused: ReadingRow[] = [];
  for (const row of rows) {
    if (row.measured !== undefined) measurements.push({ row, hash: row.measuredHash });
    if (row.registers !== undefined) registers.push({ row, hash: row.registersHash });
    if (row.quality === QUALITY_CLOCK) refused.push(row);
  }
  const forwarded = await forwardingCustomers(trx, customersOf(rows));
  const wantsKeys = forwarded.size > 0;
  const ofMeasurements = await store(trx, 'measurement', measurements, receivedAt, wantsKeys);
  const ofRegisters = await store(trx, 'energy_register', registers, receivedAt, wantsKeys);
  const dueJobs: WakeableJob[] = [];
  if (wantsKeys) {
    dueJobs.push('outbox');
    // Each key is queued once, even if it occurred twice in this batch.
    const left = new Set([...ofMeasurements.keys, ...ofRegisters.keys]);
    const isForwarded = ({ device: { ref, simulated }, at }: ReadingRow) =>
      !simulated &&
      at >= (forwarded.get(ref.customerId) ?? Number.POSITIVE_INFINITY) &&
      left.delete(rowKey(ref.deviceId, at));
    await queueReadings(trx, keysByCustomer(rows.filter(isForwarded)), receivedAt);
  }
  const metered = registers.filter(({ row }) => !row.device.simulated);
  if (marks === 'each' && ofRegisters.inserted > 0 && metered.length > 0) {
    await markRegisters(trx, metered.map(keyOf));
    dueJobs.push('energy');
  }
  if (ofMeasurements.inserted > 0) await noteLate(trx, measurements.map(keyOf), receivedAt);
  await insertMeterAnswers(trx, rows.flatMap(answersOf));
  await applyMeterRevisions(trx, registers.flatMap(revisedOf), receivedAt);
  await applyChannelRegisters(trx, registers.flatMap(ofChannels), receivedAt);
  if (refused.length > 0) await insertClockErrors(trx, refused);
  return {
    inserted: ofMeasurements.inserted + ofRegisters.inserted,
    repeated: sent.length - rows.length + ofMeasurements.repeated + ofRegisters.repeated,
    conflicting: ofMeasurements.conflicting + ofRegisters.conflicting,
    newest: newestReadings(rows),
    dueJobs,
  };
}

function customersOf(rows: readonly ReadingRow[]): number[] {
  return [...new Set(rows.map(({ device }) => device.ref.customerId))];
}

/** Returns the keys by customer, in order of arrival. */
function keysByCustomer(rows: readonly ReadingRow[]): Map<number, ReadingKey[]> {
  const byCustomer = new Map<number, ReadingKey[]>();
  for (const { device, at } of rows) {
    const { customerId, deviceId } = device.ref;
    const keys = byCustomer.get(customerId) ?? [];
    byCustomer.set(customerId, keys);
    keys.push([deviceId, at]);
  }
  return byCustomer;
}

function keyOf({ row: { device, at } }: KeyedRow): MarkedRegister & StoredMeasurement {
  return { customerId: device.ref.customerId, deviceId: device.ref.deviceId, at };
}

function revisedOf(keyed: KeyedRow) {
  const revision = keyed.row.meterRevision;
  return revision === undefined ? [] : [{ ...keyOf(keyed), revision }];
}

function ofChannels(keyed: KeyedRow) {
  const { countsChannel } = keyed.row;
  return countsChannel === undefined ? [] : [{ ...keyOf(keyed), countsChannel }];
}

function answersOf(row: ReadingRow) {
  const { device, at, meterRevision: revision, meterAnswers } = row;
  if (revision === undefined || meterAnswers === undefined) return [];
  const { customerId, deviceId } = device.ref;
  return [{ customerId, deviceId, at, revision, ...meterAnswers }];
}

async function store(
  trx: Executor,
  table: 'measurement' | 'energy_register',
  rows: readonly KeyedRow[],
  receivedAt: number,
  wantsKeys: boolean,
): Promise<Omit<StoredReadings, 'newest' | 'dueJobs'> & Pick<Inserted, 'keys'>> {
  if (rows.length === 0) return { inserted: 0, repeated: 0, conflicting: 0, keys: new Set() };
  const { fresh, conflicts: ofFormer } = await compareWithFormer(trx, table, rows);
  const insert = table === 'measurement' ? insertMeasurements : insertRegisters;
  const { count: inserted, keys } = await insert(trx, fresh, wantsKeys);
  if (inserted === rows.length) return { inserted, repeated: 0, conflicting: 0, keys };
  const conflicts = [...ofFormer, ...(await findConflicts(trx, table, fresh))];
  if (conflicts.length > 0) await insertConflicts(trx, table, conflicts, receivedAt);
  const conflicting = conflicts.length;
  return { inserted, repeated: rows.length - inserted - conflicting, conflicting, keys };
}
