/**
 * A customer with readings to report, and its reports created and downloaded the way a browser
 * does.
 */
import { sql } from 'kysely';
import { beforeAll, vi } from 'vitest';
import { startReports } from '../../src/areas/reports/report-worker.ts';
import type { Database } from '../../src/storage/database.ts';
import { fixture } from '../support/fixture.ts';
import { type HttpClient, httpClient } from '../support/http-client.ts';
import { startServer, TEST_NOW, type TestServer } from '../support/start-server.ts';
import { createTenant, type Tenant } from '../support/world.ts';

const DAY_MS = 86_400_000;

/** The readings and the requests for them are between these two times. */
export const REPORTED_DAYS = { start: TEST_NOW - 2 * DAY_MS, end: TEST_NOW } as const;

export interface ReportWorld {
  readonly server: TestServer;
  readonly own: Tenant;
  /** The client of the operator. */
  readonly client: HttpClient;
}

/**
 * Registers the hooks that build the customer and its server. No worker creates reports until a
 * test starts one.
 */
export function reportWorld(
  database: Database,
  readings?: { readonly count: number; readonly everySeconds: number },
): ReportWorld {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const own = fixture(() => createTenant(database, { label: 'own', now: TEST_NOW }));
  const client = fixture(async () => httpClient(server.app, { token: own.users.operator.token }));
  beforeAll(async () => {
    if (readings !== undefined) await insertReadings(database, own, readings);
  });
  return { server, own, client };
}

async function insertReadings(
  database: Database,
  own: Tenant,
  { count, everySeconds }: { readonly count: number; readonly everySeconds: number },
): Promise<void> {
  await sql`insert into measurement (customer_id, device_id, ts, content_hash, voltage_a_v)
    select ${own.customerId}, ${own.deviceId},
      ${new Date(TEST_NOW - DAY_MS)}::timestamptz + n * ${everySeconds}::int4 * interval '1 second',
      n, 230 + (n % 100) * 0.1
    from generate_series(0, ${count - 1}::int4) n`.execute(database.db);
}

export function reportQuestion(query: Readonly<Record<string, string | number>>): string {
  const words = Object.entries(query).map(([key, value]) => [key, String(value)]);
  return `/api/v2/report?${new URLSearchParams(words)}`;
}

/** Requests and creates a report, and downloads it by its link. */
export async function reportFile(
  { parts, app }: TestServer,
  client: HttpClient,
  query: Readonly<Record<string, string | number>>,
): Promise<Uint8Array> {
  const asked = await client.get(reportQuestion(query));
  const about = async () =>
    (await client.get(reportQuestion({ task_id: asked.body.data.task_id }))).body.data;
  const stop = await startReports(parts.context);
  const made = await vi.waitFor(
    async () => {
      const task = await about();
      if (task.state !== 'done') throw new Error(`the report is ${task.state}`);
      return task;
    },
    { timeout: 20_000, interval: 20 },
  );
  await stop();
  const headers = { authorization: client.token! };
  const answer = await app.inject({ method: 'GET', url: made.url, headers });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.rawPayload;
}
