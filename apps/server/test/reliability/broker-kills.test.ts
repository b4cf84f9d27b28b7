/**
 * docs/promises.md R1 and R2 behind an external broker: servers are stopped and killed while
 * devices send readings to mosquitto, the broker is restarted, and one server never returns. Every
 * reading that the broker acknowledged is stored, once.
 */
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { sql } from 'kysely';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { createMosquitto, mosquittoProgram } from '../support/programs/mosquitto.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { type ServerProgram, serverProgram } from '../support/programs/server-program.ts';
import { SOAK_TIMEOUT_MS, seed, size } from '../support/sizes.ts';
import { publishUp } from '../support/start-gateway.ts';
import { checkReadings } from './readings/check-readings.ts';
import { PacedDevice } from './readings/paced-device.ts';
import { readStoredReadings, registerReadingDevices } from './readings/reading-load.ts';

const ENDS = size('brokerKills');
const SEED = seed('brokerKills', 1);
const DEVICES = 5;
/** Number of readings acknowledged before each end of a server, and while the server is down. */
const READINGS = 50;

describe.skipIf(mosquittoProgram === undefined)('servers killed behind an external broker', () => {
  const servers: ServerProgram[] = [];
  const devices: PacedDevice[] = [];

  const database = fixture(freshDatabase);
  const broker = fixture(createMosquitto);
  beforeAll(async () => {
    await broker.start();
    const env = { DATABASE_URL: database.databaseUrl, MQTT_URL: broker.url };
    servers.push(await serverProgram(env), await serverProgram(env));
  });
  afterAll(async () => {
    for (const device of devices) device.stop();
    for (const server of servers) await server.remove();
    await broker.remove();
  });

  const acknowledged = () => devices.reduce((sum, device) => sum + device.acknowledged, 0);
  const acknowledgeMore = async () => {
    const known = acknowledged();
    await pollUntil(acknowledged, (count) => count >= known + READINGS, 60_000);
  };
  const storedCount = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int4 as count from measurement`.execute(database.db);
    return rows[0]!.count;
  };
  /** A broker stores messages only for a session that has subscribed once. */
  async function subscribed(deviceCode: string): Promise<void> {
    const client = await mqtt.connectAsync(broker.url);
    await pollUntil(
      async () => {
        await publishUp(client, deviceCode, 'info', { csq: 20 });
        const { rows } = await sql`select from device_state where signal_csq = 20`.execute(
          database.db,
        );
        return rows;
      },
      (rows) => rows.length > 0,
      30_000,
    );
    await client.endAsync();
  }
  /** Expires the lease of the dead server early, so that the test need not wait for it. */
  const expireDeadLeases = () =>
    sql`update broker_session set leased_until = now()
      where leased_until < now() + interval '12 seconds'`.execute(database.db);

  it(
    `lose no acknowledged reading and count none twice, when ended ${ENDS} times, one permanently`,
    async () => {
      const random = seededRandom(SEED);
      const registered = await registerReadingDevices(database, DEVICES);
      for (const server of servers) await server.start();
      await subscribed(registered[0]!.deviceCode);
      devices.push(...registered.map((device) => new PacedDevice(device, broker.port)));

      for (let end = 0; end < ENDS; end++) {
        await acknowledgeMore();
        const victims = end % 3 === 2 ? servers : [servers[Math.floor(random() * 2)]!];
        const signal = random() < 0.5 ? 'SIGTERM' : 'SIGKILL';
        await Promise.all(victims.map((server) => server.end(signal)));
        await acknowledgeMore();
        if (end % 10 === 1) {
          await broker.stop('SIGTERM');
          await broker.start();
        }
        await Promise.all(victims.map((server) => server.start()));
      }

      await acknowledgeMore();
      await servers[1]!.end(random() < 0.5 ? 'SIGTERM' : 'SIGKILL');
      await acknowledgeMore();
      for (const device of devices) device.finish();
      await pollUntil(
        () => devices.every((device) => device.isDone),
        (are) => are,
        60_000,
      );
      await pollUntil(
        async () => {
          await expireDeadLeases();
          return storedCount();
        },
        (count) => count >= acknowledged(),
        120_000,
      );

      const sent = devices.flatMap((device) => device.ledger);
      const stored = await readStoredReadings(database);
      console.log(`${ENDS} ends, ${sent.length} readings acknowledged by the broker`);
      expect(checkReadings(sent, stored.counting, stored.keptBeside)).toEqual({
        lost: [],
        doubled: [],
        invented: [],
        miscounted: [],
      });
    },
    SOAK_TIMEOUT_MS,
  );
});
