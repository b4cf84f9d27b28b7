/** The metrics that Prometheus scrapes, from the real server on a separate port. */
import { once } from 'node:events';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import { VERSION } from '../../src/version.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { refuseVoltage } from '../support/devices/device-rows.ts';
import { eventually } from '../support/eventually.ts';
import { buildCustomer } from '../support/factories/customer.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { connectDevice, publishUp } from '../support/start-gateway.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

/** Returns the value of a metric without labels from the text format. */
async function told({ parts }: TestServer, name: string): Promise<number | undefined> {
  const text = await (await fetch(parts.metricsUrl!)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

describeWithDatabase('metrics', (database) => {
  const server = fixture(() =>
    startServer(database, { env: { METRICS_PORT: '0', ROLES: 'api,gateway' } }),
  );
  beforeAll(async () => {
    return () => server.stop();
  });

  it('are served in the text format, on their own port only', async () => {
    const { metricsUrl } = server.parts;
    const answer = await fetch(metricsUrl!);
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect(await answer.text()).toContain('# TYPE busbar_ingest_rows_total counter');
    expect((await fetch(metricsUrl!.replace('/metrics', '/'))).status).toBe(404);
    expect((await fetch(metricsUrl!, { method: 'POST' })).status).toBe(404);
    const onMain = await fetch(`${server.url}/metrics`);
    expect(await onMain.text()).not.toContain('busbar_');
  });

  it('count the current objects', async () => {
    const now = server.clock.now();
    const tenant = await createTenant(database, { label: 'metrics', now });
    const before = (await told(server, 'busbar_platform_devices_offline'))!;
    const device = await buildTenantDevice(database, tenant, {});
    expect(await told(server, 'busbar_platform_devices_offline')).toBe(before + 1);
    expect(await told(server, 'busbar_platform_devices_online')).toBe(0);
    const rows = 'busbar_ingest_rows_total{outcome="inserted"}';
    expect(await told(server, rows)).toBe(0);
    const client = await connectDevice(server.mqttPort, device);
    await publishUp(client, device.deviceCode, 'data', { ts: now - 1000, volPa: 230.1 });
    expect(await told(server, rows)).toBe(1);
    expect(await told(server, 'busbar_device_connections')).toBe(1);
    expect(await told(server, 'busbar_ingest_backlog_rows')).toBe(0);
    expect(await told(server, 'busbar_ingest_messages_total')).toBeGreaterThanOrEqual(1);
    client.end(true);
    expect(await told(server, 'busbar_platform_audit_unsealed_entries')).toBeTypeOf('number');
    expect(await told(server, 'busbar_platform_worker_processes')).toBeTypeOf('number');
    expect(await told(server, 'busbar_platform_database_bytes')).toBeGreaterThan(1_000_000);
    expect(await told(server, 'busbar_database_up')).toBe(1);
    const connections = (await told(server, 'busbar_platform_database_connections'))!;
    const most = (await told(server, 'busbar_platform_database_connections_max'))!;
    expect(connections).toBeGreaterThanOrEqual(1);
    expect(connections).toBeLessThan(most);
    const free = (await told(server, 'busbar_disk_free_bytes'))!;
    expect(free).toBeGreaterThan(0);
    expect(await told(server, 'busbar_disk_size_bytes')).toBeGreaterThan(free);
    expect(await told(server, 'busbar_warnings')).toBe(0);
    expect(await told(server, `busbar_build_info{version="${VERSION}"}`)).toBe(1);
  });

  it('count requests by method and status, and real-time connections', async () => {
    const name = 'busbar_http_request_duration_seconds_count{method="POST",status="404"}';
    const before = (await told(server, name)) ?? 0;
    expect((await fetch(`${server.url}/api/v2/nothing`, { method: 'POST' })).status).toBe(404);
    await eventually(() => told(server, name)).toBe(before + 1);
    const tenant = await createTenant(database, { label: 'requests', now: server.clock.now() });
    expect(await told(server, 'busbar_realtime_connections')).toBe(0);
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/websocket/info`, {
      headers: { authorization: tenant.users.operator.token },
    });
    await once(socket, 'open');
    expect(await told(server, 'busbar_realtime_connections')).toBe(1);
    socket.terminate();
  });

  it('report due items, how long they have been due, and abandoned ones', async () => {
    const { context: ctx } = server.parts;
    const customer = await buildCustomer(ctx);
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

  const ingested = (name: string) => told(server, `busbar_ingest_${name}`);
  const rowsThat = (outcome: string) => ingested(`rows_total{outcome="${outcome}"}`);

  it('count each outcome of a device message', async () => {
    const tenant = await createTenant(database, { label: 'fates', now: server.clock.now() });
    const device = await buildTenantDevice(database, tenant, {});
    const client = await connectDevice(server.mqttPort, device);
    const say = (payload: unknown) => publishUp(client, device.deviceCode, 'data', payload);
    const at = server.clock.now() - 5_000;
    const fates = async () => ({
      acknowledged: await ingested('acknowledged_messages_total'),
      repeated: await rowsThat('repeated'),
      conflicting: await rowsThat('conflicting'),
      rejected: await ingested('rejected_messages_total'),
      parked: await ingested('parked_messages_total'),
    });
    const before = await fates();
    await say({ ts: at, volPa: 230.1 });
    await say({ ts: at, volPa: 230.1 });
    await say({ ts: at, volPa: 231 });
    await say('no JSON');
    await refuseVoltage(database, 666);
    await say({ ts: at + 1, volPa: 666 });
    client.end(true);
    expect(await fates()).toEqual({
      acknowledged: before.acknowledged! + 5,
      repeated: before.repeated! + 1,
      conflicting: before.conflicting! + 1,
      rejected: before.rejected! + 1,
      parked: before.parked! + 1,
    });
  });

  it('report how far the ledger is behind, and the energy it excludes from bills', async () => {
    const tenant = await createTenant(database, { label: 'ledger', now: server.clock.now() });
    const device = await buildTenantDevice(database, tenant, {});
    await sql`update device set rated_voltage_v = 230, rated_current_a = 63
      where device_id = ${device.deviceId}`.execute(database.db);
    const client = await connectDevice(server.mqttPort, device);
    await runEnergy(server.parts.context);
    const ledger = async () => ({
      waiting: await told(server, 'busbar_platform_ledger_waiting_devices'),
      behind: await told(server, 'busbar_platform_ledger_behind_seconds'),
      impossible: await told(server, 'busbar_platform_impossible_energy_open'),
    });
    expect(await ledger()).toEqual({ waiting: 0, behind: 0, impossible: 0 });
    const now = server.clock.now();
    for (const [age, epT] of [
      [180_000, 100],
      [120_000, 100.2],
      [60_000, 600.2],
    ] as const) {
      await publishUp(client, device.deviceCode, 'data', { ts: now - age, epT });
    }
    client.end(true);
    expect(await ledger()).toEqual({ waiting: 1, behind: 180, impossible: 0 });
    await runEnergy(server.parts.context);
    expect(await ledger()).toEqual({ waiting: 0, behind: 0, impossible: 1 });
  });

  it('count a command whose result is unknown', async () => {
    const tenant = await createTenant(database, { label: 'unknown', now: server.clock.now() });
    const device = await buildTenantDevice(database, tenant, {});
    const client = await connectDevice(server.mqttPort, device);
    await client.subscribeAsync(`ep/1/${device.deviceCode}/down/#`, { qos: 1 });
    await publishUp(client, device.deviceCode, 'state', {
      ts: server.clock.now(),
      action: 'closeByCommand',
    });
    const arrived = new Promise((resolve) => client.once('message', resolve));
    const submitted = await server.app.inject({
      method: 'POST',
      url: '/api/v2/device/control',
      headers: { authorization: tenant.users.operator.token },
      payload: { device_code: device.deviceCode, data: { switch: 'open' } },
    });
    expect(submitted.json()).toMatchObject({ code: 0 });
    await arrived;
    const recent = 'busbar_platform_recent_commands{state="unknown"}';
    expect(await told(server, 'busbar_platform_recent_commands{state="sent"}')).toBe(1);
    expect(await told(server, recent)).toBe(0);
    const before = (await told(server, 'busbar_platform_commands_unknown'))!;
    server.clock.advance(600_000);
    await pollUntil(
      () => told(server, 'busbar_platform_commands_unknown'),
      (count) => count === before + 1,
    );
    expect(await told(server, recent)).toBe(1);
    server.clock.advance(360_000);
    expect(await told(server, recent)).toBe(0);
    client.end(true);
  });
});
