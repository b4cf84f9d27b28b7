/** The rows of an archive into one table, part by part, the next one made ready meanwhile. */
import { createHash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { CopyPayload } from '../storage/copy-in.ts';
import type { Executor } from '../storage/database.ts';
import { damaged, type PackedTable, tablePart } from './archive-format.ts';
import type { Archive } from './read-archive.ts';

/**
 * `table` as the archive has it, `columns` in its order; made in this transaction. Throws StartError when
 * the parts that come are not those that were checked.
 */
export async function fillTable(
  trx: Executor,
  { file }: Archive,
  table: PackedTable & { readonly columns: readonly string[] },
  parts: AsyncGenerator<{ readonly name: string; readonly bytes: Buffer }>,
): Promise<void> {
  const into = `copy ${quoted(table.name)} (${table.columns.map(quoted).join(', ')}) from stdin`;
  const hash = createHash('sha256');
  let rows = 0;
  let copying: Promise<number> | undefined;
  try {
    for (let part = 1; part <= table.parts; part += 1) {
      const { value } = await parts.next();
      if (value?.name !== tablePart(table.name, part)) throw damaged(file);
      hash.update(value.bytes);
      rows += (await copying) ?? 0;
      copying = copy(trx, into, value.bytes);
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
async function copy(trx: Executor, into: string, text: Buffer): Promise<number> {
  const { numAffectedRows } = await trx.executeQuery(
    CompiledQuery.raw(`${into} (freeze)`, [new CopyPayload(text)]),
  );
  return Number(numAffectedRows ?? 0n);
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
