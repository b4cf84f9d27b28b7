/** The rows of an archive into one table, part by part, the next one made ready meanwhile. */
import { createHash } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { CopyPayload } from '../storage/copy-in.ts';
import type { Database, Executor } from '../storage/database.ts';
import { damaged, type PackedTable, tablePart } from './archive-format.ts';
import { areBinary, binaryRows } from './binary-rows.ts';
import type { Archive } from './read-archive.ts';

/**
 * `table` as the archive has it, `columns` in its order; made in this transaction. Throws StartError when
 * the parts that come are not those that were checked.
 */
export async function fillTable(
  trx: Executor,
  engine: Database['engine'],
  { file }: Archive,
  table: PackedTable & { readonly columns: readonly string[] },
  parts: AsyncGenerator<{ readonly name: string; readonly bytes: Buffer }>,
): Promise<void> {
  // A server reads text as fast as it is sent.
  const types = engine === 'pglite' ? await typesOf(trx, table) : [];
  const isBinary = areBinary(types);
  const into = `copy ${quoted(table.name)} (${table.columns.map(quoted).join(', ')}) from stdin`;
  const hash = createHash('sha256');
  let rows = 0;
  let copying: Promise<number> | undefined;
  try {
    for (let part = 1; part <= table.parts; part += 1) {
      const { value } = await parts.next();
      if (value?.name !== tablePart(table.name, part)) throw damaged(file);
      hash.update(value.bytes);
      const binary = isBinary ? binaryRows(value.bytes, types) : undefined;
      rows += (await copying) ?? 0;
      copying = copy(trx, into, value.bytes, binary);
      // Told of when it is waited for; until then it must not count as nobody's.
      copying.catch(() => undefined);
    }
    rows += (await copying) ?? 0;
  } finally {
    // The transaction is not ended while a part of it is under way.
    await copying?.catch(() => undefined);
  }
  // Looked at before; somebody may have written to the file since.
  if (rows !== table.rows || hash.digest('hex') !== table.sha256) throw damaged(file);
}

/** Frozen: no reader has to look again whether the rows count, as all came with one transaction. */
async function copy(
  trx: Executor,
  into: string,
  text: Buffer,
  binary: Buffer | undefined,
): Promise<number> {
  const options = binary === undefined ? 'freeze' : 'format binary, freeze';
  const { numAffectedRows } = await trx.executeQuery(
    CompiledQuery.raw(`${into} (${options})`, [new CopyPayload(binary ?? text)]),
  );
  return Number(numAffectedRows ?? 0n);
}

/** Of its columns, in their order. */
async function typesOf(
  trx: Executor,
  { name, columns }: { readonly name: string; readonly columns: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ column: string; type: string }>`
    select attname as column, typname as type from pg_attribute join pg_type t on t.oid = atttypid
    where attrelid = ${quoted(name)}::regclass`.execute(trx);
  const types = new Map(rows.map(({ column, type }) => [column, type]));
  return columns.map((column) => types.get(column) ?? '');
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
