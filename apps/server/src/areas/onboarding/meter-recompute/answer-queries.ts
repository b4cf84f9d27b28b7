/** Stored answers of a meter, with the readings that were decoded from them. */
import { ENERGY_CHANNELS, REGISTERS_OF_CHANNEL } from '@busbar/domain/energy/energy-channel';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { energyRegisterColumns } from '../../../storage/reading-columns.ts';
import type { DeviceKey } from '../reading-import/stored-reading-queries.ts';

/** Readings that were decoded by the settings of one revision. */
export interface Stretch {
  readonly revision: number;
  /** First and last reading, epoch ms. */
  readonly first: number;
  readonly last: number;
  readonly readings: number;
}

/** Stretches from `from` (epoch ms) on, in order of their first readings. */
export async function listStretches(
  db: Executor,
  { customerId, deviceId }: DeviceKey,
  from: number,
): Promise<Stretch[]> {
  const { rows } = await sql<Stretch>`
    select revision, min(ts) as first, max(ts) as last, count(*)::int4 as readings
    from meter_answer
    where customer_id = ${customerId} and device_id = ${deviceId} and ts >= ${instant(from)}
    group by revision order by min(ts)`.execute(db);
  return rows;
}

/** A row without a part has null for it. */
export interface StoredAnswers {
  readonly at: number;
  readonly revision: number;
  readonly station: string;
  readonly answers: Buffer;
  readonly measuredQuality: number | null;
  readonly measuredHash: number | null;
  readonly registersQuality: number | null;
  readonly registersHash: number | null;
  readonly totalKwh: number | null;
  readonly importKwh: number | null;
  /** A digit for each of `ENERGY_CHANNELS`: 1 if the reading has a register of it. */
  readonly channels: string | null;
}

const hasChannels = sql.join(
  ENERGY_CHANNELS.map((_, i) => {
    const from = i * REGISTERS_OF_CHANNEL;
    const names = energyRegisterColumns.slice(from, from + REGISTERS_OF_CHANNEL);
    return sql`(num_nonnulls(${sql.join(names.map((name) => sql.ref(`e.${name}`)))}) > 0)::int4`;
  }),
);

const ANSWERS = sql`
  select a.ts as at, a.revision, a.station, a.answers, m.quality as "measuredQuality",
    m.content_hash as "measuredHash", e.quality as "registersQuality",
    e.content_hash as "registersHash", e.active_total_kwh::float8 as "totalKwh",
    e.active_import_kwh::float8 as "importKwh", concat(${hasChannels}) as channels
  from meter_answer a
  left join measurement m
    on m.customer_id = a.customer_id and m.device_id = a.device_id and m.ts = a.ts
  left join energy_register e
    on e.customer_id = a.customer_id and e.device_id = a.device_id and e.ts = a.ts`;

/** The next answers in (after, until]. */
export async function readAnswers(
  db: Executor,
  { customerId, deviceId }: DeviceKey,
  after: number,
  until: number,
  limit: number,
): Promise<StoredAnswers[]> {
  const { rows } = await sql<StoredAnswers>`${ANSWERS}
    where a.customer_id = ${customerId} and a.device_id = ${deviceId}
      and a.ts > ${instant(after)} and a.ts <= ${instant(until)}
    order by a.ts limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export async function findAnswers(
  db: Executor,
  { customerId, deviceId }: DeviceKey,
  at: number,
): Promise<StoredAnswers | undefined> {
  const { rows } = await sql<StoredAnswers>`${ANSWERS}
    where a.customer_id = ${customerId} and a.device_id = ${deviceId}
      and a.ts = ${instant(at)}`.execute(db);
  return rows[0];
}

/** A register whose answers are not stored, as total or imported energy in kWh. */
export interface StrayRegister {
  readonly at: number;
  readonly totalKwh: number | null;
  readonly importKwh: number | null;
}

const KWH = sql`active_total_kwh::float8 as "totalKwh", active_import_kwh::float8 as "importKwh"`;
const IS_ACTIVE = sql`(active_total_kwh is not null or active_import_kwh is not null)`;

/** Registers after `after` without answers, in order. */
export async function listStrayRegisters(
  db: Executor,
  { customerId, deviceId }: DeviceKey,
  after: number,
  limit: number,
): Promise<StrayRegister[]> {
  const { rows } = await sql<StrayRegister>`
    select ts as at, ${KWH} from energy_register e
    where customer_id = ${customerId} and device_id = ${deviceId} and ts > ${instant(after)}
      and ${IS_ACTIVE}
      and not exists (select from meter_answer a where a.customer_id = e.customer_id
        and a.device_id = e.device_id and a.ts = e.ts)
    order by ts limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** The newest register before `before`, raw or thinned. */
export async function findRegisterBefore(
  db: Executor,
  { customerId, deviceId }: DeviceKey,
  before: number,
): Promise<StrayRegister | undefined> {
  const newest = (table: string) => sql`(select ts, ${KWH} from ${sql.table(table)}
    where customer_id = ${customerId} and device_id = ${deviceId} and ts < ${instant(before)}
      and ${IS_ACTIVE} order by ts desc limit 1)`;
  const { rows } = await sql<StrayRegister>`
    select ts as at, "totalKwh", "importKwh" from (
      ${newest('energy_register')} union all ${newest('energy_register_quarter')}) r
    order by ts desc limit 1`.execute(db);
  return rows[0];
}
