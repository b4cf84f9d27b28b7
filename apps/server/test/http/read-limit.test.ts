/** Read calls over the limit wait, and every call that ends lets the next one run, over real sockets. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ReadLimit } from '../../src/http/calls/read-limit.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { startServer, TEST_NOW } from '../support/start-server.ts';

describe('the limit of read calls', () => {
  const limit = new ReadLimit(2);
  const held: { path: string; release: () => void; response: ServerResponse }[] = [];
  const begun: string[] = [];
  const http = createServer((incoming: IncomingMessage, response) => {
    void limit.acquire(incoming).then((release) => {
      if (release === undefined) return;
      begun.push(incoming.url!);
      held.push({ path: incoming.url!, release, response });
    });
  });
  beforeAll(() => new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve)));
  afterAll(() => http.close());

  const send = (path: string) =>
    new Promise<ReturnType<typeof request>>((resolve) => {
      const sent = request({ host: '127.0.0.1', port: (http.address() as AddressInfo).port, path });
      sent.on('error', () => undefined);
      sent.on('response', (response) => response.resume());
      sent.end(() => resolve(sent));
    });
  const finish = (path: string) => {
    const index = held.findIndex((call) => call.path === path);
    const [call] = held.splice(index, 1);
    call!.response.end();
    call!.release();
    call!.release();
  };

  it('lets calls run in the order of arrival, without clients that have disconnected', async () => {
    await send('/1');
    await eventually(() => begun).toEqual(['/1']);
    await send('/2');
    await eventually(() => begun).toEqual(['/1', '/2']);
    const waiting = [];
    for (const path of ['/3', '/4', '/5']) {
      waiting.push(await send(path));
      await eventually(() => limit.waitingCount).toBe(waiting.length);
    }
    waiting[1]!.destroy();
    await eventually(() => limit.waitingCount).toBe(2);
    finish('/2');
    await eventually(() => begun).toEqual(['/1', '/2', '/3']);
    finish('/1');
    await eventually(() => begun).toEqual(['/1', '/2', '/3', '/5']);
    finish('/3');
    finish('/5');
    expect(limit.waitingCount).toBe(0);
  });
});

describeWithDatabase('the limit of the server', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const tenant = fixture(() => createTenant(database, { label: 'limit', now: TEST_NOW }));
  const MORE_THAN_LIMIT = 40;
  const url = (path: string) => `${server.url}${path}`;
  const get = (path: string, token: string) =>
    fetch(url(path), { headers: { authorization: token } });

  async function expectFree(): Promise<void> {
    const { status } = await get('/api/v2/statistics-online', tenant.users.admin.token);
    expect(status).toBe(200);
  }

  it.each([
    ['without a session', '/api/v2/statistics-online', 401],
    ['with invalid fields', '/api/v2/energy-fee?date_type=day&count=x', 400],
    ['that are answered', '/api/v2/statistics-online', 200],
  ])('is not used up by calls %s', async (_, path, status) => {
    const token = status === 401 ? 'nobody' : tenant.users.admin.token;
    const answers = Array.from({ length: MORE_THAN_LIMIT }, () => get(path, token));
    for (const answer of await Promise.all(answers)) expect(answer.status).toBe(status);
    await expectFree();
  });

  it('is not used up by calls whose client disconnects while they run or wait', async () => {
    await database.db.transaction().execute(async (trx) => {
      await sql`lock table device_state in access exclusive mode`.execute(trx);
      const abort = new AbortController();
      const calls = Array.from({ length: MORE_THAN_LIMIT }, () =>
        fetch(url('/api/v2/devices'), {
          headers: { authorization: tenant.users.admin.token },
          signal: abort.signal,
        }).catch(() => 'aborted'),
      );
      await eventually(async () => {
        const { rows } = await sql<{ count: number }>`select count(*)::int as count
          from pg_locks join pg_database d on d.oid = database
          where d.datname = current_database() and not granted`.execute(trx);
        return rows[0]!.count;
      }).toBeGreaterThan(3);
      abort.abort();
      expect(new Set(await Promise.all(calls))).toEqual(new Set(['aborted']));
    });
    await expectFree();
  });
});
