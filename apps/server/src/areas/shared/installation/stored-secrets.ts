/** Encrypts secrets that are stored as plaintext and counts those that the key cannot decrypt. */

import type { Executor } from '../../../storage/database.ts';
import { isSealed, type Secrets } from './sealed-secrets.ts';
import {
  type Examine,
  examineFactors,
  examineForwarding,
  examineMailPassword,
  examineMeters,
} from './stored-secret-queries.ts';

/** Number of secrets encrypted with another key, by kind. */
export interface UnreadableSecrets {
  readonly factors: number;
  readonly forwarding: number;
  readonly mail: number;
  readonly meters: number;
}

export function sealStoredSecrets(trx: Executor, secrets: Secrets): Promise<UnreadableSecrets> {
  return examineAll(trx, (row, stored, clear = stored) =>
    isSealed(stored)
      ? { isUnreadable: secrets.open(row, stored) === undefined }
      : { isUnreadable: false, sealed: secrets.seal(row, clear) },
  );
}

/** Read-only. Without `secrets`, no encrypted secret is readable. */
export function countUnreadable(
  trx: Executor,
  secrets: Secrets | undefined,
): Promise<UnreadableSecrets> {
  return examineAll(trx, (row, stored) => ({
    isUnreadable: isSealed(stored) && secrets?.open(row, stored) === undefined,
  }));
}

async function examineAll(trx: Executor, examine: Examine): Promise<UnreadableSecrets> {
  return {
    factors: await examineFactors(trx, examine),
    forwarding: await examineForwarding(trx, examine),
    mail: await examineMailPassword(trx, examine),
    meters: await examineMeters(trx, examine),
  };
}

/** Returns a sentence that lists the secrets to enter again, or undefined if there are none. */
export function unreadableSentence(unreadable: UnreadableSecrets): string | undefined {
  const { factors, forwarding, mail, meters } = unreadable;
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
  ];
  if (parts.length === 0) return undefined;
  return `These secrets were sealed with another key and have to be entered again, unless that key is provided (secrets.key, SECRETS_KEY): ${parts.join('; ')}.`;
}
