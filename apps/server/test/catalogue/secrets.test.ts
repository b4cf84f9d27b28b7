/**
 * docs/promises.md T4: no response of any call to any caller contains a hash or a secret of the own
 * customer. The mail address of another person appears only for callers who manage it.
 */
import { randomBytes } from 'node:crypto';
import type { CallSpec } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import { ROLES } from '@busbar/domain/access/role';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { type CustomerColumn, customerColumns } from '../support/canary/customer-columns.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { colleagueOf } from '../support/factories/colleague.ts';
import type { Tenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { type Asker, tokenOf } from './askers.ts';
import { buildCatalogueFixture } from './catalogue-fixture.ts';
import { exampleRequest, seen, send } from './requests.ts';

const calls: readonly CallSpec[] = CATALOGUE;
const ASKERS: readonly Asker[] = [...ROLES, 'key'];
/** Columns that no response may contain; the chain of the audit trail is public by design. */
const isSecret = ({ table, column, type }: CustomerColumn): boolean =>
  !table.startsWith('audit_') &&
  ((type === 'bytea' && /hash|secret/.test(column)) ||
    (type === 'text' && /^(password_hash|secret|p256dh|auth|endpoint)$/.test(column)));

/** The callers who see the mail addresses of other people, by call; no other caller sees any. */
const MAILS_SHOWN: Readonly<Record<string, readonly Asker[]>> = {
  // Administrators see addresses because they invite users.
  'v2.users': ['admin'],
  // The receivers of a project's notices are part of the project (docs/decisions.md 26), shown to
  // all who can read it.
  'v2.config.notice': ['admin', 'engineer', 'operator', 'viewer', 'auditor'],
};

const HOUR_MS = 3_600_000;
const mailOf = (whose: string): string => `${whose}-person@people.example`;
const MAILS = [...ROLES, 'customer', 'notice'];

describeWithDatabase('secrets of the own customer', (database) => {
  const world = fixture(() => buildCatalogueFixture(database));
  /** The column of each secret, keyed by every form in which a server could write the secret. */
  const secrets = new Map<string, string>();

  beforeAll(async () => {
    await buildMails(world.own);
    await buildSecrets(world.own);
    for (const column of await secretColumns()) await harvest(column);
    for (const { token } of Object.values(world.own.users)) secrets.set(token, 'token');
  });

  const secretColumns = async () => (await customerColumns(world.database.db)).filter(isSecret);

  async function buildMails({ customerId, users }: Tenant): Promise<void> {
    const { db } = world.database;
    for (const role of ROLES) {
      const mail = { mail_address: mailOf(role) };
      await db
        .insertInto('notification_profile')
        .values({ customer_id: customerId, user_id: users[role].userId, ...mail })
        .onConflict((at) => at.columns(['customer_id', 'user_id']).doUpdateSet(mail))
        .execute();
      await db
        .updateTable('user_account')
        .set({ reset_mail: mailOf(role) })
        .where('customer_id', '=', customerId)
        .where('user_id', '=', users[role].userId)
        .execute();
    }
    await db
      .updateTable('customer')
      .set({ email: mailOf('customer') })
      .where('customer_id', '=', customerId)
      .execute();
    await db
      .updateTable('project_notice')
      .set({ mail_address: mailOf('notice') })
      .where('customer_id', '=', customerId)
      .execute();
  }

  /**
   * Fills every secret column: existing rows get a secret, and missing rows are added for the
   * colleague.
   */
  async function buildSecrets(own: Tenant): Promise<void> {
    const { db } = world.database.as('owner');
    const of = { customer_id: own.customerId, user_id: colleagueOf(own).userId };
    const expires_at = new Date(world.server.clock.now() + HOUR_MS);
    const begun_at = new Date(world.server.clock.now());
    await db
      .insertInto('second_factor')
      .values({ ...of, secret: randomBytes(32), begun_at, confirmed_at: begun_at })
      .execute();
    await db
      .insertInto('recovery_code')
      .values({ ...of, code_hash: randomBytes(32) })
      .execute();
    await db
      .insertInto('invitation')
      .values({ ...of, token_hash: randomBytes(32), password_hash: 'x', expires_at })
      .execute();
    await db
      .insertInto('sign_in_challenge')
      .values({
        ...of,
        challenge_hash: randomBytes(32),
        password_hash: 'x',
        must_change_password: false,
        from_browser: true,
        expires_at,
      })
      .execute();
    await db
      .insertInto('sso_attempt')
      .values({
        ...of,
        state_hash: randomBytes(32),
        browser_hash: randomBytes(32),
        token_hash: randomBytes(32),
        issuer: 'https://login.example',
        revision: 1,
        return_path: '/',
        expires_at,
      })
      .execute();
    await db
      .insertInto('provider_logout')
      .values({
        customer_id: own.customerId,
        logout_hash: randomBytes(32),
        sid_hash: randomBytes(32),
        issuer: 'https://login.example',
        received_at: begun_at,
        expires_at,
      })
      .execute();
    await db
      .insertInto('push_subscription')
      .values({
        ...of,
        endpoint: 'https://push.example/x',
        p256dh: 'x',
        auth: 'x',
        created_at: begun_at,
      })
      .execute();
    for (const { table, column, type, key } of await secretColumns()) {
      // The hashes that open the sessions and keys of this test are left unchanged.
      if (key && table !== 'push_subscription') continue;
      const secret = type === 'bytea' ? randomBytes(32) : randomBytes(32).toString('base64url');
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${secret}
        where customer_id = ${own.customerId}`.execute(db);
    }
  }

  async function harvest({ table, column, type }: CustomerColumn): Promise<void> {
    const { rows } = await sql<{ value: Uint8Array | string | null }>`
      select ${sql.ref(column)} as value from ${sql.table(table)}
      where customer_id = ${world.own.customerId}`.execute(world.database.db);
    for (const { value } of rows) {
      if (value === null) continue;
      const bytes = type === 'bytea' ? Buffer.from(value as Uint8Array) : undefined;
      for (const form of bytes === undefined ? [String(value)] : written(bytes)) {
        secrets.set(form, `${table}.${column}`);
      }
    }
  }

  it('are present in every column that stores one', async () => {
    const kept = new Set(secrets.values());
    const names = (await secretColumns()).map(({ table, column }) => `${table}.${column}`);
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !kept.has(name))).toEqual([]);
    expect([...secrets.keys()].filter((form) => form.length < 20)).toEqual([]);
  });

  it('are in no response, and neither is another person’s address except for callers who manage it', async () => {
    const told: string[] = [];
    const mails: Record<string, Set<Asker>> = {};
    // Read calls come first, because calls that change data delete what could have been shown.
    const isRead = ({ effect }: CallSpec) => effect === 'read';
    for (const part of [calls.filter(isRead), calls.filter((call) => !isRead(call))]) {
      for (const [call, asker] of part.flatMap((each) =>
        ASKERS.map((who) => [each, who] as const),
      )) {
        const self = asker === 'key' ? 'admin' : asker;
        const request = exampleRequest(call, world.own, world.own.users[self].userId);
        const token = await tokenOf(world, asker);
        const text = seen(await send(world.app, call, request, token));
        for (const [form, name] of secrets) {
          if (text.includes(form)) told.push(`${call.name} to ${asker}: ${name}`);
        }
        if (MAILS.some((whose) => whose !== asker && text.includes(mailOf(whose)))) {
          mails[call.name] = (mails[call.name] ?? new Set()).add(asker);
        }
      }
    }
    expect(told).toEqual([]);
    expect(
      Object.fromEntries(Object.entries(mails).map(([name, askers]) => [name, [...askers]])),
    ).toEqual(MAILS_SHOWN);
  });
});

/** Returns the forms in which careless code would write bytes. */
function written(bytes: Buffer): string[] {
  return [
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    JSON.stringify([...bytes]).slice(1, -1),
  ];
}
