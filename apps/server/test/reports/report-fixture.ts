/**
 * Reports: a customer with readings, and the reports of its users, requested, created by a worker,
 * downloaded and read back.
 */
import { sql } from 'kysely';
import { beforeAll, expect, vi } from 'vitest';
import { startReports } from '../../src/areas/reports/report-worker.ts';
import { type OpenForWriting, openOnDisk } from '../../src/areas/shared/tables/report-files.ts';
import type { Database } from '../../src/storage/database.ts';
import { openSession } from '../support/factories/session.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { type HttpClient, httpClient } from '../support/http-client.ts';
import { startServer, TEST_NOW, type TestServer } from '../support/start-server.ts';
import { readCsv } from './read-files.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails otherwise
export type Told = any;

type Query = Readonly<Record<string, string | number>>;

const DAY_MS = 86_400_000;

/** The readings and the requests for them are between these two times. */
export const REPORTED_DAYS = { start: TEST_NOW - 2 * DAY_MS, end: TEST_NOW } as const;

/**
 * Registers the hooks that build the customer and its server. No worker creates reports until a
 * test starts one.
 */
export function reportFixture(
  database: Database,
  readings?: { readonly count: number; readonly everySeconds: number },
) {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const own = fixture(() => createTenant(database, { label: 'own', now: TEST_NOW }));
  /** The client of the operator. */
  const client = fixture(async () => httpClient(server.app, { token: own.users.operator.token }));
  if (readings !== undefined) beforeAll(() => insertReadings(database, own, readings));

  const ask = (query: Query, by = client) => by.get(reportQuestion(query));
  const about = async (id: number, by = client) => (await ask({ task_id: id }, by)).body.data;
  const make = (id: number, by = client, onto?: OpenForWriting) => makeReport(server, by, id, onto);

  function fetchFile(url: string, by: HttpClient, headers: Record<string, string> = {}) {
    return server.app.inject({
      method: 'GET',
      url,
      headers: { ...(by.token === undefined ? {} : { authorization: by.token }), ...headers },
    });
  }

  /** Requests, creates and downloads a report. */
  async function fileOf(query: Query, by = client) {
    const asked = await ask(query, by);
    expect(asked.body.code).toBe(0);
    const task = await make(asked.body.data.task_id, by);
    expect(task.state).toBe('done');
    const answer = await fetchFile(task.url, by);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.length).toBe(task.bytes);
    return { task, bytes: new Uint8Array(answer.rawPayload), headers: answer.headers };
  }

  async function tableOf(query: Query, by = client) {
    const { task, bytes, headers } = await fileOf({ ...query, format: 'csv' }, by);
    const rows = readCsv(bytes);
    const head = rows.findIndex((row) => row.length === 1 && row[0] === '') + 1;
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
    const { userId } = own.users.viewer;
    await sql`delete from report_task where user_id = ${userId}`.execute(database.db);
    const token = await openSession(database, own.customerId, userId, server.clock.now());
    return httpClient(server.app, { token });
  }

  return { server, own, client, about, ask, fetchFile, fileOf, freshClient, make, tableOf };
}

async function insertReadings(
  database: Database,
  own: Tenant,
  { count, everySeconds }: { readonly count: number; readonly everySeconds: number },
): Promise<void> {
  await sql`insert into measurement (customer_id, device_id, ts, content_hash, voltage_a_v, active_power_kw)
    select ${own.customerId}, ${own.deviceId},
      ${new Date(TEST_NOW - DAY_MS)}::timestamptz + n * ${everySeconds}::int4 * interval '1 second',
      n, 230 + (n % 100) * 0.1, case when n % 3 > 0 then -0.5 - n * 0.001 end
    from generate_series(0, ${count - 1}::int4) n`.execute(database.db);
}

export function reportQuestion(query: Query): string {
  const words = Object.entries(query).map(([key, value]) => [key, String(value)]);
  return `/api/v2/report?${new URLSearchParams(words)}`;
}

/** Lets a worker create the queued reports; returns the report when it has ended. */
async function makeReport(
  { parts }: TestServer,
  by: HttpClient,
  id: number,
  onto: OpenForWriting = openOnDisk,
) {
  const about = async () => (await by.get(reportQuestion({ task_id: id }))).body.data;
  const stop = await startReports(parts.context, onto);
  await vi.waitUntil(async () => !/waiting|running/.test((await about()).state), {
    timeout: 20_000,
    interval: 20,
  });
  await stop();
  return about();
}

/** Requests and creates a report, and downloads it by its link. */
export async function reportFile(
  server: TestServer,
  client: HttpClient,
  query: Query,
): Promise<Uint8Array> {
  const asked = await client.get(reportQuestion(query));
  const made = await makeReport(server, client, asked.body.data.task_id);
  const headers = { authorization: client.token! };
  const answer = await server.app.inject({ method: 'GET', url: made.url, headers });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.rawPayload;
}
