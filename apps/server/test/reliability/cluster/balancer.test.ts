/**
 * Three processes behind HAProxy with the configuration of docs/operations.md, which are restarted
 * one after the other and suspended under load (docs/promises.md R1, C1): no acknowledged reading
 * and no session is lost, and no command is executed twice or late.
 */

import { connect } from 'node:net';
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { openSession } from '../../support/factories/session.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { buildTenantDevice, type TestDevice } from '../../support/factories/tenant-device.ts';
import { fixture } from '../../support/fixture.ts';
import { hasHaproxy, type ProxiedName, startHaproxy } from '../../support/programs/haproxy.ts';
import { pollUntil } from '../../support/programs/poll-until.ts';
import { freePort } from '../../support/programs/server-program.ts';
import { SOAK_TIMEOUT_MS, seed, size } from '../../support/sizes.ts';
import type { Execution } from '../command-checkers.ts';
import {
  fatesOf,
  openOperators,
  type RigDevice,
  type ServerProcess,
  serverProcess,
  startDevices,
  submitCommand,
} from '../command-rig.ts';
import { checkReadings } from '../readings/check-readings.ts';
import { ReadingDevice } from '../readings/reading-device.ts';
import { readStoredReadings, registerReadingDevices } from '../readings/reading-load.ts';
import {
  countConnected,
  haproxyAdmin,
  NO_VIOLATIONS,
  nextCommand,
  openBrowser,
  operate,
  violationsOf,
} from './cluster-load.ts';

const RESTARTS = size('rollingRestarts');
const SEED = seed('rollingRestarts', 41);
const DEVICES = 6;
const NAMES = ['one', 'two', 'three'] as const;
/** Below the minute in which a device itself notices that a process no longer answers. */
const RETURN_MS = 45_000;

describe.skipIf(!hasHaproxy)('three processes behind HAProxy', () => {
  const database = fixture(sharedDatabase);
  const tenant = fixture(() => createTenant(database, { label: 'three', now: Date.now() }));
  const servers = fixture(async () => {
    const started = {} as Record<ProxiedName, ServerProcess & { http: number; mqtt: number }>;
    for (const name of NAMES) {
      const [http, mqtt] = [await freePort(), await freePort()];
      const server = await serverProcess(database.databaseUrl, {
        PORT: String(http),
        MQTT_PORT: String(mqtt),
        TRUSTED_PROXIES: '127.0.0.1',
        MQTT_PROXY_PROTOCOL: '1',
        COMMAND_TTL_S: '10',
        CONTROL_GAP_S: '0',
        CONTROL_PER_MINUTE: '100000',
        CONTROL_GROUP_PERCENT: '100',
        DEVICE_RATE: '100000',
      });
      await server.start();
      started[name] = Object.assign(server, { http, mqtt });
    }
    return started;
  });
  const proxy = fixture(() => startHaproxy(NAMES.map((name) => servers[name])));
  const web = () => `http://127.0.0.1:${proxy.web}`;
  const random = seededRandom(SEED);
  const executions: Execution[] = [];
  const readers: ReadingDevice[] = [];
  const clients: MqttClient[] = [];
  let rigs: RigDevice[] = [];
  let operators: string[];

  beforeAll(async () => {
    operators = await openOperators(database, tenant, 3);
    rigs = await startDevices(database, tenant, {
      count: DEVICES,
      seed: SEED,
      portOf: () => proxy.devices,
      executions,
    });
    await pollUntil(connectedRigs, (count) => count === DEVICES, 120_000);
  });
  afterAll(async () => {
    for (const client of clients) client.end(true);
    for (const reader of readers) reader.stop();
    await Promise.all(rigs.map(({ connection }) => connection.stop(0)));
    for (const name of NAMES) {
      servers[name]?.signal('SIGCONT');
      await servers[name]?.dispose();
    }
  });

  const connectedRigs = () => countConnected(database, rigs);
  const { statistics, statusOf, setState } = haproxyAdmin(() => proxy);

  /** Returns the servers of a backend, first the one with the most connections. */
  async function byConnections(backend: string): Promise<ProxiedName[]> {
    const counts = await Promise.all(
      NAMES.map(async (name) => ({ name, ...(await statistics(backend, name)) })),
    );
    return counts.toSorted((a, b) => b.connections - a.connections).map(({ name }) => name);
  }
  const violations = () => violationsOf(database, tenant, executions);
  const operateAs = (count = operators.length) =>
    operate(web, operators.slice(0, count), rigs, random);

  it(
    `lose no reading, no session and no command in ${RESTARTS} restarts`,
    async () => {
      const registered = await registerReadingDevices(database, DEVICES);
      readers.push(...registered.map((device) => new ReadingDevice(device, proxy.devices, random)));
      for (const reader of readers) reader.connect();
      const { userId } = tenant.users.viewer;
      const viewer = openBrowser(
        web,
        await openSession(database, tenant.customerId, userId, Date.now()),
        userId,
      );
      const work = operateAs();
      const acknowledged = () => readers.reduce((sum, reader) => sum + reader.acknowledged, 0);
      const progress = async () => {
        const [read, commanded, framed] = [acknowledged(), work.accepted(), viewer.seen.frames];
        await pollUntil(
          () => [acknowledged() > read, work.accepted() > commanded, viewer.seen.frames > framed],
          (all) => !all.includes(false),
          120_000,
        );
      };

      // The first to be restarted is the process of the browser.
      const sockets = await byConnections('busbar_realtime');
      for (let restart = 0; restart < RESTARTS; restart += 1) {
        const name = sockets[restart % NAMES.length]!;
        await progress();
        await setState(name, 'drain');
        await pollUntil(
          async () => (await statistics('busbar', name)).connections,
          (connections) => connections === 0,
          60_000,
        );
        await servers[name].kill('SIGTERM');
        await servers[name].start();
        await setState(name, 'ready');
        await eventually(() => statusOf(name), 60_000).toEqual(['UP', 'UP', 'UP']);
      }
      await progress();
      await work.stop();
      await viewer.stop();
      for (const reader of readers) reader.finish();
      await pollUntil(
        () => readers.filter((reader) => !reader.isDone).length,
        (left) => left === 0,
        120_000,
      );
      await eventually(connectedRigs, 60_000).toBe(DEVICES);

      console.log(
        `${RESTARTS} restarts, ${acknowledged()} readings, ${work.accepted()} commands, ` +
          `${executions.length} executed, ${viewer.seen.opened} sockets, answers ${JSON.stringify([...work.statuses])}`,
      );
      expect(work.failures).toEqual([]);
      expect([...work.statuses.keys()].filter((status) => status === 401 || status >= 500)).toEqual(
        [],
      );
      expect(viewer.seen.ended).toEqual([]);
      expect(viewer.seen.opened).toBeGreaterThan(1);
      expect(await violations()).toEqual(NO_VIOLATIONS);
      const stored = await readStoredReadings(database);
      const codes = new Set(registered.map(({ deviceCode }) => deviceCode));
      expect(stored.rejected).toEqual([]);
      expect(
        checkReadings(
          readers.flatMap((reader) => reader.ledger),
          stored.counting.filter(({ device }) => codes.has(device)),
          stored.keptBeside,
        ),
      ).toEqual({ lost: [], doubled: [], invented: [], miscounted: [] });
    },
    SOAK_TIMEOUT_MS,
  );

  it(
    'continue without one that is suspended: its devices connect to the others',
    async () => {
      const name = (await byConnections('busbar_mqtt'))[0]!;
      expect((await statistics('busbar_mqtt', name)).connections).toBeGreaterThan(0);
      const token = operators[0]!;
      const commandAll = async () => {
        for (const rig of rigs) {
          const confirmed = async () =>
            (await fatesOf(database, tenant)).filter(
              ({ deviceCode, state }) => deviceCode === rig.code && state === 'confirmed',
            ).length;
          const before = await confirmed();
          await pollUntil(
            () => submitCommand(web(), 'v2', token, rig.code, nextCommand(rig)),
            ({ commandId }) => commandId !== undefined,
            60_000,
          );
          await eventually(confirmed, 60_000).toBeGreaterThan(before);
        }
      };

      // Commands that the suspended process has claimed remain unknown for up to a minute.
      const work = operateAs(RESTARTS < NAMES.length ? 0 : operators.length);
      if (work.count > 0) await pollUntil(work.accepted, (count) => count > 2, 60_000);
      const suspendedAt = performance.now();
      servers[name].signal('SIGSTOP');
      await eventually(() => statusOf(name), RETURN_MS).toEqual(['DOWN', 'DOWN', 'DOWN']);
      const others = async () => {
        const counts = await Promise.all(
          NAMES.filter((one) => one !== name).map((one) => statistics('busbar_mqtt', one)),
        );
        return counts.reduce((sum, { connections }) => sum + connections, 0);
      };
      // The devices that send readings are connected too.
      await eventually(others, RETURN_MS).toBe(rigs.length + readers.length);
      const returnedS = (performance.now() - suspendedAt) / 1000;
      // The requests that the suspended process has received end when it continues.
      const stopped = work.stop();
      await commandAll();
      console.log(`the devices of a suspended process were back after ${returnedS.toFixed(1)} s`);

      servers[name].signal('SIGCONT');
      await eventually(() => statusOf(name), 60_000).toEqual(['UP', 'UP', 'UP']);
      await stopped;
      await commandAll();
      expect(await connectedRigs()).toBe(DEVICES);
      expect(await violations()).toEqual(NO_VIOLATIONS);
    },
    SOAK_TIMEOUT_MS,
  );

  it('leave a device that holds two connections to the process of the newest', async () => {
    const device = await buildTenantDevice(database, tenant);
    const commands: string[] = [];
    const open = async (title: string) => {
      const client = await connectThrough(device);
      await client.subscribeAsync(`ep/1/${device.deviceCode}/down/#`, { qos: 1 });
      client.on('message', () => commands.push(title));
      return client;
    };
    await setState('two', 'drain');
    await setState('three', 'drain');
    const older = await open('older');
    const ended = new Promise<void>((resolve) => older.once('close', () => resolve()));
    await setState('two', 'ready');
    await setState('one', 'drain');
    await open('newer');
    await ended;
    const summon = async () =>
      (
        (await (
          await fetch(`${web()}/device/summonVariable`, {
            method: 'POST',
            headers: { authorization: operators[0]!, 'content-type': 'application/json' },
            body: JSON.stringify({ deviceId: device.deviceCode, dataType: 'energy' }),
          })
        ).json()) as { errCode: number }
      ).errCode;
    void summon();
    await eventually(() => commands, 60_000).toEqual(['newer']);
    const state = await database.db
      .selectFrom('device_state')
      .select('connected')
      .where('device_id', '=', device.deviceId)
      .executeTakeFirstOrThrow();
    expect(state.connected).toBe(true);
    for (const name of NAMES) await setState(name, 'ready');
  });

  async function connectThrough({
    deviceCode,
    secret,
  }: Pick<TestDevice, 'deviceCode' | 'secret'>): Promise<MqttClient> {
    const client = new MqttClient(() => connect(proxy.devices, '127.0.0.1'), {
      clientId: deviceCode,
      username: deviceCode,
      password: secret,
      reconnectPeriod: 0,
    });
    clients.push(client);
    client.on('error', () => undefined);
    await new Promise<void>((resolve) => client.once('connect', () => resolve()));
    return client;
  }
});
