/**
 * Puts a canary into every column of a customer, using the catalogue of the database: columns that
 * the test seeds left empty are filled in the existing rows, and one row is added with a canary in
 * every column that can hold one, including the flags of deleted and finished rows. Tables without
 * seeds get their first row here. Columns that can hold no canary are in `exceptions.ts`; a test
 * checks both.
 */
import { sql } from 'kysely';
import type { Database } from '../../../src/storage/database.ts';
import { ensurePartitions, partitionedTables } from '../../../src/storage/partitions.ts';
import { canaryValue } from './canary-value.ts';
import { byTable, type CustomerColumn, customerColumns } from './customer-columns.ts';

/** The readings begin this many days before now, and end before now. */
export const CANARY_READING_DAYS = 20;

export interface Sown {
  readonly customerId: number;
  readonly groupId: number;
  readonly deviceId: number;
  readonly rateId: number;
  readonly users: { readonly admin: { readonly userId: number } };
}

type Row = Readonly<Record<string, unknown>>;

/** Values that a check constraint over several columns requires in the added row. */
const ROW_OVERRIDES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  alarm_window: { device_id: null },
  energy_override: { decision: 'set' },
  project_timer: { clock_time: null },
};
/**
 * A column with a number that references an object of the customer: the number is a canary already,
 * and must stay valid.
 */
const NAMES_SOMETHING = /_id$|_by$|^escalate_to$/;
const INSERT_ONLY = /^audit_|^issued_bill$/;

/**
 * Starts sequences at numbers no other table and no other customer has; called before the customer
 * is created.
 */
export async function beginSequencesFar({ db }: Database): Promise<void> {
  const identities = (await customerColumns(db)).filter(({ identity }) => identity);
  for (const [place, { table, column }] of identities.entries()) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}),
      ${31_000_000 + place * 100_000}::bigint)`.execute(db);
  }
}

export async function sowCanaries(given: Database, tenant: Sown, now: number): Promise<void> {
  const { db } = given.as('owner');
  const near = now - CANARY_READING_DAYS * 86_400_000;
  await ensurePartitions(given, near, now, partitionedTables);
  const columns = await customerColumns(db);
  const places = new Map(columns.map((column, place) => [column, place]));
  const value = (column: CustomerColumn) => canaryValue(column, places.get(column)!, near);

  for (const [table, all] of byTable(columns)) {
    const known = await newestRow(given.as('owner'), table, all, tenant.customerId);
    const free = all.filter(({ type, words }) => type !== 'boolean' && words.length === 0);
    const fill = free.filter(
      ({ key, column, type }) =>
        !key &&
        type !== 'timestamp with time zone' &&
        type !== 'date' &&
        !(NAMES_SOMETHING.test(column) && Number(known?.[column] ?? 0) > 10_000) &&
        !(type === 'bytea' && known?.[column] !== null) &&
        !(type.endsWith('[]') && String(known?.[column] ?? '{}') !== '{}'),
    );
    if (known !== undefined && !INSERT_ONLY.test(table)) {
      await fillRows(given, table, fill, tenant.customerId, value);
    }
    const added = await addRow(given, table, all, known, tenant, value);
    // Only one row per object is possible, so the existing row gets every canary.
    if (!added && !INSERT_ONLY.test(table)) {
      const rest = free.filter((column) => !column.key && !fill.includes(column));
      const silent = rest.filter(
        ({ column }) => !(NAMES_SOMETHING.test(column) && Number(known?.[column] ?? 0) > 10_000),
      );
      await fillRows(given, table, silent, tenant.customerId, value);
    }
  }
}

type ValueOf = (column: CustomerColumn) => string | Buffer;

async function newestRow(
  { db }: Database,
  table: string,
  columns: readonly CustomerColumn[],
  customerId: number,
): Promise<Row | undefined> {
  const keys = columns.filter(({ key }) => key).map(({ column }) => sql.ref(column));
  // The values are read as text, so that the copy equals the original.
  const texts = columns.map(({ column, type }) =>
    type === 'bytea' ? sql.ref(column) : sql`${sql.ref(column)}::text as ${sql.ref(column)}`,
  );
  const { rows } = await sql<Row>`select ${sql.join(texts)} from ${sql.table(table)}
    where customer_id = ${customerId} order by ${sql.join(keys)} desc limit 1`.execute(db);
  return rows[0];
}

/** Fills all columns at once, or one by one if a check constraint rejects some. */
async function fillRows(
  given: Database,
  table: string,
  columns: readonly CustomerColumn[],
  customerId: number,
  value: ValueOf,
): Promise<void> {
  if (columns.length === 0) return;
  const sets = columns.map((column) => {
    const name = sql.ref(column.column);
    const canary = sql`${value(column)}::${sql.raw(column.type)}`;
    if (column.type === 'text') {
      // Texts marked by the seed stay unchanged.
      return sql`${name} = case when ${name} like ${`%canary7q%`} then ${name} else ${canary} end`;
    }
    if (column.type !== 'jsonb') return sql`${name} = ${canary}`;
    return sql`${name} = case when jsonb_typeof(${name}) = 'object' then ${name} || ${canary}
      when jsonb_typeof(${name}) = 'array' then ${name} || ${`[${String(value(column))}]`}::jsonb else ${canary} end`;
  });
  try {
    await sql`update ${sql.table(table)} set ${sql.join(sets)}
      where customer_id = ${customerId}`.execute(given.as('owner').db);
  } catch (error) {
    if (columns.length === 1 && isRefusal(error)) return;
    for (const column of columns) await fillRows(given, table, [column], customerId, value);
  }
}

/** Adds a row with a canary wherever possible; returns false if its keys are exhausted. */
async function addRow(
  given: Database,
  table: string,
  columns: readonly CustomerColumn[],
  known: Row | undefined,
  tenant: Sown,
  value: ValueOf,
): Promise<boolean> {
  for (const freshIds of [false, true]) {
    const written = columns.filter(({ identity }) => !identity);
    const bounded = new Set<CustomerColumn>();
    for (;;) {
      const values = written.map((column) => {
        const override = ROW_OVERRIDES[table];
        const chosen =
          override !== undefined && column.column in override
            ? override[column.column]
            : cell(column, known, tenant, freshIds, bounded.has(column), value);
        return sql`${chosen}::${sql.raw(column.type)}`;
      });
      try {
        await sql`insert into ${sql.table(table)}
          (${sql.join(written.map(({ column }) => sql.ref(column)))})
          values (${sql.join(values)})`.execute(given.as('owner').db);
        return true;
      } catch (error) {
        const { code, message } = error as { code?: string; message: string };
        if (code === '23505') break;
        // Citus passes on the name of a constraint only in the message.
        const refused = written.find(({ column }) =>
          message.includes(`violates check constraint "${table}_${column}_check`),
        );
        if (code !== '23514' || refused === undefined || bounded.has(refused)) throw error;
        bounded.add(refused);
      }
    }
  }
  return false;
}

function cell(
  column: CustomerColumn,
  known: Row | undefined,
  tenant: Sown,
  freshIds: boolean,
  bounded: boolean,
  value: ValueOf,
): unknown {
  const { column: name, type, key, words } = column;
  const there = known?.[name] ?? null;
  if (name === 'customer_id') return tenant.customerId;
  if (type === 'boolean') return there ?? true;
  if (words.length > 0) return there ?? words[0];
  if (bounded) return there ?? 1;
  if (NAMES_SOMETHING.test(name) && (type === 'integer' || type === 'bigint')) {
    if (key && freshIds) return value(column);
    if (Number(there) > 10_000 || REFERENCE.has(name)) return there;
    return ownId(name, tenant) ?? value(column);
  }
  if (type === 'jsonb' && typeof there === 'string')
    return withCanary(there, String(value(column)));
  // Ids of devices, users and groups are canaries already.
  if (IDS.test(name) && typeof there === 'string' && there !== '{}') return there;
  return value(column);
}

const IDS = /^path$|_ids$|^recipients$/;
const REFERENCE = new Set(['zone_id', 'currency_id', 'device_type_id']);

function ownId(name: string, { groupId, deviceId, rateId, users }: Sown): number | undefined {
  if (name === 'group_id' || name === 'parent_id') return groupId;
  if (name === 'device_id' || name === 'gateway_id') return deviceId;
  if (name === 'rate_id') return rateId;
  if (name === 'user_id' || name.endsWith('_by') || name === 'escalate_to')
    return users.admin.userId;
  return undefined;
}

function withCanary(text: string, canary: string): string {
  const there: unknown = JSON.parse(text);
  const added = JSON.parse(canary) as object;
  return JSON.stringify(
    Array.isArray(there) ? [...there, added] : { ...(there as object), ...added },
  );
}

const isRefusal = (error: unknown): boolean =>
  ['23514', '23505', '22003', '23502'].includes((error as { code?: string }).code ?? '');
