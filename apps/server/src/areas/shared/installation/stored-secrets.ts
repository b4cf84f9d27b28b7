/** Encrypts secrets that are stored as plaintext and counts those that the key cannot decrypt. */
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { factorOf, forwardingOf, isSealed, MAIL_PASSWORD, type Secrets } from './sealed-secrets.ts';

/** Number of secrets encrypted with another key, by kind. */
export interface UnreadableSecrets {
  readonly factors: number;
  readonly forwarding: number;
  readonly mail: number;
}

type Examine = (
  row: string,
  stored: string,
  clear?: string,
) => { readonly isUnreadable: boolean; readonly sealed?: string };

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
  };
}

async function examineFactors(trx: Executor, examine: Examine): Promise<number> {
  let unreadable = 0;
  const rows = await trx
    .selectFrom('second_factor')
    .select(['customer_id as customerId', 'user_id as userId', 'secret'])
    .execute();
  for (const { customerId, userId, secret } of rows) {
    const row = factorOf(customerId, userId);
    const found = examine(row, secret.toString('latin1'), secret.toString('base64'));
    if (found.isUnreadable) unreadable += 1;
    if (found.sealed === undefined) continue;
    await trx
      .updateTable('second_factor')
      .set({ secret: Buffer.from(found.sealed) })
      .where('customer_id', '=', customerId)
      .where('user_id', '=', userId)
      .execute();
  }
  return unreadable;
}

async function examineForwarding(trx: Executor, examine: Examine): Promise<number> {
  let unreadable = 0;
  const rows = await trx
    .selectFrom('forwarding')
    .select(['customer_id as customerId', 'secret'])
    .execute();
  for (const { customerId, secret } of rows) {
    const found = examine(forwardingOf(customerId), secret);
    if (found.isUnreadable) unreadable += 1;
    if (found.sealed === undefined) continue;
    await trx
      .updateTable('forwarding')
      .set({ secret: found.sealed })
      .where('customer_id', '=', customerId)
      .execute();
  }
  return unreadable;
}

async function examineMailPassword(trx: Executor, examine: Examine): Promise<number> {
  const mail = await trx
    .selectFrom('platform_setting')
    .select('secret')
    .where('section', '=', 'mail')
    .executeTakeFirst();
  if (mail === undefined || mail.secret === null || mail.secret === '') return 0;
  const found = examine(MAIL_PASSWORD, mail.secret);
  if (found.sealed !== undefined) {
    await sql`update platform_setting set secret = ${found.sealed} where section = 'mail'`.execute(
      trx,
    );
  }
  return found.isUnreadable ? 1 : 0;
}

/** Returns a sentence that lists the secrets to enter again, or undefined if there are none. */
export function unreadableSentence(unreadable: UnreadableSecrets): string | undefined {
  const { factors, forwarding, mail } = unreadable;
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
  ];
  if (parts.length === 0) return undefined;
  return `These secrets were sealed with another key and have to be entered again, unless that key is provided (secrets.key, SECRETS_KEY): ${parts.join('; ')}.`;
}
