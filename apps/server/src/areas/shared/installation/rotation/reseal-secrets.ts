/** Seals the stored secrets with a new key, in short transactions. */
import type { Database } from '../../../../storage/database.ts';
import { SEALED_COLUMNS, SECRET_KINDS, type SecretKind } from '../sealed-columns.ts';
import { isSealed, type Secrets } from '../sealed-secrets.ts';
import {
  listStoredSecrets,
  lockSealed,
  replaceStoredSecret,
  type SecretValue,
} from '../stored-secret-queries.ts';
import { countSecrets, type SecretCounts } from '../stored-secrets.ts';

/** Users who store a secret wait for one batch, some tens of milliseconds. */
const ROWS_AT_ONCE = 100;

/** Returns the number of secrets that were sealed again; skips those that neither key can read. */
export function resealSecrets(
  database: Database,
  key: Secrets,
  former: Secrets,
): Promise<SecretCounts> {
  return countSecrets(async (kind) => {
    let sealed = 0;
    for (let last: SecretValue | undefined; ; ) {
      const batch = await resealBatch(database, kind, { key, former }, last?.keys);
      sealed += batch.sealed;
      last = batch.last;
      if (last === undefined) return sealed;
    }
  });
}

async function resealBatch(
  database: Database,
  kind: SecretKind,
  { key, former }: { readonly key: Secrets; readonly former: Secrets },
  after: readonly number[] | undefined,
): Promise<{ readonly sealed: number; readonly last: SecretValue | undefined }> {
  return database.transaction(async (trx) => {
    await lockSealed(trx);
    const found = await listStoredSecrets(trx, SEALED_COLUMNS[kind], ROWS_AT_ONCE, after);
    let sealed = 0;
    for (const secret of found) {
      const { row, stored } = secret;
      if (isSealed(stored) && key.open(row, stored) !== undefined) continue;
      const opened = isSealed(stored) ? former.open(row, stored) : secret.clear;
      if (opened === undefined) continue;
      await replaceStoredSecret(trx, SEALED_COLUMNS[kind], secret, key.seal(row, opened));
      sealed += 1;
    }
    return { sealed, last: found.length < ROWS_AT_ONCE ? undefined : found.at(-1) };
  });
}

export function sumOf(one: SecretCounts, other: SecretCounts): SecretCounts {
  const sums = SECRET_KINDS.map((kind) => [kind, one[kind] + other[kind]] as const);
  return Object.fromEntries(sums) as Record<SecretKind, number>;
}
