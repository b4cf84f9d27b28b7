/** Removes the identifier of a key that this installation does not have from a restored database. */
import { sql } from 'kysely';
import type { Executor } from '../storage/database.ts';

export async function purgeOtherKey(trx: Executor, keyIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ keyId: string }>`
    select value as "keyId" from installation where name = 'secrets_key_id'`.execute(trx);
  if (rows.length === 0 || keyIds.includes(rows[0]!.keyId)) return;
  await sql`delete from installation where name in ('secrets_key_id', 'secrets_rotation')`.execute(
    trx,
  );
}
