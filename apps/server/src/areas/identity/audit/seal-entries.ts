/**
 * Adds committed entries to the chain within a second after they were written. One process at a
 * time does this, outside the transactions that write the entries, so writers never wait for the
 * sealing or for each other. Committed rows are sealed in the order of their ids; a row that
 * commits later comes later in the chain.
 */

import { GENESIS_HASH } from '@busbar/domain/audit/audit-chain';
import { auditText } from '@busbar/domain/audit/audit-text';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { yieldToEventLoop } from '../../../yield-to-event-loop.ts';
import { columnsOf, sha256Hex } from './audit-column-queries.ts';
import {
  deleteUnsealed,
  isAnyWaiting,
  readHeads,
  readUnsealed,
  tryLockSeals,
  writeHeads,
  writeSeals,
} from './seal-queries.ts';

export const ROWS_AT_ONCE = 1_000;

/** Returns the number of sealed entries; 0 while another process is sealing. */
export async function sealEntries(
  { database }: Pick<Context, 'database'>,
  stop?: AbortSignal,
): Promise<number> {
  let sealed = 0;
  for (;;) {
    if (!(await isAnyWaiting(database.db))) return sealed;
    const count = await database.transaction(sealSome);
    sealed += count;
    if (count < ROWS_AT_ONCE || stop?.aborted === true) return sealed;
    await yieldToEventLoop();
  }
}

async function sealSome(trx: Executor): Promise<number> {
  if (!(await tryLockSeals(trx))) return 0;
  const rows = await readUnsealed(trx, ROWS_AT_ONCE);
  if (rows.length === 0) return 0;
  const heads = await readHeads(trx, [...new Set(rows.map(({ customerId }) => customerId!))]);
  const seals = rows
    .filter(({ isSealed }) => !isSealed)
    .map((row) => {
      const customerId = row.customerId!;
      const before = heads.get(customerId) ?? { seq: 0, hash: GENESIS_HASH };
      const seq = before.seq + 1;
      const hash = sha256Hex(auditText(columnsOf(row)!, seq, before.hash));
      heads.set(customerId, { seq, hash });
      return { customerId, seq, entryId: row.entryId!, hash };
    });
  await writeSeals(trx, seals);
  await writeHeads(trx, heads);
  await deleteUnsealed(trx, rows);
  return rows.length;
}
