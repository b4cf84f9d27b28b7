/** What Prometheus reads, of the real server and over its own port. */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { makeCustomer } from '../support/accounts.ts';
import { describeOnEachDatabase, type TestDatabase } from '../support/databases.ts';
import { addTestDevice, connectDevice, publishUp } from '../support/start-gateway.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { createTenant } from '../support/world.ts';

/** A line of the text format without labels. */
async function told({ parts }: TestServer, name: string): Promise<number | undefined> {
  const text = await (await fetch(parts.metricsUrl!)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

describeOnEachDatabase('metrics', (open) => {
  let database: TestDatabase;
  let server: TestServer;
  beforeAll(async () => {
    database = await open();
    server = await startServer(database, { env: { METRICS_PORT: '0', ROLES: 'api,gateway' } });
    return () => server.stop();
  });

  it('are told in the text format, on their own port alone', async () => {
    const { metricsUrl } = server.parts;
    const answer = await fetch(metricsUrl!);
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect(await answer.text()).toContain('# TYPE busbar_ingest_rows_total counter');
    expect((await fetch(metricsUrl!.replace('/metrics', '/'))).status).toBe(404);
    expect((await fetch(metricsUrl!, { method: 'POST' })).status).toBe(404);
    const onMain = await fetch(`${server.url}/metrics`);
    expect(await onMain.text()).not.toContain('busbar_');
  });

  it('count what is there now', async () => {
    const now = server.clock.now();
    const tenant = await createTenant(database, { label: 'metrics', now });
    const before = (await told(server, 'busbar_platform_devices_offline'))!;
    const device = await addTestDevice(database, tenant, {});
    expect(await told(server, 'busbar_platform_devices_offline')).toBe(before + 1);
    expect(await told(server, 'busbar_platform_devices_online')).toBe(0);
    const rows = 'busbar_ingest_rows_total{outcome="inserted"}';
    expect(await told(server, rows)).toBe(0);
    const client = await connectDevice(server.mqttPort, device);
    await publishUp(client, device.deviceCode, 'data', { ts: now - 1000, volPa: 230.1 });
    expect(await told(server, rows)).toBe(1);
    expect(await told(server, 'busbar_ingest_messages_total')).toBeGreaterThanOrEqual(1);
    client.end(true);
    expect(await told(server, 'busbar_platform_database_bytes')).toBeGreaterThan(1_000_000);
    expect(await told(server, 'busbar_database_up')).toBe(1);
  });

  it('say what is due, since when, and what was given up', async () => {
    const { context: ctx } = server.parts;
    const customer = await makeCustomer(ctx);
    const now = server.clock.now();
    const dead = (await told(server, 'busbar_platform_outbox_dead'))!;
    const waits = async (state: string, at: number) =>
      sql`insert into outbox (customer_id, channel, dedupe_key, payload, receiver, state, due_at,
          created_at, tried_since, taken_by, taken_until)
        values (${customer.customerId}, 'mail', ${`${state} ${at}`}, '{}', 'nobody', ${state},
          ${new Date(at)}, ${new Date(at)}, ${new Date(at)}, 'a process', ${new Date(now + 3_600_000)})`.execute(
        database.db,
      );
    await waits('taken', now - 90_000);
    await waits('taken', now + 90_000);
    await waits('dead', now);
    expect(await told(server, 'busbar_platform_outbox_due')).toBe(1);
    expect(await told(server, 'busbar_platform_outbox_overdue_seconds')).toBe(90);
    expect(await told(server, 'busbar_platform_outbox_dead')).toBe(dead + 1);
  });
});
