/** Checks at every start that this process can read the sealed secrets, and seals those that are clear. */
import { operatorCommand } from '../../../config/operator-command.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { StartError } from '../../../storage/start-error.ts';
import { readSetting, writeSetting } from '../../shared/installation/installation-queries.ts';
import {
  type RotationRecord,
  readRotation,
  writeRotation,
} from '../../shared/installation/rotation/rotation-record.ts';
import { type Secrets, secretsOf } from '../../shared/installation/sealed-secrets.ts';
import {
  countUnreadable,
  type SecretCounts,
  sealStoredSecrets,
  unreadableSentence,
} from '../../shared/installation/stored-secrets.ts';

const CLEAR_WARNING =
  'SECRETS_KEY is not set: keys of second factors, signing secrets of forwarding and the mail password ' +
  'are stored as clear text in the database and its backups; give all processes of the database the ' +
  'same SECRETS_KEY or SECRETS_KEY_FILE (docs/operations.md, "The key of the installation").';

const NO_KEY =
  'The secrets in the database are sealed and this process has no key: give it that of the others ' +
  '(secrets.key in the DATA_DIR of the first one, as SECRETS_KEY or SECRETS_KEY_FILE), or a new ' +
  'SECRETS_KEY and once SECRETS_KEY_LOST=1 if it is lost. Nothing was changed.';

const OTHER_KEY =
  'The secrets in the database were sealed with another key: give this process the key of the ' +
  'others (secrets.key in the DATA_DIR of the first one, as SECRETS_KEY or SECRETS_KEY_FILE), ' +
  'or start once with SECRETS_KEY_LOST=1 if it is lost. Nothing was changed.';

const unfinishedSentence = (): string =>
  'The key of the installation is being replaced and some secrets are sealed with the former one: ' +
  `give this process SECRETS_KEY_FORMER until ${operatorCommand('secrets-rotate')} has ended, or start once with ` +
  'SECRETS_KEY_LOST=1 if the former key is lost. Nothing was changed.';

/** Seals the secrets at the first start; reports secrets sealed with another key at every start. */
export async function prepareSecrets(ctx: Context, trx: Executor): Promise<void> {
  const secrets = secretsOf(ctx.config);
  const { secretsKeyLost: isLost } = ctx.config;
  const stored = await readSetting(trx, 'secrets_key_id');
  const rotation = await readRotation(trx);
  if (stored !== undefined) refuseOtherKeys(secrets, stored, rotation, isLost);
  if (stored !== undefined && secrets.keyIds.includes(stored)) secrets.sealWith(stored);
  const sentence = unreadableSentence(await sealSecrets(ctx, trx, secrets, stored));
  if (isLost && rotation !== undefined && secrets.keyId !== undefined) {
    await writeRotation(trx, { ...rotation, isComplete: true });
  }
  if (sentence !== undefined) ctx.log.warn(sentence);
  reportRotation(ctx, secrets, rotation);
}

function refuseOtherKeys(
  { keyIds }: Secrets,
  stored: string,
  rotation: RotationRecord | undefined,
  isLost: boolean,
): void {
  if (keyIds.length === 0) throw new StartError(NO_KEY);
  if (isLost) return;
  if (!keyIds.includes(stored)) throw new StartError(OTHER_KEY);
  const isUnfinished = rotation?.key === stored && !rotation.isComplete;
  if (isUnfinished && !keyIds.includes(rotation.former)) throw new StartError(unfinishedSentence());
}

async function sealSecrets(
  ctx: Context,
  trx: Executor,
  secrets: Secrets,
  stored: string | undefined,
): Promise<SecretCounts> {
  if (secrets.keyId === undefined) {
    ctx.log.warn(CLEAR_WARNING);
    return countUnreadable(trx, undefined);
  }
  if (secrets.keyId !== stored) await writeSetting(trx, 'secrets_key_id', secrets.keyId);
  return sealStoredSecrets(trx, secrets);
}

/** A log line for the operator who replaces the key. */
function reportRotation(
  { log }: Context,
  { keyId, keyIds: [, former] }: Secrets,
  rotation: RotationRecord | undefined,
): void {
  if (former === undefined) return;
  if (keyId === former) {
    log.info(`both keys of the installation can be read: run ${operatorCommand('secrets-rotate')}`);
  } else if (rotation?.isComplete === true) {
    log.info('SECRETS_KEY_FORMER is no longer needed: the key of the installation was replaced');
  }
}
