/**
 * Reports over HTTP: requests are rejected or deduplicated, and links are valid for ten seconds in
 * their session only.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { openSession } from '../support/factories/session.ts';
import { httpClient } from '../support/http-client.ts';
import { reportFixture, type Told } from './report-fixture.ts';

describeWithDatabase('reports', (database) => {
  const { server, own, client, about, ask, fetchFile, fileOf, freshClient, make } =
    reportFixture(database);

  describe('download links', () => {
    const query = { type: 'energy', start: '2026-11-10', end: '2026-11-20' };

    it('expire after ten seconds and can be requested again', async () => {
      const { task } = await fileOf(query);
      expect(task.expires_in).toBe(10);
      server.clock.advance(9_999);
      expect((await fetchFile(task.url, client)).statusCode).toBe(200);
      server.clock.advance(1);
      const late = await fetchFile(task.url, client);
      expect([late.statusCode, late.json().reason]).toEqual([200, 'report-link-over']);
      const again = await about(task.task_id);
      expect((await fetchFile(again.url, client)).statusCode).toBe(200);
    });

    it('open nothing without their session, or with another session of the same user', async () => {
      const { task } = await fileOf(query);
      const stranger = httpClient(server.app);
      expect((await fetchFile(task.url, stranger)).statusCode).toBe(404);
      stranger.token = await openSession(
        server.parts.context.database,
        own.customerId,
        own.users.operator.userId,
        server.clock.now(),
      );
      expect((await fetchFile(task.url, stranger)).statusCode).toBe(404);
      stranger.token = own.users.admin.token;
      expect((await fetchFile(task.url, stranger)).statusCode).toBe(404);
      expect((await ask({ task_id: task.task_id }, stranger)).status).toBe(404);
    });

    it('are valid for their task and their expiry only', async () => {
      const { task } = await fileOf(query);
      const other = await fileOf({ ...query, end: '2026-11-19' });
      const [, path, expires, signature] = /^(.+?)\?expires=(\d+)&signature=(.+)$/.exec(task.url)!;
      for (const url of [
        `${path}?expires=${Number(expires) + 60_000}&signature=${signature}`,
        `${path}?expires=${expires}&signature=${randomBytes(32).toString('base64url')}`,
        `${path}?expires=${expires}`,
        path!,
        task.url.replace(`/${task.task_id}/`, `/${other.task.task_id}/`),
      ]) {
        expect((await fetchFile(url, client)).statusCode).toBe(404);
      }
    });

    it('can be followed by a browser with its cookie alone', async () => {
      const browser = httpClient(server.app, { browser: true });
      const account = await browserAccount();
      await browser.login(account.userName, account.password);
      const asked = await ask(query, browser);
      const task = await make(asked.body.data.task_id, browser);
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await server.app.inject({ method: 'GET', url: task.url, headers: { cookie } });
      expect(answer.statusCode).toBe(200);
      expect(
        (
          await server.app.inject({
            method: 'GET',
            url: task.url,
            headers: { authorization: browser.token! },
          })
        ).statusCode,
      ).toBe(404);
    });

    it('an interrupted download resumes, by the name of the organisation', async () => {
      await sql`update customer set english_code = ${'Öl "1"/Nord'}
        where customer_id = ${own.customerId}`.execute(database.db);
      const { task, bytes, headers } = await fileOf(query);
      expect(headers['accept-ranges']).toBe('bytes');
      expect(headers['content-disposition']).toBe(
        'attachment; filename="_l-1-Nord-energy-2026-11-10_2026-11-20.csv"; ' +
          "filename*=UTF-8''%C3%96l-1-Nord-energy-2026-11-10_2026-11-20.csv",
      );
      expect(headers['cache-control']).toBe('private, no-store');
      const { url } = await about(task.task_id);
      const rest = await fetchFile(url, client, {
        range: 'bytes=20-',
        'if-range': String(headers.etag),
      });
      expect([rest.statusCode, rest.headers['content-range']]).toEqual([
        206,
        `bytes 20-${bytes.length - 1}/${bytes.length}`,
      ]);
      expect(new Uint8Array(rest.rawPayload)).toEqual(bytes.subarray(20));
      const other = await fetchFile(url, client, { range: 'bytes=20-', 'if-range': '"another"' });
      expect([other.statusCode, other.rawPayload.length]).toEqual([200, bytes.length]);
      const beyond = await fetchFile(url, client, { range: `bytes=${bytes.length}-` });
      expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([
        416,
        `bytes */${bytes.length}`,
      ]);
    });
  });

  it.each([
    [{ type: 'weather' }, 'report-type-unknown', 'type'],
    [{ type: '' }, 'report-type-unknown', 'type'],
    [{ format: 'pdf' }, 'report-format-unknown', 'format'],
    [{ language: 'tlh' }, 'language-unknown', 'language'],
    [{ start: '2026-11-20', end: '2026-11-19' }, 'range-invalid', 'end'],
    [{ start: 'yesterday' }, 'range-invalid', 'start'],
    [{ start: '2026-02-30' }, 'range-invalid', 'start'],
    [{ end: '' }, 'range-invalid', 'end'],
    [{ device_codes: 'NOSUCHDEVICE01' }, 'not-found', 'device_codes'],
    [
      { device_codes: Array.from({ length: 501 }, (_, i) => i).join(',') },
      'report-devices-too-many',
      'device_codes',
    ],
    [{ group_id: '1234567' }, 'group-unknown', 'group_id'],
  ])('invalid request %# is rejected', async (over, reason, field) => {
    const answer = await ask({
      type: 'energy',
      start: '2026-11-01',
      end: '2026-11-02',
      ...over,
    } as never);
    expect([answer.body.reason, answer.body.field]).toEqual([reason, field]);
    expect(answer.body.code).not.toBe(0);
  });

  it('identical requests share a task; a user may have two open tasks, and a third is rejected', async () => {
    const by = await freshClient();
    const one = await ask({ type: 'energy', start: '2026-11-01', end: '2026-11-02' }, by);
    const same = await Promise.all(
      [1, 2, 3].map(() => ask({ type: 'energy', start: '2026-11-01', end: '2026-11-02' }, by)),
    );
    for (const answer of same) expect(answer.body.data.task_id).toBe(one.body.data.task_id);
    const two = await ask({ type: 'alarm', start: '2026-11-01', end: '2026-11-02' }, by);
    expect(two.body.data.task_id).not.toBe(one.body.data.task_id);
    const third = await ask({ type: 'bill', start: '2026-11-01', end: '2026-11-02' }, by);
    expect(third.body.reason).toBe('report-too-many');
    const cancelled = await by.delete(`/api/v2/report/${two.body.data.task_id}`);
    expect(cancelled.body.data.state).toBe('cancelled');
    expect((await by.delete(`/api/v2/report/${two.body.data.task_id}`)).body.reason).toBe(
      'report-ended',
    );
    const now = await ask({ type: 'bill', start: '2026-11-01', end: '2026-11-02' }, by);
    expect(now.body.code).toBe(0);
    const list = (await by.get('/api/v2/reports')).body.data.list;
    expect(list.map((task: Told) => task.state)).toEqual(['waiting', 'cancelled', 'waiting']);
    const done = await make(now.body.data.task_id, by);
    expect(
      (await ask({ type: 'bill', start: '2026-11-01', end: '2026-11-02' }, by)).body.data.task_id,
    ).toBe(done.task_id);
    server.clock.advance(60_001);
    expect(
      (await ask({ type: 'bill', start: '2026-11-01', end: '2026-11-02' }, by)).body.data.task_id,
    ).not.toBe(done.task_id);
  });

  async function browserAccount() {
    const { buildUser, buildCustomer, PASSWORD } = await import('../support/factories/customer.ts');
    const ctx = server.parts.context;
    const { userName } = await buildUser(ctx, await buildCustomer(ctx));
    return { userName, password: PASSWORD };
  }
});
