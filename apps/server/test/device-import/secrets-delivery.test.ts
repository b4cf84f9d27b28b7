/**
 * Secrets of an import over real sockets: an aborted response does not count as delivered, a
 * complete one is the only delivery.
 */
import { readdirSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  importMark,
  importsFolder,
} from '../../src/areas/onboarding/device-import/preview-files.ts';
import { takePreview } from '../../src/areas/onboarding/device-import/taken-preview.ts';
import { sha256 } from '../../src/areas/shared/secrets/session-secret.ts';
import { describeWithDatabase, exclusive } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCustomer } from '../support/factories/customer.ts';
import { freshCode } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { httpClient } from '../support/http-client.ts';
import { startServer } from '../support/start-server.ts';
import { csv, HEAD } from './import-files.ts';

const SECRETS = '/api/v2/device-import/secrets';
/** Enough devices for a response of about 1.2 MB, which no unread socket buffers completely. */
const DEVICES = 5_000;

describeWithDatabase('the secrets of an import', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const customer = fixture(() => buildCustomer(server.parts.context));
  const admin = fixture(() => buildClient(server, customer, { role: 'admin' }));

  async function accepted(count: number) {
    const codes = Array.from({ length: count }, () => freshCode('SENT'));
    const rows = codes.map((code) => [code, `${code} ${'n'.repeat(80)}`, 'MT61']);
    const preview = await admin.post('/api/v2/device-import', { content: csv([HEAD, ...rows]) });
    const { import_id } = preview.body.data as { import_id: string };
    await admin.post('/api/v2/device-import/accept', { import_id });
    return { codes, import_id };
  }

  /** Sends the request on a separate connection; the caller reads the response. */
  async function ask(import_id: string): Promise<Socket> {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const body = JSON.stringify({ import_id, language: 'en' });
    socket.write(
      `POST ${SECRETS} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: ${admin.token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.once('readable', resolve);
    });
    return socket;
  }

  function secretsOf(content: string): Map<string, string> {
    const lines = Buffer.from(content, 'base64').toString('utf8').trim().split('\r\n').slice(1);
    return new Map(lines.map((line) => [line.split(',')[0]!, line.split(',')[2]!]));
  }

  /** Returns the time, by its own clock, at which the sending process was last active. */
  function heldSince(ending: string): number | undefined {
    const folder = importsFolder(server.parts.context);
    const name = readdirSync(folder).find((one) => one.endsWith(ending));
    return name === undefined ? undefined : Math.round(statSync(join(folder, name)).atimeMs);
  }

  it('are available again if the connection breaks in the middle of the response', async () => {
    const { codes, import_id } = await accepted(DEVICES);
    const socket = await ask(import_id);
    expect(String(socket.read(12))).toBe('HTTP/1.1 200');
    socket.destroy();
    let content = '';
    await eventually(async () => {
      const { body } = await admin.post(SECRETS, { import_id, language: 'en' });
      content = body.data?.content;
      return body.reason ?? 'delivered';
    }).toBe('delivered');
    const secrets = secretsOf(content);
    expect([...secrets.keys()]).toEqual(codes);
    const stored = await database.db
      .selectFrom('device')
      .select(['device_code', 'secret_hash'])
      .where('device_code', 'in', codes)
      .execute();
    for (const { device_code: code, secret_hash: hash } of stored) {
      expect(hash?.equals(sha256(secrets.get(code)!))).toBe(true);
    }
    const again = await admin.post(SECRETS, { import_id });
    expect(again.body).toMatchObject({ code: 41410, reason: 'import-secrets-gone' });
  });

  it.each([['half a minute later if several processes may be running', false]])(
    'are restored after the process that was sending them has ended, %s',
    async (_name, isAlone) => {
      const { codes, import_id } = await accepted(3);
      const { context } = server.parts;
      expect(await takePreview(context, admin, import_id)).toMatchObject({ preview: {} });
      const taken = `${importMark(import_id)}.json.taken`;
      expect(heldSince(taken)).toBe(server.clock.now());
      // Another process on the same data starts while the first is sending.
      const DATA_DIR = context.config.dataDir;
      const second = await startServer(isAlone ? exclusive(database) : database, {
        env: { ROLES: 'api', DATA_DIR },
      });
      try {
        const other = httpClient(second.app, { token: admin.token! });
        const fetched = () => other.post(SECRETS, { import_id, language: 'en' });
        if (isAlone) second.clock.advance(server.clock.now() - second.clock.now());
        else {
          // The first process renews its claim while it sends, however long sending takes.
          for (let i = 0; i < 6; i++) {
            for (const { clock } of [server, second]) clock.advance(10_000);
            await eventually(() => heldSince(taken)).toBe(server.clock.now());
            expect((await fetched()).body).toMatchObject({ reason: 'import-secrets-under-way' });
          }
          // From here on the first process behaves as if it had been killed: its clock no longer
          // advances.
          second.clock.advance(29_999);
          expect((await fetched()).body).toMatchObject({ reason: 'import-secrets-under-way' });
          second.clock.advance(1);
        }
        const answers = await Promise.all([fetched(), fetched(), fetched()]);
        const given = answers.filter(({ body }) => body.code === 0);
        expect(given).toHaveLength(1);
        expect([...secretsOf(given[0]!.body.data.content).keys()]).toEqual(codes);
      } finally {
        await second.stop();
      }
    },
  );

  it('are deleted with their file once a response was read completely', async () => {
    const { codes, import_id } = await accepted(3);
    const socket = await ask(import_id);
    let text = '';
    while (!/"connection".*\}\}?$/s.test(text)) {
      text += socket.read() ?? '';
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { data } = JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) as {
      data: { content: string };
    };
    expect([...secretsOf(data.content).keys()]).toEqual(codes);
    expect((await admin.post(SECRETS, { import_id })).body.code).toBe(41410);
    socket.end();
    const kept = () => readdirSync(importsFolder(server.parts.context)).join();
    await eventually(kept).not.toContain(importMark(import_id));
    expect((await admin.post(SECRETS, { import_id })).body.code).toBe(41410);
  });
});
