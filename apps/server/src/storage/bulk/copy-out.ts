/**
 * COPY … TO STDOUT as an ordinary statement: it runs on the given connection or transaction, so
 * that many tables are read from one snapshot. The output is held in memory: the caller must read a
 * large table in pieces.
 */
import { CompiledQuery, type Kysely } from 'kysely';
import type { PoolClient, Submittable } from 'pg';
import type { Schema } from '../schema/schema.ts';

/** Passed as the statement's only parameter, from `copyOut` to the pool (`connection-pool.ts`). */
export class CopyTarget {
  #bytes: Buffer;
  #length = 0;

  constructor(expectedBytes: number) {
    this.#bytes = Buffer.allocUnsafeSlow(expectedBytes);
  }

  /** Copies the chunk immediately, because the driver reuses its buffer. */
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

/** `statement` is a complete COPY … TO STDOUT; `expectedBytes`, no limit, avoids reallocation. */
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
    // The driver calls these methods, whose names it defines, as the server responds.
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
