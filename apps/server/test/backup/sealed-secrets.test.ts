/** Secrets in the database are encrypted with a key that no backup contains (ADR 35). */
import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { sealFactorKey } from '../../src/areas/identity/second-factor/check-code.ts';
import { beginSecondFactor } from '../../src/areas/identity/second-factor/second-factor-service.ts';
import {
  readForwarding,
  writeForwarding,
} from '../../src/areas/messaging/forwarding/forwarding-queries.ts';
import { changeConfiguration } from '../../src/areas/platform/configuration/configuration-service.ts';
import { prepareInstallation } from '../../src/areas/platform/installation/prepare-installation.ts';
import { factorOf, MAIL_PASSWORD } from '../../src/areas/shared/installation/sealed-columns.ts';
import { secretsOf } from '../../src/areas/shared/installation/sealed-secrets.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, PASSWORD } from '../support/factories/customer.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testContext } from '../support/test-context.ts';
import { backUp, emptyPlace, NOW, restoreTo, within } from './backup-fixture.ts';

const OTHER = { SECRETS_KEY: Buffer.alloc(32, 9).toString('base64') };
const FACTOR = Buffer.from('twenty bytes of a ke');
const MAIL = 'SmtpSecretPw1';

describeWithDatabase('stored secrets', (database) => {
  const tenant = fixture(() => createTenant(database, { label: 'sealed', now: NOW }));
  let forwarding: string;
  beforeAll(async () => {
    const { customerId } = tenant;
    await sql`insert into second_factor (customer_id, user_id, secret, begun_at, confirmed_at)
      values (${customerId}, 1, ${FACTOR}, now(), now())`.execute(database.db);
    await sql`insert into platform_setting (section, value, secret, changed_at)
      values ('mail', '{}', ${MAIL}, now())`.execute(database.db);
    forwarding = (await stored()).forwarding;
  });

  async function stored(db = database.db) {
    const { rows } = await sql<{ factor: Buffer; forwarding: string; mail: string }>`
      select (select secret from second_factor where customer_id = ${tenant.customerId}
          and user_id = 1) as factor,
        (select secret from forwarding where customer_id = ${tenant.customerId}) as forwarding,
        (select secret from platform_setting where section = 'mail') as mail`.execute(db);
    return rows[0]!;
  }

  it('stay unencrypted with an external database and no key, with a warning at each start', async () => {
    const before = await stored();
    const env = { SECRETS_KEY: '', DATABASE_URL: 'postgres://127.0.0.1/busbar' };
    const warnings: string[] = [];
    const lines = { write: (line: string) => void warnings.push(line) };
    const ctx = { ...testContext(database, env), log: pino({ level: 'warn' }, lines) };
    await prepareInstallation(ctx);
    expect(readdirSync(ctx.config.dataDir)).not.toContain('secrets.key');
    expect(await stored()).toEqual(before);
    expect(warnings).toEqual([expect.stringMatching(/SECRETS_KEY is not set: .+ clear text/)]);
    const user = { customerId: tenant.customerId, userId: 1 };
    expect(sealFactorKey(ctx, user, FACTOR)).toEqual(FACTOR);
    expect(secretsOf(ctx.config).seal(MAIL_PASSWORD, MAIL)).toBe(MAIL);
    const row = await readForwarding(database.db, secretsOf(ctx.config), tenant.customerId);
    expect(row.secret).toBe(forwarding);
  });

  it('are encrypted once, by the first start', async () => {
    const ctx = testContext(database);
    await prepareInstallation(ctx);
    const sealed = await stored();
    const texts = [sealed.factor.toString('latin1'), sealed.forwarding, sealed.mail];
    for (const text of texts) expect(text).toMatch(/^sealed:1:/);
    await prepareInstallation(ctx);
    expect(await stored()).toEqual(sealed);
    const secrets = secretsOf(ctx.config);
    expect(secrets.open(MAIL_PASSWORD, sealed.mail)).toBe(MAIL);
    const key = secrets.open(factorOf(tenant.customerId, 1), texts[0]!);
    expect(key).toBe(FACTOR.toString('base64'));
    const row = await readForwarding(database.db, secrets, tenant.customerId);
    expect(row.secret).toBe(forwarding);
  });

  it('are encrypted when they are entered, not only by the next start', async () => {
    const ctx = testContext(database);
    const caller = await buildCaller(ctx, { ...tenant, userId: 1 });
    const begun = await beginSecondFactor(ctx, caller, PASSWORD);
    expect(begun).toMatchObject({ ok: true });
    const entered = { enabled: false, secret: 'bws_entered', secretChangedAt: NOW };
    await writeForwarding(database.db, secretsOf(ctx.config), tenant.customerId, entered, NOW);
    await sql`delete from platform_setting`.execute(database.db);
    const mail = { host: '127.0.0.1', port: 25, tls: false, user: 'a', from: 'a@b.org' };
    const draft = { section: 'mail', value: mail, password: MAIL } as const;
    expect(await changeConfiguration(ctx, caller, draft, 0)).toMatchObject({ ok: true });
    const { rows } = await sql<{ secret: Buffer }>`
      select secret from second_factor where user_id = ${caller.userId}`.execute(database.db);
    const { forwarding: signing, mail: password } = await stored();
    for (const text of [rows[0]?.secret.toString('latin1'), signing, password]) {
      expect(text).toMatch(/^sealed:1:/);
    }
    await sql`delete from second_factor where user_id = ${caller.userId}`.execute(database.db);
  });

  it('prevent a process with another key or none from starting', async () => {
    const before = await stored();
    await expect(prepareInstallation(testContext(database, OTHER))).rejects.toThrow(
      /^The secrets in the database were sealed with another key: .+ SECRETS_KEY_LOST=1/,
    );
    const keyless = { SECRETS_KEY: '', DATABASE_URL: 'postgres://127.0.0.1/busbar' };
    await expect(prepareInstallation(testContext(database, keyless))).rejects.toThrow(
      /^The secrets in the database are sealed and this process has no key: .+ SECRETS_KEY_LOST=1/,
    );
    expect(await stored()).toEqual(before);
  });

  it('are listed as unreadable by a restore without their key, after which the server still starts', async () => {
    const file = await backUp(database, temporaryFolder());
    const place = await emptyPlace();
    const done = await restoreTo(place, file, { key: undefined, foreign: true });
    expect(done.unreadable).toMatch(/ mail server .+ forwarding \(1, .+ second factors \(1; /);
    await within(place, async (restored) => {
      const ctx = testContext(restored, OTHER);
      await prepareInstallation(ctx);
      const row = await readForwarding(restored.db, secretsOf(ctx.config), tenant.customerId);
      expect(row.secret).toBeNull();
    });
    const own = await restoreTo(await emptyPlace(), file);
    expect(own.unreadable).toBeUndefined();
  });

  it('are cleared under another key if SECRETS_KEY_LOST is set', async () => {
    const lost = testContext(database, { ...OTHER, SECRETS_KEY_LOST: '1' });
    await prepareInstallation(lost);
    await prepareInstallation(testContext(database, OTHER));
    const row = await readForwarding(database.db, secretsOf(lost.config), tenant.customerId);
    expect(row).toMatchObject({ secret: null, enabled: expect.any(Boolean) });
  });
});
