/** The operations page's call, of the real server. */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { describeOnEachDatabase, type TestDatabase } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { createTenant, type Tenant } from '../support/world.ts';

describeOnEachDatabase('operations', (open) => {
  let database: TestDatabase;
  let server: TestServer;
  let tenant: Tenant;
  beforeAll(async () => {
    database = await open();
    server = await startServer(database, { env: { ROLES: 'api' } });
    tenant = await createTenant(database, { label: 'operations', now: server.clock.now() });
    return () => server.stop();
  });

  const look = async () => {
    const answer = await fetch(`${server.url}/api/v2/operations`, {
      headers: { authorization: tenant.users.platform.token },
    });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { data: Record<string, never> }).data as unknown as {
      parts: { part: string; state: string }[];
      process: { version: string; roles: string[]; memory_bytes: number; stall_ms: number };
      database: { kind: string; bytes: number; migrations: number };
      disk: { free_bytes: number; total_bytes: number };
      rejected: { reason: string; count: number }[];
      forwarding: { waiting: number; oldest_s: number };
      reports: { open: number; oldest_s: number };
      customers: number;
    };
  };
  const stateOf = async (part: string) =>
    (await look()).parts.find((one) => one.part === part)?.state;

  it('tells what runs, on what, and how much room is left', async () => {
    const { process: running, database: store, disk, customers } = await look();
    expect(running.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(running.roles).toEqual(['api']);
    expect(running.memory_bytes).toBeGreaterThan(10_000_000);
    expect(store.kind).toMatch(
      database.engine === 'pglite' ? /^PGlite, PostgreSQL \d+/ : /^PostgreSQL \d+/,
    );
    expect(store.migrations).toBeGreaterThan(25);
    expect(disk.total_bytes).toBeGreaterThan(disk.free_bytes);
    expect(customers).toBeGreaterThanOrEqual(1);
  });

  it('counts what was rejected in the last day by reason, and nothing older', async () => {
    const counted = async () =>
      (await look()).rejected.find(({ reason }) => reason === 'unit-unknown')?.count ?? 0;
    const reject = (ageMs: number) =>
      sql`insert into rejected_message (customer_id, device_code, topic, reason, payload, received_at)
        values (${tenant.customerId}, 'X', 't', 'unit-unknown', '', ${new Date(server.clock.now() - ageMs)})`.execute(
        database.db,
      );
    await reject(3_600_000);
    await reject(60_000);
    await reject(86_400_001);
    expect(await counted()).toBe(2);
  });

  it('says which part is behind, and for how long', async () => {
    expect(await stateOf('forwarding')).toBe('good');
    await sql`insert into forward_queue (customer_id, kind, items, records, queued_at)
      values (${tenant.customerId}, 'reading', '[]', 1,
        ${new Date(server.clock.now() - 120_000)})`.execute(database.db);
    const { forwarding } = await look();
    expect(forwarding).toEqual({ waiting: 1, oldest_s: 120 });
    expect(await stateOf('forwarding')).toBe('late');
  });

  it('is closed to administrators of customers', async () => {
    const answer = await fetch(`${server.url}/api/v2/operations`, {
      headers: { authorization: tenant.users.admin.token },
    });
    expect(answer.status).toBe(403);
  });
});
