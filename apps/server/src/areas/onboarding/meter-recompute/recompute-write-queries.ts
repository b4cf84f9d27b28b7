/** Writes of a recomputation other than the readings themselves. */
import type { EnergyChannel } from '@busbar/domain/energy/energy-channel';
import type { LocalDate } from '@busbar/domain/local-date';
import { OTHER_METER_REASON } from '@busbar/domain/reading-import/reading-plan';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { LineDevice } from '../../fleet/serial-lines/serial-line-queries.ts';
import type { DeviceKey } from '../reading-import/stored-reading-queries.ts';

const ofDevice = ({ customerId, deviceId }: DeviceKey) =>
  sql`customer_id = ${customerId} and device_id = ${deviceId}`;

/** Locks the line against changes of its meters, and the meter against imports. */
export async function lockMeter(trx: Executor, line: LineDevice, device: DeviceKey): Promise<void> {
  if (line.deviceId !== device.deviceId) {
    await sql`select 1 from device where ${ofDevice(line)} for share`.execute(trx);
  }
  await sql`select 1 from device where ${ofDevice(device)} for no key update`.execute(trx);
}

export interface CorrectionAt {
  readonly id: number;
  /** Time of the register that ends the step, epoch ms. */
  readonly at: number;
}

/** Corrections in force of the kind that changed settings make, at these registers. */
export async function findStepCorrections(
  trx: Executor,
  device: DeviceKey,
  at: readonly number[],
): Promise<CorrectionAt[]> {
  const times = at.map((one) => new Date(one).toISOString());
  const { rows } = await sql<CorrectionAt>`
    select energy_override_id as id, register_ts as at from energy_override
    where ${ofDevice(device)} and register_ts = any(${times}::timestamptz[])
      and channel is null and decision = 'ignore' and withdrawn_at is null
      and reason <> ${OTHER_METER_REASON}
    order by register_ts`.execute(trx);
  return rows;
}

/**
 * A fold must not end at a day whose state was stored before the registers changed: days without a
 * change may lie between those with one.
 */
export async function deleteCheckpoints(
  trx: Executor,
  device: DeviceKey,
  first: LocalDate,
  last: LocalDate,
): Promise<void> {
  await sql`delete from energy_checkpoint where ${ofDevice(device)}
    and day between ${first}::date and ${last}::date`.execute(trx);
}

export interface ChannelOfDay {
  readonly day: LocalDate;
  readonly channel: EnergyChannel;
}

/** Deletes the energy of channels that lost all registers; the fold writes only the channels it has. */
export async function deleteChannels(
  trx: Executor,
  device: DeviceKey,
  channels: readonly ChannelOfDay[],
): Promise<void> {
  if (channels.length === 0) return;
  await sql`delete from energy_day d
    using unnest(${channels.map(({ day }) => day)}::date[],
      ${channels.map(({ channel }) => channel)}::text[]) as gone (day, channel)
    where d.customer_id = ${device.customerId} and d.device_id = ${device.deviceId}
      and d.day = gone.day and d.channel = gone.channel`.execute(trx);
}

/** The readings in (after, until] are decoded by the settings of this revision now. */
export async function reviseAnswers(
  trx: Executor,
  device: DeviceKey,
  after: number,
  until: number,
  revision: number,
): Promise<void> {
  await sql`update meter_answer set revision = ${revision}::int8
    where ${ofDevice(device)} and ts > ${instant(after)} and ts <= ${instant(until)}
      and revision <> ${revision}::int8`.execute(trx);
}

/**
 * Makes the next registers of the revision comparable with the newest stored ones. The lock waits
 * for transactions that are storing registers, which compare with the row; returns false if one of
 * them has stored readings after `until` that are decoded by other settings.
 */
export async function continueRevision(
  trx: Executor,
  device: DeviceKey,
  until: number,
  revision: number,
): Promise<boolean> {
  await sql`lock table line_meter in share row exclusive mode`.execute(trx);
  const { rows } = await sql`select 1 from meter_answer
    where ${ofDevice(device)} and ts > ${instant(until)} and revision <> ${revision}::int8
    limit 1`.execute(trx);
  if (rows.length > 0) return false;
  await sql`update line_meter set stored_revision = ${revision}::int8
    where ${ofDevice(device)}`.execute(trx);
  return true;
}

export async function readStoredRevision(
  trx: Executor,
  device: DeviceKey,
): Promise<number | undefined> {
  const { rows } = await sql<{ revision: number | null }>`
    select stored_revision as revision from line_meter where ${ofDevice(device)}`.execute(trx);
  return rows[0]?.revision ?? undefined;
}
