/**
 * Reads the rows of one table in pieces by physical position: ranges of pages, read by COPY. Needs
 * no sort and no index, and yields every row once, as all pieces come from one snapshot. A piece
 * has a few megabytes even if some rows are large: these are read one by one. A piece of a distributed
 * table has the rows at these positions in every shard.
 */
import { sql } from 'kysely';
import { copyOut } from '../storage/bulk/copy-out.ts';
import type { Executor } from '../storage/database.ts';
import { PART_BYTES } from './archive-format.ts';
import type { StoredTable } from './table-catalogue.ts';

/** Bytes per page above which rows count as large: their data is stored outside the table pages. */
const LARGE_PAGE_BYTES = 512 * 1024;
/** Estimated length of a row's text form, relative to its stored form. */
const TEXT_BYTES = 1.6;

export async function* tablePieces(
  trx: Executor,
  table: StoredTable,
  count: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const { pages, bytes } = table;
  const select = selectOf(table);
  const pageBytes = bytes / Math.max(1, pages);
  const isLarge = pageBytes > LARGE_PAGE_BYTES;
  const step = isLarge ? 1 : Math.max(1, Math.floor(PART_BYTES / pageBytes));
  for (let page = 0; page < pages; page += step) {
    const where = `ctid >= '(${page},0)' and ctid < '(${page + step},0)'`;
    const pieces = isLarge ? await rowsOf(trx, table, where) : [where];
    for (const piece of pieces) {
      const copied = await copyOut(
        trx,
        `copy (${select} where ${piece}) to stdout`,
        Math.ceil(Math.min(PART_BYTES, step * pageBytes) * TEXT_BYTES),
      );
      count(copied.rows);
      if (copied.rows > 0) yield copied.bytes;
    }
  }
}

function selectOf({ name, columns }: StoredTable): string {
  return `select ${columns.map(quoted).join(', ')} from only ${quoted(name)}`;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

async function rowsOf(trx: Executor, { name }: StoredTable, where: string): Promise<string[]> {
  const { rows } = await sql<{ at: string }>`
    select distinct ctid::text as at from only ${sql.table(name)}
    where ${sql.raw(where)}`.execute(trx);
  return rows.map(({ at }) => `ctid = '${at}'`);
}
