/** The call of the operations page, on the real server. */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { sealEntries } from '../../src/areas/identity/audit/seal-entries.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

describeWithDatabase('the operations call', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const tenant = fixture(() =>
    createTenant(database, { label: 'operations', now: server.clock.now() }),
  );
  beforeAll(async () => {
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
      gateways: { count: number; seen_s: number | null };
      workers: { count: number; seen_s: number | null };
      seals: { waiting: number; oldest_s: number };
    };
  };
  const stateOf = async (part: string) =>
    (await look()).parts.find((one) => one.part === part)?.state;

  it('returns the version, the roles, the database and the free disk space', async () => {
    const { process: running, database: store, disk, customers } = await look();
    expect(running.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(running.roles).toEqual(['api']);
    expect(running.memory_bytes).toBeGreaterThan(10_000_000);
    expect(store.kind).toMatch(/^PostgreSQL \d+/);
    expect(store.migrations).toBeGreaterThan(25);
    expect(disk.total_bytes).toBeGreaterThan(disk.free_bytes);
    expect(customers).toBeGreaterThanOrEqual(1);
  });

  it('counts the rejected messages of the last day by reason', async () => {
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

  it('reports which component is behind, and by how much', async () => {
    expect(await stateOf('forwarding')).toBe('good');
    await sql`insert into forward_queue (customer_id, kind, items, records, queued_at)
      values (${tenant.customerId}, 'reading', '[]', 1,
        ${new Date(server.clock.now() - 120_000)})`.execute(database.db);
    const { forwarding } = await look();
    expect(forwarding).toEqual({ waiting: 1, oldest_s: 120 });
    expect(await stateOf('forwarding')).toBe('late');
  });

  it('reports whether a process serves the devices and runs the clock-driven work', async () => {
    await sql`delete from gateway_process`.execute(database.db);
    await sql`delete from worker_process`.execute(database.db);
    expect(await look()).toMatchObject({
      gateways: { count: 0, seen_s: null },
      workers: { count: 0, seen_s: null },
    });
    expect([await stateOf('gateway'), await stateOf('worker')]).toEqual(['failed', 'failed']);
    const working = await startServer(database, { env: { ROLES: 'gateway,worker' } });
    await eventually(async () => (await look()).workers.count).toBe(1);
    await eventually(async () => (await look()).gateways.count).toBe(1);
    expect([await stateOf('gateway'), await stateOf('worker')]).toEqual(['good', 'good']);
    await working.stop();
    // The process died half a minute ago.
    await sql`update worker_process set seen_at = now() - interval '35 seconds'`.execute(
      database.db,
    );
    expect(await stateOf('worker')).toBe('late');
    const { workers } = await look();
    expect(workers.count).toBe(0);
    expect(workers.seen_s).toBeGreaterThanOrEqual(35);
  });

  it('reports how long the oldest audit entry has been waiting for its seal', async () => {
    await sealEntries({ database });
    expect((await look()).seals).toEqual({ waiting: 0, oldest_s: 0 });
    await sql`insert into audit_entry (customer_id, logged_at, module, command, status, detail, kind)
      values (${tenant.customerId}, ${new Date(server.clock.now() - 90_000)}, 'audit', 'test', 'done',
        '{}', 'access')`.execute(database.db);
    expect((await look()).seals).toEqual({ waiting: 1, oldest_s: 90 });
    expect(await stateOf('audit')).toBe('late');
    await sealEntries({ database });
    expect(await stateOf('audit')).toBe('good');
  });

  it('is forbidden for administrators of customers', async () => {
    const answer = await fetch(`${server.url}/api/v2/operations`, {
      headers: { authorization: tenant.users.admin.token },
    });
    expect(answer.status).toBe(403);
  });
});
