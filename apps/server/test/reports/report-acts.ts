/** Actions of users and workers on reports: request, create, download, read back. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import { startReports } from '../../src/areas/reports/report-worker.ts';
import { type OpenForWriting, openOnDisk } from '../../src/areas/shared/tables/report-files.ts';
import { eventually } from '../support/eventually.ts';
import { openSession } from '../support/factories/session.ts';
import { type HttpClient, httpClient } from '../support/http-client.ts';
import { TEST_NOW, type TestServer } from '../support/start-server.ts';
import type { Tenant } from '../support/world.ts';
import { readCsv } from './read-files.ts';
import { type ReportWorld, reportQuestion } from './report-world.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails otherwise
export type Told = any;

type Query = Readonly<Record<string, string | number>>;

const DAY_MS = 86_400_000;
const HEAD_ROW = (rows: string[][]) =>
  rows.findIndex((row) => row.length === 1 && row[0] === '') + 1;

/** Inserts five thousand readings of one device in the last day. */
export async function buildReadings(server: TestServer, own: Tenant): Promise<void> {
  await sql`insert into measurement (customer_id, device_id, ts, content_hash, voltage_a_v, active_power_kw)
    select ${own.customerId}, ${own.deviceId}, ${new Date(TEST_NOW - DAY_MS)}::timestamptz + n * interval '15 seconds', n,
      230 + (n % 100) * 0.1, case when n % 3 > 0 then -0.5 - n * 0.001 end
    from generate_series(0, 4999) n`.execute(server.parts.context.database.db);
}

/**
 * `here` is called for each action, because the world it returns exists only while the tests run.
 */
export function reportActs(here: () => ReportWorld) {
  const ask = (query: Query, by = here().client) => by.get(reportQuestion(query));
  const about = async (id: number, by = here().client) =>
    (await ask({ task_id: id }, by)).body.data;

  /** Lets a worker create the queued reports. */
  async function make(id: number, by = here().client, onto: OpenForWriting = openOnDisk) {
    const stop = await startReports(here().server.parts.context, onto);
    await eventually(async () => (await about(id, by)).state).not.toMatch(/waiting|running/);
    await stop();
    return about(id, by);
  }

  function fetchFile(url: string, by: HttpClient, headers: Record<string, string> = {}) {
    return here().server.app.inject({
      method: 'GET',
      url,
      headers: { ...(by.token === undefined ? {} : { authorization: by.token }), ...headers },
    });
  }

  /** Requests, creates and downloads a report. */
  async function fileOf(query: Query, by = here().client) {
    const asked = await ask(query, by);
    expect(asked.body.code).toBe(0);
    const task = await make(asked.body.data.task_id, by);
    expect(task.state).toBe('done');
    const answer = await fetchFile(task.url, by);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.length).toBe(task.bytes);
    return { task, bytes: new Uint8Array(answer.rawPayload), headers: answer.headers };
  }

  async function tableOf(query: Query, by = here().client) {
    const { task, bytes, headers } = await fileOf({ ...query, format: 'csv' }, by);
    const rows = readCsv(bytes);
    const head = HEAD_ROW(rows);
    const table = {
      facts: rows.slice(0, head - 1),
      columns: rows[head]!,
      rows: rows.slice(head + 1),
    };
    expect(task.rows).toBe(table.rows.length);
    return { task, headers, ...table };
  }

  /** Returns the viewer's client, after deleting the viewer's reports of earlier tests. */
  async function freshClient(): Promise<HttpClient> {
    const { server, own } = here();
    const { database } = server.parts.context;
    await sql`delete from report_task where user_id = ${own.users.viewer.userId}`.execute(
      database.db,
    );
    const by = httpClient(server.app);
    by.token = await openSession(
      database,
      own.customerId,
      own.users.viewer.userId,
      server.clock.now(),
    );
    return by;
  }

  return { about, ask, fetchFile, fileOf, freshClient, make, tableOf };
}
