/** Runs the examples of docs/guides/developer.md against a real server. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { hashPassword } from '../../src/areas/identity/passwords/password-hash.ts';
import { signedHeaders } from '../../src/areas/messaging/forwarding/signature.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { startServer, TEST_NOW } from '../support/start-server.ts';

const guide = readFileSync(
  new URL('../../../../docs/guides/developer.md', import.meta.url),
  'utf8',
);
const PASSWORD = 'guide-Example-1';
const EXAMPLE = /```sh\n(curl [^\n]+)\n```\n(?:\n```json\n([\s\S]*?)\n```)?/g;
const examples = [...guide.matchAll(EXAMPLE)].map(([, command, answer]) => ({ command, answer }));

type Variables = Readonly<Record<string, string>>;

/** Sends what curl would send: the options -H and -d, and the address. */
async function runCurl(command: string, variables: Variables): Promise<unknown> {
  const filled = command.replaceAll(/'?\$([A-Z]+)'?/g, (_, name: string) => {
    const value = variables[name];
    if (value === undefined) throw new Error(`The guide does not introduce $${name}.`);
    return value;
  });
  const words = [...filled.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
  const valuesOf = (option: string) => words.filter((_, at) => words[at - 1] === option);
  const headers = valuesOf('-H').map((header) => header.split(': ', 2) as [string, string]);
  const [body] = valuesOf('-d');
  const address = words.at(-1)!;
  const answer = await fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: Object.fromEntries(headers),
    ...(body === undefined ? {} : { body }),
  });
  return answer.json();
}

/** Fields whose values are the same in every installation. */
const FIXED = new Set(['code', 'msg', 'reason', 'start', 'end', 'state', 'switch']);

/** Fails unless the answer has the fields of the example, with values of the same types. */
function expectShape(answer: unknown, example: unknown, path: string): void {
  if (Array.isArray(example)) {
    expect(Array.isArray(answer), path).toBe(true);
    if (example.length > 0) expectShape((answer as unknown[])[0], example[0], `${path}[0]`);
  } else if (typeof example === 'object' && example !== null) {
    for (const [name, value] of Object.entries(example)) {
      expect(answer, path).toHaveProperty(name);
      const found = (answer as Record<string, unknown>)[name];
      if (FIXED.has(name)) expect(found, `${path}.${name}`).toEqual(value);
      else expectShape(found, value, `${path}.${name}`);
    }
  } else {
    expect(typeof answer, path).toBe(typeof example);
  }
}

describeWithDatabase('the guide for developers', (database) => {
  const server = fixture(() => startServer(database));
  const tenant = fixture(async () =>
    createTenant(database, {
      label: 'guide',
      now: TEST_NOW,
      passwordHash: (await hashPassword(PASSWORD))!,
    }),
  );
  const variables: Record<string, string> = {};

  beforeAll(async () => {
    const change = (method: string, path: string, body: object) =>
      server.app.inject({
        method: method as 'POST',
        url: path,
        headers: { authorization: tenant.users.admin.token },
        payload: body,
      });
    await change('PUT', '/api/v2/forwarding', { use_platform_api_flag: true });
    const key = await change('POST', '/api/v2/api-keys', {
      name: 'Guide',
      scopes: ['read:devices', 'read:readings', 'read:alarms'],
      expires_at: TEST_NOW + 86_400_000,
    });
    await database.db
      .updateTable('device_state')
      .set({
        connected: true,
        heard_at: new Date(TEST_NOW),
        switch_action: 'closeByCommand',
        switch_reported_at: new Date(TEST_NOW),
      })
      .where('device_id', '=', tenant.deviceId)
      .execute();
    await database.db.deleteFrom('command').where('device_id', '=', tenant.deviceId).execute();
    Object.assign(variables, {
      BUSBAR: server.url,
      KEY: key.json().data.key,
      TOKEN: tenant.users.operator.token,
      DEVICE: tenant.deviceCode,
      ACCOUNT: tenant.users.operator.userName,
      PASSWORD,
    });
  });

  it('has an example of every way to call', () => {
    expect(examples.length).toBeGreaterThanOrEqual(7);
  });

  it.each(examples)('is answered as written: $command', async ({ command, answer }) => {
    const found = await runCurl(command!, variables);
    const { data } = found as { data?: { token?: string; command_id?: string } };
    if (data?.command_id !== undefined) variables['COMMAND'] = data.command_id;
    if (answer === undefined) expect(found).toHaveProperty('openapi');
    else expectShape(found, JSON.parse(answer), 'answer');
  });

  it('verifies the signature of a batch, and refuses a changed or an old one', async () => {
    const [, code] = /```js\n([\s\S]*?)\n```/.exec(guide)!;
    const module = await import(`data:text/javascript,${encodeURIComponent(code!)}`);
    const body = '{"records":[]}';
    const headers = signedHeaders('secret', 'id', 1, TEST_NOW, body);
    const now = TEST_NOW / 1000;
    expect(module.isGenuine(headers, body, 'secret', now)).toBe(true);
    expect(module.isGenuine(headers, `${body} `, 'secret', now)).toBe(false);
    expect(module.isGenuine(headers, body, 'other', now)).toBe(false);
    expect(module.isGenuine(headers, body, 'secret', now + 301)).toBe(false);
    expect(module.isGenuine({}, body, 'secret', now)).toBe(false);
  });
});
