/**
 * Two processes behind PgBouncer with the configuration of docs/operations.md. docs/promises.md R1
 * and R4: PgBouncer is killed and stopped under load, no acknowledged reading is lost, and none
 * counts twice.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient } from '../../realtime/websocket-client.ts';
import { sharedDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { buildUser, PASSWORD } from '../../support/factories/customer.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { fixture } from '../../support/fixture.ts';
import { hasPgBouncer, startPgBouncer } from '../../support/programs/pgbouncer.ts';
import { pollUntil } from '../../support/programs/poll-until.ts';
import { programFile } from '../../support/programs/server-program.ts';
import { SOAK_TIMEOUT_MS, seed, size } from '../../support/sizes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { TEST_SECRETS_KEY, testContext } from '../../support/test-context.ts';
import type { Execution } from '../command-checkers.ts';
import {
  fatesOf,
  type RigDevice,
  type ServerProcess,
  serverProcess,
  startDevices,
  submitCommand,
} from '../command-rig.ts';
import { checkReadings } from '../readings/check-readings.ts';
import { ReadingDevice } from '../readings/reading-device.ts';
import { readStoredReadings, registerReadingDevices } from '../readings/reading-load.ts';

const ENDS = size('poolerEnds');
const SEED = seed('poolerEnds', 31);
const READING_DEVICES = 6;

describe.skipIf(!hasPgBouncer)('two processes behind PgBouncer', () => {
  const database = fixture(sharedDatabase);
  const tenant = fixture(() => createTenant(database, { label: 'pooled', now: Date.now() }));
  const pooler = fixture(() => startPgBouncer(database.databaseUrl));
  const executions: Execution[] = [];
  let servers: readonly [ServerProcess, ServerProcess];
  let rigs: RigDevice[] = [];
  const readers: ReadingDevice[] = [];

  beforeAll(async () => {
    const env = {
      DATABASE_DIRECT_URL: database.databaseUrl,
      CONTROL_GAP_S: '0',
      CONTROL_GROUP_PERCENT: '100',
      DEVICE_RATE: '100000',
    };
    servers = [await serverProcess(pooler.url, env), await serverProcess(pooler.url, env)];
    for (const server of servers) await server.start();
  });
  afterAll(async () => {
    for (const reader of readers) reader.stop();
    await Promise.all(rigs.map(({ connection }) => connection.stop(0)));
    await Promise.all((servers ?? []).map((server) => server.dispose()));
  });

  const readiness = async ({ url }: ServerProcess) => {
    const answer = await fetch(`${url}/health/ready`);
    return { ...((await answer.json()) as object), code: answer.status };
  };

  it('sign a user in, execute a command, and report it to a browser of the other process', async () => {
    const account = await buildUser(testContext(database, {}, Date.now()), {
      ...tenant,
      userId: tenant.users.admin.userId,
    });
    const signedIn = await fetch(`${servers[0].url}/api/v2/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_account: account.userName, password: PASSWORD }),
    });
    const { data } = (await signedIn.json()) as { data: { token: string } };
    const [near, far] = servers;
    rigs = await startDevices(database, tenant, {
      count: 1,
      seed: SEED,
      portOf: () => near.mqttPort,
      executions,
    });
    const [rig] = rigs as [RigDevice];
    const browser = await openClient(`${far.url.replace('http', 'ws')}/api/websocket/info`, {
      authorization: data.token,
    });
    browser.send(String(account.userId));
    const submitted = await pollUntil(
      () => submitCommand(far.url, 'v2', data.token, rig.code, 'open'),
      ({ commandId }) => commandId !== undefined,
      60_000,
    );
    const confirmed = () =>
      browser.frames.some(
        ({ msgType, message }) =>
          msgType === 'REMOTE_CONTROL' &&
          JSON.parse(message).command_id === submitted.commandId &&
          JSON.parse(message).state === 'confirmed',
      );
    await eventually(confirmed, 60_000).toBe(true);
    const fates = await fatesOf(database, tenant);
    expect(fates.map(({ commandId, state }) => ({ commandId, state }))).toEqual([
      { commandId: submitted.commandId, state: 'confirmed' },
    ]);
    expect(executions.map(({ commandId }) => commandId)).toEqual([submitted.commandId]);
    browser.ws.terminate();
  });

  it(
    `lose no acknowledged reading when PgBouncer ends ${ENDS} times, and report that it is down`,
    async () => {
      const random = seededRandom(SEED);
      const registered = await registerReadingDevices(database, READING_DEVICES);
      readers.push(
        ...registered.map(
          (device, index) =>
            new ReadingDevice(device, servers[(index % 2) as 0 | 1].mqttPort, random),
        ),
      );
      for (const reader of readers) reader.connect();
      const acknowledged = () => readers.reduce((sum, reader) => sum + reader.acknowledged, 0);
      const acknowledgeMore = async () => {
        const known = acknowledged();
        await pollUntil(acknowledged, (count) => count > known + READING_DEVICES, 60_000);
      };

      for (let end = 0; end < ENDS; end += 1) {
        await acknowledgeMore();
        await pooler.end(random() < 0.5 ? 'SIGKILL' : 'SIGTERM');
        if (end % 2 === 0) {
          for (const server of servers) {
            await eventually(() => readiness(server), 60_000).toMatchObject({
              code: 503,
              msg: 'The connection pooler in DATABASE_URL refuses the connection.',
            });
          }
        }
        await pooler.start();
        for (const server of servers) {
          await eventually(() => readiness(server), 60_000).toEqual({
            code: 200,
            status: 'ready',
            warning: '',
          });
        }
      }
      await acknowledgeMore();
      for (const reader of readers) reader.finish();
      await pollUntil(
        () => readers.filter((reader) => !reader.isDone).length,
        (left) => left === 0,
        120_000,
      );

      const sent = readers.flatMap((reader) => reader.ledger);
      const stored = await readStoredReadings(database);
      const codes = new Set(registered.map(({ deviceCode }) => deviceCode));
      const counting = stored.counting.filter(({ device }) => codes.has(device));
      console.log(`${ENDS} ends of PgBouncer, ${sent.length} readings, ${counting.length} stored`);
      expect(stored.rejected).toEqual([]);
      expect(checkReadings(sent, counting, stored.keptBeside)).toEqual({
        lost: [],
        doubled: [],
        invented: [],
        miscounted: [],
      });
    },
    SOAK_TIMEOUT_MS,
  );

  it('do not start without DATABASE_DIRECT_URL, and print one sentence', async () => {
    const child = spawn(process.execPath, [await programFile()], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: pooler.url,
        DATA_DIR: temporaryFolder(),
        SECRETS_KEY: TEST_SECRETS_KEY,
        HOST: '127.0.0.1',
        PORT: '0',
        MQTT_PORT: '0',
      },
    });
    let output = '';
    child.stderr.on('data', (text) => {
      output += text;
    });
    const [code] = await once(child, 'close');
    expect({ code, output: output.trim() }).toEqual({
      code: 1,
      output:
        'Notifications do not arrive through DATABASE_URL, which is a connection pooler in transaction mode: set DATABASE_DIRECT_URL to the PostgreSQL server itself.',
    });
  });
});
