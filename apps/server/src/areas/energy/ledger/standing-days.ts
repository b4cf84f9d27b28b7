/**
 * Frozen days: some of their registers were purged, so their energy is never recomputed. A fold
 * that starts over begins after them, from the checkpoint at their end.
 */
import { bookingDayOf } from '@busbar/domain/energy/day-slots';
import type { DeviceReading } from '@busbar/domain/energy/fold-device';
import type { LocalDate } from '@busbar/domain/local-date';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { energyRegisterColumns } from '../../../storage/reading-columns.ts';
import { readThinnedBefore } from '../../telemetry/readings/thinning-queries.ts';
import type { DeviceKey } from './device-facts.ts';
import { instantText } from './instant-text.ts';
import { readingsOf } from './register-text.ts';

export interface StandingDays {
  /** The last frozen day. */
  readonly day: LocalDate;
  /** End of that day, epoch ms; all registers after it are stored. */
  readonly until: number;
}

/** Returns a lookup by time zone; undefined means that all registers are stored. */
export async function readStandingDays(
  db: Executor,
): Promise<(zone: string) => StandingDays | undefined> {
  const edge = await readThinnedBefore(db, 'energy_register');
  return (zone) => {
    if (edge === undefined) return undefined;
    const { day, end } = bookingDayOf(edge, zone);
    return { day, until: end };
  };
}

/** Large enough to include every register that a device reports in rotation. */
const LAST_REGISTERS = 200;

/**
 * Reads the last registers of the frozen days, raw or thinned, for a device whose state cannot be
 * read. They are the base for counting later registers.
 */
export async function lastStanding(
  db: Executor,
  { customerId, deviceId }: DeviceKey,
  { until }: StandingDays,
): Promise<DeviceReading[]> {
  const columns = sql.join(energyRegisterColumns.map((name) => sql.ref(name)));
  const of = (table: string) => sql`select ts, ${columns} from ${sql.table(table)}
    where customer_id = ${customerId} and device_id = ${deviceId}
      and ts <= ${instantText(until)}::timestamptz`;
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(e::text, ';' order by ts) as text from (
      select date_part('epoch', ts) as ts, ${columns} from (
        ${of('energy_register')} union all ${of('energy_register_quarter')}) r
      order by r.ts desc limit ${sql.lit(LAST_REGISTERS)}) e`.execute(db);
  return readingsOf(rows[0]?.text ?? '');
}
