/** Copies an archive's rows to one table, part by part; prepares the next part during the copy. */
import { createHash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { CopyPayload } from '../storage/bulk/copy-in.ts';
import type { Executor } from '../storage/database.ts';
import { damaged, type PackedTable, tablePart } from './archive-format.ts';
import type { Archive } from './read-archive.ts';

/**
 * `table` is described by the archive; its `columns` are in the archive's order. The table was
 * created in this transaction. Throws StartError if the parts differ from those that were checked.
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
      // The error is thrown where the promise is awaited; until then it must not be an unhandled
      // rejection.
      copying.catch(() => undefined);
    }
    rows += (await copying) ?? 0;
  } finally {
    // The transaction must not end while a part is being copied.
    await copying?.catch(() => undefined);
  }
  // The archive was checked before, but the file may have been modified since.
  if (rows !== table.rows || hash.digest('hex') !== table.sha256) throw damaged(file);
}

/** FREEZE spares readers the visibility check, because all rows come from one transaction. */
async function copy(trx: Executor, into: string, text: Buffer): Promise<number> {
  const { numAffectedRows } = await trx.executeQuery(
    CompiledQuery.raw(`${into} (freeze)`, [new CopyPayload(text)]),
  );
  return Number(numAffectedRows ?? 0n);
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
