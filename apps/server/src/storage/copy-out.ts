/**
 * COPY … TO STDOUT as one statement among others: it runs on whatever connection or transaction it
 * is given, so that many tables are read as of one moment. What it answers is held in memory:
 * whoever reads a large table asks for it in pieces.
 */
import { CompiledQuery, type Kysely } from 'kysely';
import type { PoolClient, Submittable } from 'pg';
import type { Schema } from './schema.ts';

/** Rides as the only parameter of the statement, from `copyOut` to the pool (`connection-pool.ts`). */
export class CopyTarget {
  #bytes: Buffer;
  #length = 0;

  constructor(expectedBytes: number) {
    this.#bytes = Buffer.allocUnsafeSlow(expectedBytes);
  }

  /** Copied at once: the driver uses its buffer again. */
  take(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    chunk.copy(this.#bytes, this.#length);
    this.#length = length;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}

export interface CopiedOut {
  /** Rows in PostgreSQL's text format, a newline after each. */
  readonly bytes: Buffer;
  readonly rows: number;
}

/** `statement`: a whole COPY … TO STDOUT. `expectedBytes` saves growing; more comes all the same. */
export async function copyOut(
  executor: Kysely<Schema>,
  statement: string,
  expectedBytes: number,
): Promise<CopiedOut> {
  const target = new CopyTarget(expectedBytes);
  const { numAffectedRows } = await executor.executeQuery(CompiledQuery.raw(statement, [target]));
  return { bytes: target.bytes, rows: Number(numAffectedRows ?? 0n) };
}

/** Runs the statement on a client of the driver; resolves with the number of rows. */
export function submitCopyOut(
  client: PoolClient,
  statement: string,
  target: CopyTarget,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0;
    // The driver calls these as the server answers; the names are its own.
    const copy: Submittable & Record<string, unknown> = {
      submit(connection) {
        connection.query(statement);
      },
      handleCopyData({ chunk }: { chunk: Buffer }) {
        target.take(chunk);
      },
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
