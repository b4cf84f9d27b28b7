/** Keys with which the rotation, or a start, is refused in one sentence. */
import { beforeAll, describe, expect, it } from 'vitest';
import { prepareInstallation } from '../../src/areas/platform/installation/prepare-installation.ts';
import { freshDatabase, type TestDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { testContext } from '../support/test-context.ts';
import {
  BOTH,
  countByKey,
  NEW,
  NEW_ONLY,
  OLD,
  OLD_ONLY,
  OTHER,
  sowFactors,
} from './rotation-fixture.ts';
import { rotate } from './rotation-program.ts';

let database: TestDatabase;
const prepare = (env: Readonly<Record<string, string>>) =>
  prepareInstallation(testContext(database, env));

describe('wrong keys', () => {
  const text = (key: Buffer): string => key.toString('base64');
  beforeAll(async () => {
    database = await freshDatabase();
    const tenant = await createTenant(database, { label: 'wrong', now: Date.now() });
    await prepare(OLD_ONLY);
    await sowFactors(database, tenant, 1);
  });

  it.each([
    ['no former key', NEW_ONLY, /^SECRETS_KEY_FORMER or SECRETS_KEY_FORMER_FILE must give the key/],
    [
      'no new key',
      { SECRETS_KEY_FORMER: text(OLD) },
      /^There is no new key in .+secrets\.key: create/,
    ],
    [
      'the same key twice',
      { SECRETS_KEY: text(OLD), SECRETS_KEY_FORMER: text(OLD) },
      /^SECRETS_KEY and SECRETS_KEY_FORMER are the same key: SECRETS_KEY must be the new one/,
    ],
    [
      'another former key',
      { SECRETS_KEY: text(NEW), SECRETS_KEY_FORMER: text(OTHER) },
      /^The secrets in the database are sealed with another key than SECRETS_KEY_FORMER/,
    ],
    [
      'exchanged keys',
      { SECRETS_KEY: text(OLD), SECRETS_KEY_FORMER: text(NEW) },
      /the two may be exchanged, because SECRETS_KEY is the new key\. Nothing was changed/,
    ],
    [
      'a former key that is none',
      { SECRETS_KEY: text(NEW), SECRETS_KEY_FORMER: 'short' },
      /^SECRETS_KEY_FORMER must be 32 bytes in base64 \(openssl rand -base64 32\)\./,
    ],
    [
      'a file that does not exist',
      { SECRETS_KEY: text(NEW), SECRETS_KEY_FORMER_FILE: '/nowhere/key' },
      /^The file that SECRETS_KEY_FORMER_FILE names, "\/nowhere\/key", cannot be read \(ENOENT\)\./,
    ],
  ])('%s: one sentence, and nothing is changed', async (_, env, sentence) => {
    const { code, said } = await rotate(database, env);
    expect(said).toMatch(sentence);
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
    const counts = await countByKey(database.db);
    expect({ ...counts, isNew: counts.new > 0 }).toMatchObject({ isNew: false });
  });

  it('a start with the same key twice, or a former key alone, is refused with one sentence', async () => {
    await expect(
      prepare({ SECRETS_KEY: text(OLD), SECRETS_KEY_FORMER: text(OLD) }),
    ).rejects.toThrow(/are the same key/);
    const keyless = { SECRETS_KEY: '', DATABASE_URL: 'postgres://127.0.0.1/busbar' };
    await expect(prepare({ ...keyless, SECRETS_KEY_FORMER: text(OLD) })).rejects.toThrow(
      /^SECRETS_KEY_FORMER is set without a new key/,
    );
  });

  it('a database without a key has nothing to replace', async () => {
    const unsealed = await freshDatabase();
    expect((await rotate(unsealed, BOTH)).said).toMatch(/^No secret in the database is sealed yet/);
  });
});
