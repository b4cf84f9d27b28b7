/**
 * No secret enters the audit trail: the test makes every call of the catalogue, collects the
 * secrets that responses reveal once and that requests carry, and checks that no entry contains any
 * of them.
 */
import type { CallSpec } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { hashPassword } from '../../src/areas/identity/passwords/password-hash.ts';
import { isOfPlatform } from '../catalogue/call-role.ts';
import { buildCatalogueFixture } from '../catalogue/catalogue-fixture.ts';
import { exampleRequest, send } from '../catalogue/requests.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { PASSWORD } from '../support/factories/customer.ts';
import { fixture } from '../support/fixture.ts';
import { httpClient } from '../support/http-client.ts';

const calls: readonly CallSpec[] = CATALOGUE;
const SECRET_FIELD = /passw|secret|token|ticket|pass$/i;
const API_KEY = /^bsk_/;
const SHORTEST = 12;
/**
 * These calls are made first, because other calls delete what they need; they receive the right
 * password.
 */
const FIRST = ['v2.login', 'v2.device.secret', 'v2.report', 'v2.api-keys.add'];

/** Returns the texts in fields with the name of a secret, at any depth. */
function* secretsIn(value: unknown, name = ''): Generator<string> {
  if (typeof value === 'string') {
    if (value.length < SHORTEST) return;
    if (SECRET_FIELD.test(name) || API_KEY.test(value)) yield value;
  } else if (Array.isArray(value)) {
    for (const item of value) yield* secretsIn(item, name);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) yield* secretsIn(item, key);
  }
}

/** Replaces every password in a request with a text that can be found again. */
function withPasswords(body: Record<string, unknown>, found: Set<string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      if (typeof value !== 'string' || !/passw|pass$/i.test(key)) return [key, value];
      const secret = `Planted-${key}-${found.size}-secret`;
      found.add(secret);
      return [key, secret];
    }),
  );
}

describeWithDatabase('the audit trail', (database) => {
  const world = fixture(() => buildCatalogueFixture(database));
  const secrets = new Set<string>();

  const entries = async () => {
    const { rows } = await sql<{ text: string; module: string; command: string }>`
      select e::text as text, module, command from audit_entry e`.execute(world.database.db);
    return rows;
  };

  it('contains entries about requests, responses and actions', async () => {
    await world.database.db
      .updateTable('user_account')
      .set({ password_hash: (await hashPassword(PASSWORD))! })
      .where('customer_id', '=', world.own.customerId)
      .execute();
    await world.database.db
      .deleteFrom('report_task')
      .where('customer_id', '=', world.own.customerId)
      .execute();
    secrets.add(PASSWORD);
    const first = calls.filter(({ name }) => FIRST.includes(name));
    for (const call of [...first, ...calls]) {
      if (call.name.startsWith('health.')) continue;
      const role = isOfPlatform(call) ? 'platform' : 'admin';
      const token = await world.token(role);
      secrets.add(token);
      const request = exampleRequest(call, world.own, world.own.users[role].userId);
      request.body = first.includes(call)
        ? { ...request.body, ...('password' in request.body ? { password: PASSWORD } : {}) }
        : withPasswords(request.body, secrets);
      const answer = await send(world.app, call, request, token);
      expect([call.name, answer.statusCode < 500]).toEqual([call.name, true]);
      if (!String(answer.headers['content-type']).includes('json')) continue;
      for (const secret of secretsIn(answer.json())) secrets.add(secret);
    }
    const forwarding = await sql<{ secret: string }>`
      select secret from forwarding where secret is not null`.execute(world.database.db);
    for (const { secret } of forwarding.rows) secrets.add(secret);
    const done = (await entries()).map(({ module, command }) => `${module}: ${command}`);
    expect(done).toEqual(
      expect.arrayContaining([
        'Sign-in: sign in',
        'Sign-in: sign out',
        'Sign-in: change password',
        'Data forwarding: add api key',
        'Data forwarding: change forwarding',
        'Device information: new secret',
        'Reports: make report',
        'Audit trail: export audit trail',
      ]),
    );
  });

  it('contains no secret of any call, neither a whole one nor half of one', async () => {
    await eventually(async () => (await entries()).length).toBeGreaterThan(20);
    expect(secrets.size).toBeGreaterThan(30);
    const found = (await entries()).flatMap(({ text, module, command }) =>
      [...secrets]
        .filter((secret) => text.includes(secret.slice(0, Math.max(12, secret.length / 2))))
        .map((secret) => `${module}, ${command}: ${secret}`),
    );
    expect(found).toEqual([]);
  });

  it('contains no password of a sign-in, right or wrong', async () => {
    const client = httpClient(world.app, { browser: true });
    const { userName } = world.own.users.operator;
    const wrong = await client.login(userName, 'Planted-wrong-password-1');
    expect(wrong.body.code).not.toBe(0);
    const isThere = async () =>
      (await entries()).some(({ text }) => text.includes('refused:bad-credentials'));
    await eventually(isThere).toBe(true);
    expect((await entries()).filter(({ text }) => /Planted/.test(text))).toEqual([]);
  });
});
