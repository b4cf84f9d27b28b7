/**
 * Long lists as JSON. Each slice is encoded to bytes as soon as it is read: bytes are outside the
 * garbage-collected heap, and collecting the text of 10,000 rows cost more than writing them.
 */
import type { Streamed } from '../calls/handler.ts';

/** Rows formatted by `present`, separated by commas. */
export function rowsWriter<Row>(present: (row: Row) => object): (rows: readonly Row[]) => Buffer {
  return (rows) => Buffer.from(rows.map((row) => JSON.stringify(present(row))).join(','));
}

/** Slices of rows between `head` and `tail`, which form the call's envelope. */
export function streamedSlices(head: string, slices: readonly Buffer[], tail: string): Streamed {
  async function* pieces(): AsyncGenerator<string | Buffer> {
    yield head;
    for (const [i, slice] of slices.entries()) {
      if (i > 0) yield ',';
      yield slice;
    }
    yield tail;
  }
  return { stream: pieces() };
}
