/** Stored readings around the period of a file, and the register that the device reports. */
import { REGISTER_ORDER } from '@busbar/domain/device/measurement';
import { MAX_STORED_IN_PERIOD } from '@busbar/domain/reading-import/reading-limits';
import type { StoredAround, StoredReading } from '@busbar/domain/reading-import/reading-plan';
import { TARIFF_BANDS } from '@busbar/domain/tariff/band';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { energyRegisterColumns } from '../../../storage/reading-columns.ts';
import { QUALITY_OTHER_METER } from '../../telemetry/ingest/work.ts';

export interface DeviceKey {
  readonly customerId: number;
  readonly deviceId: number;
}

/** The registers that can be billed, the preferred one first (`domain/energy/fold-device.ts`). */
const REPORTED = ['activeTotal', 'activeImport'] as const;

export type ReportedRegister = (typeof REPORTED)[number];

const columnOf = (register: ReportedRegister) =>
  sql.ref(energyRegisterColumns[REGISTER_ORDER.indexOf(register)]!);

/** True for a reading with one of the four band registers, which follow their total. */
const hasBandsOf = (register: ReportedRegister) => {
  const first = REGISTER_ORDER.indexOf(register) + 1;
  const bands = energyRegisterColumns.slice(first, first + TARIFF_BANDS.length);
  return sql<boolean>`num_nonnulls(${sql.join(bands.map((band) => sql.ref(band)))}) > 0`;
};

/** Single readings may lack band registers that the meter has; daily ones are the rarest. */
const BANDS_KNOWN_MS = 2 * 24 * 3_600_000;

const TABLES = ['energy_register', 'energy_register_quarter'] as const;

/**
 * Returns the register that the device is billed by. Readings of another one would change which
 * register is billed. Undefined if the device has reported neither.
 */
export async function findReportedRegister(
  db: Executor,
  { customerId, deviceId }: DeviceKey,
): Promise<ReportedRegister | undefined> {
  for (const register of REPORTED) {
    const ofTable = TABLES.map(
      (table) => sql`exists (select from ${sql.table(table)}
        where customer_id = ${customerId} and device_id = ${deviceId}
          and ${columnOf(register)} is not null)`,
    );
    const { rows } = await sql<{ found: boolean }>`
      select ${sql.join(ofTable, sql` or `)} as found`.execute(db);
    if (rows[0]?.found === true) return register;
  }
  return undefined;
}

/** A period of a file, epoch ms; both ends belong to it. */
export interface FilePeriod {
  readonly from: number;
  readonly to: number;
}

/** Undefined if more readings are stored in the period than an import compares. */
export async function readStoredAround(
  db: Executor,
  key: DeviceKey,
  reported: ReportedRegister,
  { from, to }: FilePeriod,
): Promise<StoredAround | undefined> {
  const register = columnOf(reported);
  const hasBands = hasBandsOf(reported);
  const readings = (table: (typeof TABLES)[number], when: ReturnType<typeof sql>) => sql`
    (select ts, ${register} as kwh, quality, ${hasBands} as has_bands from ${sql.table(table)}
      where customer_id = ${key.customerId} and device_id = ${key.deviceId} and ${when})`;
  const run = async (query: ReturnType<typeof sql>) => {
    const { rows } = await sql<StoredReading>`
      select ts as at, kwh::float8 as kwh,
        quality = ${sql.lit(QUALITY_OTHER_METER)} as "isOtherMeter", has_bands as "hasBands"
      from (${query}) r order by ts`.execute(db);
    return rows;
  };
  const beside = (when: ReturnType<typeof sql>) =>
    sql`${readings('energy_register', when)} union all
      ${readings('energy_register_quarter', when)}`;
  const has = sql`${register} is not null`;
  const [before] = await run(
    beside(sql`ts < ${instant(from)} and ${has} order by ts desc limit 1`),
  ).then((rows) => rows.slice(-1));
  const inside = await run(
    readings(
      'energy_register',
      sql`ts >= ${instant(from)} and ts <= ${instant(to)}
        order by ts limit ${sql.lit(MAX_STORED_IN_PERIOD + 1)}`,
    ),
  );
  if (inside.length > MAX_STORED_IN_PERIOD) return undefined;
  const [after] = await run(
    readings('energy_register', sql`ts > ${instant(to)} and ${has} order by ts limit 1`),
  );
  const withBands =
    before === undefined
      ? []
      : await run(
          beside(sql`ts <= ${instant(before.at)} and ts > ${instant(before.at - BANDS_KNOWN_MS)}
            and ${hasBands} order by ts desc limit 1`),
        );
  const [known, ...others] = knownBands(before, withBands.at(-1), inside);
  return { before: registerOf(known), inside: others, after: registerOf(after) };
}

/** The readings, each with band registers if one shortly before it has them. */
function knownBands(
  before: StoredReading | undefined,
  withBands: StoredReading | undefined,
  inside: readonly StoredReading[],
): [StoredReading | undefined, ...StoredReading[]] {
  let last = withBands?.at ?? Number.NEGATIVE_INFINITY;
  const known = (reading: StoredReading): StoredReading => {
    if (reading.hasBands === true) last = reading.at;
    return { ...reading, hasBands: reading.at - last < BANDS_KNOWN_MS };
  };
  return [before && known(before), ...inside.map(known)];
}

function registerOf(reading: StoredReading | undefined) {
  return reading === undefined || reading.kwh === null
    ? undefined
    : { ...reading, kwh: reading.kwh };
}

/** Only one import of a device is written at a time. */
export async function lockDevice(
  trx: Executor,
  { customerId, deviceId }: DeviceKey,
): Promise<void> {
  await sql`select 1 from device where customer_id = ${customerId} and device_id = ${deviceId}
    for no key update`.execute(trx);
}

/** First days of the customer's periods with an issued bill. */
export async function listPeriodsWithBills(db: Executor, customerId: number): Promise<Set<string>> {
  const { rows } = await sql<{ start: string }>`
    select distinct start_day as start from issued_bill
    where customer_id = ${customerId}`.execute(db);
  return new Set(rows.map(({ start }) => start));
}
