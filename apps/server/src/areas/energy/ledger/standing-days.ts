/**
 * Days that stand: registers of theirs are gone, so what they came to is never made anew. A fold that
 * has to begin again begins after them, from the checkpoint at their end.
 */
import { bookingDayOf } from '@busbar/domain/energy/day-slots';
import type { DeviceReading } from '@busbar/domain/energy/fold-device';
import type { LocalDate } from '@busbar/domain/local-date';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { energyRegisterColumns } from '../../../storage/reading-columns.ts';
import { readThinnedBefore } from '../../telemetry/readings/thinned-before.ts';
import type { DeviceKey } from './device-facts.ts';
import { instantText } from './instant-text.ts';
import { readingsOf } from './register-text.ts';

export interface StandingDays {
  /** The last of them. */
  readonly day: LocalDate;
  /** Its end, epoch ms: registers after it are all there. */
  readonly until: number;
}

/** By zone; undefined: all registers are there. */
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

/** So many that each register a device tells in turns is among them. */
const LAST_REGISTERS = 200;

/**
 * The last registers of the days that stand, raw or thinned, for a device whose states cannot be
 * read: what it counts afterwards is counted from them.
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
