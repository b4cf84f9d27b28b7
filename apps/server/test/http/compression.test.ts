/** Compression of answers over real HTTP (docs/adr/0052-few-scripts-and-compressed-answers.md). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { CallSpec } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import { expect, it } from 'vitest';
import { isCompressible } from '../../src/http/compression.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { startServer, TEST_NOW } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRIPT = `export const text = '${'busbar '.repeat(400)}';`;

interface Answer {
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

/** Unlike `fetch`, it returns the bytes as they were sent. */
function read(url: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(parts) }));
    }).on('error', reject);
  });
}

describeWithDatabase('compression', (database) => {
  const server = fixture(() => {
    const webDir = temporaryFolder();
    mkdirSync(join(webDir, 'assets'));
    writeFileSync(join(webDir, 'index.html'), '<!doctype html>');
    writeFileSync(join(webDir, 'assets', 'main-1.js'), SCRIPT);
    writeFileSync(join(webDir, 'assets', 'main-1.js.br'), brotliCompressSync(SCRIPT));
    writeFileSync(join(webDir, 'assets', 'main-1.js.gz'), gzipSync(SCRIPT));
    return startServer(database, { webDir });
  });
  const tenant = fixture(() => createTenant(database, { label: 'packed', now: TEST_NOW }));

  it.each([
    ['br', 'gzip, deflate, br', (body: Buffer) => brotliDecompressSync(body)],
    ['gzip', 'gzip', (body: Buffer) => gunzipSync(body)],
    [undefined, 'identity', (body: Buffer) => body],
  ])(
    'of a script is %s for accept-encoding %s, cached permanently',
    async (sent, taken, unpack) => {
      const { headers, body } = await read(`${server.url}/assets/main-1.js`, {
        'accept-encoding': taken,
      });
      expect(headers['content-encoding']).toBe(sent);
      expect(headers['content-type']).toContain('javascript');
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers.vary?.toString().toLowerCase()).toContain('accept-encoding');
      expect(unpack(body).toString()).toBe(SCRIPT);
    },
  );

  const call = (path: string, taken: string) =>
    read(server.url + path, {
      authorization: tenant.users.admin.token,
      'accept-encoding': taken,
    });

  it('shrinks the answer of a read to the same content', async () => {
    const plain = await call('/api/v2/sys/menus', 'identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.length).toBeGreaterThan(1024);
    const packed = await call('/api/v2/sys/menus', 'br');
    expect(packed.headers['content-encoding']).toBe('br');
    expect(packed.headers['cache-control']).toBe('no-store');
    expect(packed.headers.vary?.toString().toLowerCase()).toContain('accept-encoding');
    expect(packed.body.length).toBeLessThan(plain.body.length / 2);
    expect(brotliDecompressSync(packed.body).toString()).toBe(plain.body.toString());
  });

  it('leaves small answers, and the answer of a call with a signed link, as they are', async () => {
    for (const path of ['/api/v2/my/account', '/api/v2/reports', '/api/v2/nothing']) {
      const { headers } = await call(path, 'br, gzip');
      expect([path, headers['content-encoding']]).toEqual([path, undefined]);
    }
  });

  it('is impossible for answers with a secret, a token or a signed link', () => {
    const compressed = (CATALOGUE as readonly CallSpec[]).filter(isCompressible);
    expect(compressed.length).toBeGreaterThan(100);
    const telling = compressed.flatMap(({ name, answer }) =>
      fieldsOf({ properties: answer })
        .filter((field) => SECRET.test(field) && !HARMLESS.has(`${name} ${field}`))
        .map((field) => `${name} ${field}`),
    );
    expect(telling).toEqual([]);
    for (const name of ['v2.login', 'v2.device.secret', 'v2.api-keys.add', 'v2.report']) {
      expect(compressed.some((one) => one.name === name)).toBe(false);
    }
  });
});

const SECRET = /secret|token|password|signature|recovery|^url$|^api_key$/i;

/** Fields whose names only sound like secrets. */
const HARMLESS: ReadonlySet<string> = new Set([
  // First characters and time of change of the signing secret.
  'v2.forwarding secret_prefix',
  'v2.forwarding secret_changed_at',
  // Whether passwords are permitted, and whether a secret is stored.
  'v2.sso.settings allows_passwords',
  'v2.sso.settings has_secret',
  // Whether a password is set, and how many codes are left.
  'v2.configuration password_set',
  'v2.my.account recovery_codes_left',
  // Address of the tile server, which each browser with a map sends to it.
  'v2.group url',
  'v2.ping-token url',
  // A setting of a DTU.
  'v2.serial-line needs_secret',
  // Whether a meter has a password, and its level.
  'v2.serial-line has_password',
  'v2.serial-line password_level',
  // Addresses of pages.
  'v2.sys.menus url',
  'v1.sys.user.getMenuByToken url',
]);

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** Names of all fields of the schema. */
function fieldsOf(schema: object): string[] {
  const { properties = {}, items, anyOf = [] } = schema as Schema;
  const below = [...Object.values(properties), ...anyOf, ...(items === undefined ? [] : [items])];
  return [...Object.keys(properties), ...below.flatMap(fieldsOf)];
}
