/**
 * The log contains no secret and no name of a customer (docs/promises.md O9): the program itself
 * runs at its most verbose log level, through successes and failures, and every line it wrote is
 * searched.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../support/databases.ts';
import { freePort, type ServerProgram, serverProgram } from '../support/programs/server-program.ts';
import { connectDevice, publishUp } from '../support/start-gateway.ts';

const planted = (what: string) => `${what}-${randomBytes(6).toString('hex')}-Xy9`;

const SECRETS = {
  activation: planted('activation'),
  platform: planted('platform'),
  mailServer: planted('mailserver'),
  wrongPassword: planted('wrong'),
  newPassword: planted('chosen'),
  wrongDeviceSecret: planted('device'),
  wrongToken: planted('token'),
  inBrokenBody: planted('broken'),
  inQuery: planted('query'),
  inPayload: planted('payload'),
};
const NAMES = {
  customer: planted('Kundin'),
  contact: planted('Contact'),
  device: planted('Pumpe'),
  key: planted('Schluessel'),
  mail: `${planted('box').toLowerCase()}@example.org`,
};

let database: TestDatabase;
let program: ServerProgram;
let base: string;

beforeAll(async () => {
  if (inject('postgresUrl') === '') return;
  database = await freshDatabase();
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  program = await serverProgram({
    PORT: String(port),
    DATABASE_URL: database.databaseUrl!,
    LOG_LEVEL: 'debug',
    PUBLIC_URL: base,
    ACTIVATION_PASSWORD: SECRETS.activation,
    PLATFORM_ADMIN_PASSWORD: SECRETS.platform,
    // Nothing listens on this port, so every mail fails.
    SMTP_URL: `smtp://busbar:${SECRETS.mailServer}@127.0.0.1:${await freePort()}`,
  });
  await program.start();
});
afterAll(() => program?.remove());

async function post(path: string, body: object | string, token?: string) {
  const answer = await fetch(base + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: token }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return (await answer.json()) as { code?: number; errCode?: number; data: Record<string, string> };
}

const login = (password: string) =>
  post('/api/v2/login', { user_account: 'canary.admin', password, login_type: 'admin' });

/**
 * Registers a customer, which is activated and chooses a password; returns the data sent on the
 * way.
 */
async function openAccount(): Promise<{
  initial: string;
  token: string;
  groupId: number;
}> {
  const registered = await post('/api/v2/register', {
    chinese_code: NAMES.customer,
    english_code: NAMES.customer,
    contact_user: NAMES.contact,
    platform_account: 'canary.admin',
    use_platform_api_flag: true,
  });
  const { customer_id, initial_password: initial = '' } = registered.data;
  const activate = (input_pass: string) =>
    post('/api/v2/audit', { audit_flag: true, customer_id, input_pass });
  expect((await activate(SECRETS.wrongPassword)).code).not.toBe(0);
  expect((await activate(SECRETS.activation)).code).toBe(0);
  expect((await login(SECRETS.wrongPassword)).code).not.toBe(0);
  const first = await login(initial);
  const changed = await post(
    '/sys/user/modifyPwd',
    { oldPassword: initial, password: SECRETS.newPassword },
    first.data['token'],
  );
  expect(changed.errCode).toBe(0);
  const { token, user_info } = (await login(SECRETS.newPassword)).data as unknown as {
    token: string;
    user_info: { group_id: number };
  };
  return { initial, token, groupId: user_info.group_id };
}

it('the log contains none of the secrets and names that were entered or sent', async () => {
  const { initial, token, groupId } = await openAccount();

  const rates = await fetch(`${base}/api/v2/rates`, { headers: { authorization: token } });
  const rate = ((await rates.json()) as { data: { id: number }[] }).data[0]!.id;
  const device = await post(
    '/device/addOrUpdate',
    {
      deviceName: NAMES.device,
      deviceSymbolCode: 'CANARY-00001',
      deviceType: 'MT61',
      groupId,
      rate,
    },
    token,
  );
  expect(device).toMatchObject({ errCode: 0 });
  const secret = device.data['device_secret']!;
  const known = { deviceCode: 'CANARY-00001', secret };
  await expect(
    connectDevice(program.mqttPort, { ...known, secret: SECRETS.wrongDeviceSecret }),
  ).rejects.toThrow();
  const client = await connectDevice(program.mqttPort, known);
  await publishUp(client, known.deviceCode, 'data', `{"password":"${SECRETS.inPayload}"`);
  client.end(true);

  const key = await post(
    '/api/v2/api-keys',
    { name: 'Canary', scopes: ['read:readings'], expires_at: Date.now() + 86_400_000 },
    token,
  );
  expect(key.code).toBe(0);
  const invited = await post(
    '/api/v2/users',
    {
      name: 'canary.user',
      role: 'viewer',
      group_id: String(groupId),
      mail: NAMES.mail,
      send_mail: true,
    },
    token,
  );
  expect(invited).toMatchObject({ code: 0, data: { mailed: false } });

  await post('/api/v2/login', `{"user_account":"a","password":"${SECRETS.inBrokenBody}"`);
  await post('/api/v2/users', {}, SECRETS.wrongToken);
  await fetch(`${base}/api/v2/report?token=${SECRETS.inQuery}`);
  await fetch(`${base}/%zz?token=${SECRETS.inQuery}`);
  // An unexpected failure: the database error names the row and its values.
  await sql`alter table api_key add constraint refused_name
    check (name <> ${sql.lit(NAMES.key)})`.execute(database.db);
  const failed = await post(
    '/api/v2/api-keys',
    { name: NAMES.key, scopes: ['read:readings'], expires_at: Date.now() + 86_400_000 },
    token,
  );
  expect(failed.code).toBe(500);
  await program.end('SIGTERM');

  const all = program.said.join('\n');
  // The program did log these events at this level.
  for (const line of ['a device was refused', 'a connection ended', 'refused_name', 'stopping']) {
    expect(all).toContain(line);
  }
  const told = [initial, token, secret, key.data['key'], invited.data['initial_password']];
  expect(told.every((one) => typeof one === 'string' && String(one).length > 8)).toBe(true);
  const found = Object.entries({ ...SECRETS, ...NAMES, ...told }).filter(([, value]) =>
    all.includes(value as string),
  );
  expect(found.map(([what]) => what)).toEqual([]);
});
