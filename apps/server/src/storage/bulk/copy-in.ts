/**
 * COPY … FROM STDIN as an ordinary statement: it runs on the given connection or transaction, so
 * that a batch of readings, its latest states and its log are one commit.
 *
 * Statement, rows and end are sent together without waiting for the server's response: the protocol
 * lets a server that rejected the statement skip the rest, and one round trip is saved. It is meant
 * for batches of a few thousand rows held in memory.
 */
import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { PoolClient, Submittable } from 'pg';
import type { Schema } from '../schema/schema.ts';

/** The only parameter of the statement, from `copyIn` to the pool (`connection-pool.ts`). */
export class CopyPayload {
  /** Rows in the format that the statement specifies. */
  readonly rows: Buffer;

  constructor(rows: Buffer) {
    this.rows = rows;
  }
}

/**
 * Copies rows in PostgreSQL's text format (tab between columns, newline after each row, `\N` for
 * null; see `copyText`) and returns their number. An invalid row fails the whole statement with the
 * database's error (`code`, and `where` with the line).
 */
export async function copyIn(
  executor: Kysely<Schema>,
  table: string,
  columns: readonly string[],
  text: string | Buffer,
): Promise<number> {
  const names = columns.map(quoteName).join(', ');
  const payload = new CopyPayload(typeof text === 'string' ? Buffer.from(text) : text);
  const result = await executor.executeQuery(
    CompiledQuery.raw(`copy ${quoteName(table)} (${names}) from stdin`, [payload]),
  );
  return Number(result.numAffectedRows ?? 0n);
}

/**
 * Like `copyIn`, for a role that does not own the table: PostgreSQL does not allow such a role to
 * COPY into a table with row policies, so the rows go through a temporary table of this
 * transaction.
 */
export async function copyInBehindWalls(
  trx: Kysely<Schema>,
  table: string,
  columns: readonly string[],
  text: string | Buffer,
): Promise<number> {
  const copied = sql.table('copied_in');
  const into = sql.table(table);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`create temp table ${copied} on commit drop as
    select ${names} from ${into} with no data`.execute(trx);
  await copyIn(trx, 'copied_in', columns, text);
  const { numAffectedRows } = await sql`insert into ${into} (${names})
    select ${names} from ${copied}`.execute(trx);
  await sql`drop table ${copied}`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

const special = /[\\\t\n\r]/;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Formats one value as COPY text. The database rejects a NUL byte, as in every text. */
export function copyText(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value !== 'string') return String(value);
  return special.test(value) ? value.replace(/[\\\t\n\r]/g, (c) => escapes[c] ?? c) : value;
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Runs the statement on a client of the driver; resolves with the number of rows. */
export function submitCopy(
  client: PoolClient,
  statement: string,
  payload: CopyPayload,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0;
    // The driver calls these methods, whose names it defines, as the server responds.
    const copy: Submittable & Record<string, unknown> = {
      submit(connection) {
        connection.stream.write(frame(statement, payload.rows));
      },
      handleCopyInResponse() {},
      handleCommandComplete(message: { text: string }) {
        rows = Number(message.text.split(' ').at(-1));
      },
      handleReadyForQuery() {
        resolve(rows);
      },
      handleError(error: Error) {
        reject(error);
      },
    };
    client.query(copy);
  });
}

/** Builds the packet: Query 'Q', one CopyData 'd', CopyDone 'c'. */
function frame(statement: string, rows: Buffer): Buffer {
  const query = Buffer.from(`${statement}\0`);
  const message = Buffer.allocUnsafe(5 + query.length + 5 + rows.length + 5);
  let at = header(message, 0, 'Q', query.length);
  at += query.copy(message, at);
  at = header(message, at, 'd', rows.length);
  at += rows.copy(message, at);
  header(message, at, 'c', 0);
  return message;
}

function header(message: Buffer, at: number, type: string, length: number): number {
  message.write(type, at, 'latin1');
  return message.writeInt32BE(4 + length, at + 1);
}
