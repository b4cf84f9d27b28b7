/** Processes and devices at a real mosquitto; each test begins without any session. */
import { sql } from 'kysely';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { TestDatabase } from '../../support/databases.ts';
import { rowsOfDevice } from '../../support/devices/device-rows.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { buildTenantDevice } from '../../support/factories/tenant-device.ts';
import { fixture } from '../../support/fixture.ts';
import { createMosquitto } from '../../support/programs/mosquitto.ts';
import { pollUntil } from '../../support/programs/poll-until.ts';
import {
  type GatewayOptions,
  publishUp,
  startTestGateway,
  type TestGateway,
} from '../../support/start-gateway.ts';

/** Call it inside `describeWithDatabase`. */
export function brokerSessionRig(database: TestDatabase) {
  const tenant = fixture(() => createTenant(database, { label: 'sessions', now: Date.now() }));
  const running = new Set<TestGateway>();
  const clients: MqttClient[] = [];

  const broker = fixture(createMosquitto);
  beforeAll(async () => {
    await broker.start();
  });
  afterAll(async () => {
    for (const client of clients) client.end(true);
    await broker.remove();
  });
  /** Each test begins without any session. */
  afterEach(async () => {
    for (const gateway of running) await leave(gateway);
    await sql`delete from broker_session`.execute(database.db);
    for (const name of ['order', 0, 1, 2, 3]) await resume(name, { clean: true });
  });

  /** Returns true if the broker had the session, and deletes it. */
  async function resume(name: number | string, { clean }: { clean: boolean }): Promise<boolean> {
    const client = mqtt.connect(broker.url, {
      protocolVersion: 5,
      clientId: `busbar-${name}`,
      clean,
      properties: { sessionExpiryInterval: 0 },
    });
    const isPresent = await new Promise<boolean>((resolve) =>
      client.once('connect', ({ sessionPresent }) => resolve(sessionPresent)),
    );
    await client.endAsync();
    return isPresent;
  }

  async function join(
    url = broker.url,
    options: Omit<GatewayOptions, 'env'> = {},
  ): Promise<TestGateway> {
    const gateway = await startTestGateway(database, { env: { MQTT_URL: url }, ...options });
    running.add(gateway);
    await pollUntil(
      () => gateway.gateway.link.isConnected('any'),
      (is) => is,
    );
    return gateway;
  }

  async function leave(gateway: TestGateway): Promise<void> {
    running.delete(gateway);
    await gateway.stop();
  }

  async function device() {
    const added = await buildTenantDevice(database, tenant);
    const client = await mqtt.connectAsync({ host: '127.0.0.1', port: broker.port });
    clients.push(client);
    return {
      ...added,
      say: (kind: string, payload: unknown) => publishUp(client, added.deviceCode, kind, payload),
      rows: (table: Parameters<typeof rowsOfDevice>[1]) =>
        rowsOfDevice(database, table, added.deviceId),
    };
  }

  const sessions = async () => {
    const { rows } = await sql<{ session_number: number; holder: string | null }>`
      select session_number, holder from broker_session
      where session_number > 0 order by 1`.execute(database.db);
    return rows;
  };
  const heldNumbers = async () =>
    (await sessions()).filter(({ holder }) => holder !== null).map((row) => row.session_number);
  const expireReleased = () =>
    sql`update broker_session set leased_until = now() where holder is null`.execute(database.db);
  return {
    broker,
    clients,
    join,
    leave,
    device,
    resume,
    sessions,
    heldNumbers,
    expireReleased,
    running,
    tenant,
  };
}
