/** Queries that read and replace the stored secrets, the same for every column. */
import { sql } from 'kysely';
import { LOCKS } from '../../../storage/advisory-locks.ts';
import type { Executor } from '../../../storage/database.ts';
import type { SealedColumn, SealedRow } from './sealed-columns.ts';

export interface SecretValue {
  readonly keys: readonly number[];
  readonly row: SealedRow;
  /** As it is stored; of bytes their text in latin1. */
  readonly stored: string;
  /** As it is sealed if it is stored as plaintext. */
  readonly clear: string;
}

/** Returns up to `limit` secrets in the order of their keys, behind the row with the keys `after`. */
export async function listStoredSecrets(
  db: Executor,
  { table, column, isBytes, keys, section, rowOf }: SealedColumn,
  limit: number,
  after?: readonly number[],
): Promise<SecretValue[]> {
  const names = keys.map((name) => sql.ref(name));
  const isBehind =
    after === undefined || keys.length === 0
      ? sql`true`
      : sql`(${sql.join(names)}) > (${sql.join(after.map((key) => sql`${key}::int4`))})`;
  const order = keys.length === 0 ? sql`1` : sql.join(names);
  const { rows } = await sql<Record<string, number> & { readonly secret: Buffer | string }>`
    select ${sql.join([...names, sql`${sql.ref(column)} as secret`])} from ${sql.table(table)}
    where ${sql.ref(column)} is not null and length(${sql.ref(column)}) > 0
      and ${section === undefined ? sql`true` : sql`section = ${section}`} and ${isBehind}
    order by ${order} limit ${limit}`.execute(db);
  return rows.map(({ secret, ...found }) => {
    const numbers = keys.map((name) => found[name] as unknown as number);
    const bytes = isBytes ? (secret as Buffer) : undefined;
    return {
      keys: numbers,
      row: rowOf(...numbers),
      stored: bytes?.toString('latin1') ?? String(secret),
      clear: bytes?.toString('base64') ?? String(secret),
    };
  });
}

/** Replaces a secret unless it was changed since it was read. */
export async function replaceStoredSecret(
  trx: Executor,
  { table, column, isBytes, keys, section }: SealedColumn,
  secret: SecretValue,
  sealed: string,
): Promise<void> {
  const formOf = (text: string) => (isBytes ? Buffer.from(text, 'latin1') : text);
  const conditions = keys.map((name, index) => sql`${sql.ref(name)} = ${secret.keys[index]}`);
  if (section !== undefined) conditions.push(sql`section = ${section}`);
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${formOf(sealed)}
    where ${sql.join(conditions, sql` and `)} and ${sql.ref(column)} = ${formOf(secret.stored)}`.execute(
    trx,
  );
}

/**
 * Lets no other key become the one that seals until the transaction ends, and no stored secret be
 * sealed again. A transaction that seals a secret, or stores one again that it has read, calls this
 * before it locks or reads the row.
 */
export async function lockSealing(trx: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCKS.sealing}::bigint)`.execute(trx);
}

/** Waits for the transactions that called `lockSealing`. */
export async function lockSealed(trx: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.sealing}::bigint)`.execute(trx);
}
