/** Encrypts secrets that are stored as plaintext and counts those that the key cannot decrypt. */

import type { Executor } from '../../../storage/database.ts';
import { SEALED_COLUMNS, SECRET_KINDS, type SecretKind } from './sealed-columns.ts';
import { isSealed, type Secrets } from './sealed-secrets.ts';
import {
  listStoredSecrets,
  replaceStoredSecret,
  type SecretValue,
} from './stored-secret-queries.ts';

const ROWS_AT_ONCE = 1_000;

export type SecretCounts = Readonly<Record<SecretKind, number>>;

/** Returns the number of secrets encrypted with an unknown key, by kind. */
export async function sealStoredSecrets(trx: Executor, secrets: Secrets): Promise<SecretCounts> {
  return countSecrets(async (kind) => {
    let unreadable = 0;
    for await (const secret of storedSecretsOf(trx, kind)) {
      if (!isSealed(secret.stored)) {
        const sealed = secrets.seal(secret.row, secret.clear);
        await replaceStoredSecret(trx, SEALED_COLUMNS[kind], secret, sealed);
      } else if (secrets.open(secret.row, secret.stored) === undefined) unreadable += 1;
    }
    return unreadable;
  });
}

/** Read-only. Without `secrets`, no encrypted secret is readable. */
export async function countUnreadable(
  trx: Executor,
  secrets: Pick<Secrets, 'open'> | undefined,
): Promise<SecretCounts> {
  return countSecrets(async (kind) => {
    let unreadable = 0;
    for await (const { row, stored } of storedSecretsOf(trx, kind)) {
      if (isSealed(stored) && secrets?.open(row, stored) === undefined) unreadable += 1;
    }
    return unreadable;
  });
}

export async function countSecrets(
  countOf: (kind: SecretKind) => Promise<number>,
): Promise<SecretCounts> {
  const counts: [SecretKind, number][] = [];
  for (const kind of SECRET_KINDS) counts.push([kind, await countOf(kind)]);
  return Object.fromEntries(counts) as Record<SecretKind, number>;
}

/** Yields every secret of a kind in the order of its keys. */
async function* storedSecretsOf(db: Executor, kind: SecretKind): AsyncGenerator<SecretValue> {
  const column = SEALED_COLUMNS[kind];
  for (let last: SecretValue | undefined; ; ) {
    const found = await listStoredSecrets(db, column, ROWS_AT_ONCE, last?.keys);
    yield* found;
    last = found.at(-1);
    if (found.length < ROWS_AT_ONCE) return;
  }
}

/** Returns a sentence that lists the secrets to enter again, or undefined if there are none. */
export function unreadableSentence(unreadable: SecretCounts): string | undefined {
  const { factors, forwarding, mail, meters, providers } = unreadable;
  const parts = [
    ...(mail > 0 ? ['the password of the mail server (page Configuration)'] : []),
    ...(forwarding > 0
      ? [`the signing secrets of forwarding (${forwarding}, page Forwarding)`]
      : []),
    ...(factors > 0
      ? [
          `the keys of second factors (${factors}; a recovery code still signs in, an administrator can remove the factor)`,
        ]
      : []),
    ...(meters > 0 ? [`the passwords of meters on serial lines (${meters})`] : []),
    ...(providers > 0
      ? [`the client secrets of single sign-on (${providers}, page Single sign-on)`]
      : []),
  ];
  if (parts.length === 0) return undefined;
  return `These secrets were sealed with another key and have to be entered again, unless that key is provided (secrets.key, SECRETS_KEY): ${parts.join('; ')}.`;
}
