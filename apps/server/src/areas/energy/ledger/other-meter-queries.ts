/**
 * Imported registers of another meter are followed by those of the device, and the step between them
 * counts nothing (`domain/reading-import`). The correction belongs to the first register after the
 * other meter's, also if that one arrives only after the import.
 */
import { bookingDayOf } from '@busbar/domain/energy/day-slots';
import { OTHER_METER_REASON } from '@busbar/domain/reading-import/reading-plan';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { QUALITY_OTHER_METER } from '../../telemetry/ingest/work.ts';
import { type DeviceFacts, readDeviceFacts } from './device-facts.ts';
import { type DeviceKey, keyOf } from './device-key.ts';
import type { WorkItem } from './energy-work-queries.ts';

/** Returns the facts of the devices, after moving corrections to registers that arrived late. */
export async function readFactsOfWork(
  trx: Executor,
  work: readonly WorkItem[],
): Promise<Map<string, DeviceFacts>> {
  const facts = await readDeviceFacts(trx, work);
  let isMoved = false;
  for (const { customerId, deviceId, from } of work) {
    const settings = facts.get(keyOf({ customerId, deviceId }))?.settings;
    const overrides = settings?.overrides.toSorted((one, other) => one.at - other.at) ?? [];
    for (const { at, channel, decision } of overrides) {
      if (at <= from || channel !== null || decision !== 'ignore') continue;
      const to = await moveOtherMeterStep(trx, { customerId, deviceId }, at);
      if (to === undefined) continue;
      // A fold ends at an unchanged checkpoint, but the step to the later register has changed too.
      const [first, last] = [to, at].map((one) => bookingDayOf(one, settings!.zone).day);
      await sql`delete from energy_checkpoint
        where customer_id = ${customerId} and device_id = ${deviceId}
          and day between ${first}::date and ${last}::date`.execute(trx);
      isMoved = true;
    }
  }
  return isMoved ? readDeviceFacts(trx, work) : facts;
}

/**
 * Moves the correction of an import from the register at `at` to the first one after the other
 * meter's; a correction by a user stays, and the first one gets its own. Returns the time of the
 * first one; undefined if it is the same or has a correction.
 */
async function moveOtherMeterStep(
  trx: Executor,
  device: DeviceKey,
  at: number,
): Promise<number | undefined> {
  const to = await findFirstAfterOtherMeter(trx, device, at);
  if (to === undefined) return undefined;
  const decided = sql`${ofDevice(device)} and register_ts = ${instant(at)} and channel is null
    and decision = 'ignore' and withdrawn_at is null`;
  const moved = await sql`update energy_override set register_ts = ${instant(to)}
    where ${decided} and reason = ${OTHER_METER_REASON}`.execute(trx);
  if (Number(moved.numAffectedRows ?? 0) === 0) {
    await sql`insert into energy_override
        (customer_id, device_id, register_ts, decision, reason, decided_by, decided_at)
      select customer_id, device_id, ${instant(to)}, 'ignore', ${OTHER_METER_REASON}, decided_by,
        decided_at
      from energy_override where ${decided}`.execute(trx);
  }
  return to;
}

const ofDevice = ({ customerId, deviceId }: DeviceKey) =>
  sql`customer_id = ${customerId} and device_id = ${deviceId}`;

const IS_OTHER_METER = sql`quality = ${sql.lit(QUALITY_OTHER_METER)}`;

/**
 * Returns the first register of the device between the last one of another meter and `at`. It
 * arrived late if it has no correction; a withdrawn one means that a user wants the step counted.
 */
async function findFirstAfterOtherMeter(
  trx: Executor,
  device: DeviceKey,
  at: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ to: number }>`
    with other as (
      select ts, active_total_kwh is not null as is_total from energy_register
      where ${ofDevice(device)} and ts < ${instant(at)} and ${IS_OTHER_METER}
        and exists (select from energy_override
          where ${ofDevice(device)} and reason = ${OTHER_METER_REASON})
        and exists (select from energy_register
          where ${ofDevice(device)} and ts = ${instant(at)} and not ${IS_OTHER_METER})
      order by ts desc limit 1)
    select later.ts as to from other cross join lateral (
      select ts from energy_register
      where ${ofDevice(device)} and ts > other.ts and ts < ${instant(at)}
        and case when other.is_total then active_total_kwh else active_import_kwh end is not null
      order by ts limit 1) later
    where not exists (select from energy_override
      where ${ofDevice(device)} and register_ts = later.ts and channel is null)`.execute(trx);
  return rows[0]?.to;
}
