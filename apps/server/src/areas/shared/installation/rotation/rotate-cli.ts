/**
 * `npm run secrets:rotate`: seals the secrets in the configured database with SECRETS_KEY instead of
 * SECRETS_KEY_FORMER. With an external database the server keeps running.
 */
import { cliKeySource, inOneSentence, withDatabase } from '../../../../storage/cli-database.ts';
import { StartError } from '../../../../storage/start-error.ts';
import { keyFileOf, readFormerKey, readInstallationKey } from '../installation-key.ts';
import type { SecretCounts } from '../stored-secrets.ts';
import { rotateSecrets } from './rotate-secrets.ts';

const listed = ({ factors, forwarding, mail, meters, providers }: SecretCounts): string =>
  `${factors} keys of second factors, ${forwarding} signing secrets of forwarding, ${mail} passwords of the mail server, ${meters} passwords of meters, ${providers} client secrets of single sign-on`;

const countOf = (counts: SecretCounts): number =>
  Object.values(counts).reduce((sum, one) => sum + one, 0);

await inOneSentence(async () => {
  const source = cliKeySource();
  const key = readInstallationKey(source);
  if (key === undefined) {
    throw new StartError(
      `There is no new key in ${keyFileOf(source)}: create it (openssl rand -base64 32), or set SECRETS_KEY or SECRETS_KEY_FILE.`,
    );
  }
  const former = readFormerKey(source, key);
  if (former === undefined) {
    throw new StartError(
      'SECRETS_KEY_FORMER or SECRETS_KEY_FORMER_FILE must give the key that is replaced, and SECRETS_KEY or SECRETS_KEY_FILE the new one.',
    );
  }
  await withDatabase(async (database) => {
    const { sealed, unreadable, processes } = await rotateSecrets({ database, key, former });
    console.log(`Sealed with the new key: ${listed(sealed)}.`);
    console.log('Nothing that is sealed with the former key remains.');
    if (countOf(unreadable) > 0) {
      console.log(`Neither key can read, so they have to be entered again: ${listed(unreadable)}.`);
    }
    if (processes > 0) {
      console.log(`Start the ${processes} running processes again without SECRETS_KEY_FORMER.`);
    }
    console.log('Keep the former key as long as the backups from before: they need it.');
  });
});
