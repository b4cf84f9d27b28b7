/**
 * An interrupted download of a report, over a real socket: it resumes through its own link although
 * that has expired, with the same bytes, and for no other session.
 */
import { get } from 'node:http';
import { expect, it } from 'vitest';
import { startReports } from '../../src/areas/reports/report-worker.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { openSession } from '../support/factories/session.ts';
import { httpClient } from '../support/http-client.ts';
import { REPORTED_DAYS, reportFixture, reportQuestion } from './report-fixture.ts';

describeWithDatabase('an interrupted download', (database) => {
  const { server, own, client } = reportFixture(database, { count: 8_000, everySeconds: 10 });
  let taskId: number;
  let url: string;
  let whole: Buffer;
  let first: Buffer;
  let tag: string;

  const about = async (by = client) => (await by.get(`/api/v2/report?task_id=${taskId}`)).body.data;
  const bodyOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
  const follow = (address: string, headers: Record<string, string> = {}, by = client) =>
    fetch(`${server.url}${address}`, { headers: { authorization: by.token!, ...headers } });

  /** Disconnects at the first bytes received. */
  function breakOff(address: string): Promise<{ first: Buffer; tag: string }> {
    const headers = { authorization: client.token! };
    return new Promise((resolve, reject) => {
      const request = get(`${server.url}${address}`, { headers }, (answer) => {
        answer.once('data', (part: Buffer) => {
          request.destroy();
          resolve({ first: part, tag: String(answer.headers.etag) });
        });
      });
      request.once('error', reject);
    });
  }

  it('has received only a part of the file', async () => {
    const asked = await client.get(reportQuestion({ type: 'parameter', ...REPORTED_DAYS }));
    taskId = asked.body.data.task_id;
    const stop = await startReports(server.parts.context);
    await eventually(async () => (await about()).state).toBe('done');
    await stop();
    whole = await bodyOf(await follow((await about()).url));
    url = (await about()).url;
    ({ first, tag } = await breakOff(url));
    server.clock.advance(20 * 60_000);
    expect(first.length).toBeGreaterThan(0);
    expect(first.length).toBeLessThan(whole.length / 2);
    expect(whole.subarray(0, first.length).equals(first)).toBe(true);
  });

  it.each(['if-range', 'if-match'])('resumes through the same link with %s', async (header) => {
    const rest = await follow(url, { range: `bytes=${first.length}-`, [header]: tag });
    expect(rest.status).toBe(206);
    expect(Buffer.concat([first, await bodyOf(rest)]).equals(whole)).toBe(true);
  });

  it('resumes through a new link', async () => {
    const again = (await about()).url;
    const rest = await follow(again, { range: `bytes=${first.length}-`, 'if-range': tag });
    expect(rest.status).toBe(206);
    expect(Buffer.concat([first, await bodyOf(rest)]).equals(whole)).toBe(true);
  });

  it('neither restarts through an expired link nor resumes without its tag', async () => {
    const range = `bytes=${first.length}-`;
    const guessed = Buffer.alloc(32).toString('base64url');
    for (const headers of [
      {},
      { range },
      { 'if-range': tag },
      { range, 'if-range': `"${guessed}"` },
      { range, 'if-range': `W/${tag}` },
      { range, 'if-match': '*' },
    ] as Record<string, string>[]) {
      const answer = await follow(url, headers);
      expect([headers, await answer.json()]).toMatchObject([headers, { code: 41306 }]);
    }
    const forged = url.replace(/expires=\d+/, `expires=${server.clock.now() + 5_000}`);
    const headers = { range, 'if-range': tag };
    expect((await follow(forged, headers)).status).toBe(404);
  });

  it('resumes in its own session only; another session gets another tag', async () => {
    const other = httpClient(server.app);
    other.token = await openSession(
      server.parts.context.database,
      own.customerId,
      own.users.operator.userId,
      server.clock.now(),
    );
    const headers = { range: `bytes=${first.length}-`, 'if-range': tag };
    expect((await follow(url, headers, other)).status).toBe(404);
    const otherUrl = (await about(other)).url;
    const given = await follow(otherUrl, {}, other);
    expect(given.status).toBe(200);
    await given.arrayBuffer();
    expect(given.headers.get('etag')).not.toBe(tag);
    server.clock.advance(10_000);
    expect(await (await follow(otherUrl, headers, other)).json()).toMatchObject({ code: 41306 });
    const signedOut = await fetch(`${server.url}${url}`, { headers });
    expect(signedOut.status).toBe(404);
  });

  it('ends when its file is deleted', async () => {
    const headers = { range: `bytes=${first.length}-`, 'if-range': tag };
    expect((await follow(url, headers)).status).toBe(206);
    await client.delete(`/api/v2/report/${taskId}`);
    expect((await follow(url, headers)).status).toBe(404);
  });
});
