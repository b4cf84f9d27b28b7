/**
 * An upgrade under load (docs/adr/0063, docs/operations.md "Upgrades"): the last release and this
 * version with further expand migrations serve one database beside each other behind HAProxy. No
 * acknowledged reading is lost, and no command is executed twice or late (docs/promises.md R1, C1).
 */
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { openSession } from '../../support/factories/session.ts';
import { hasHaproxy, type ProxiedName, startHaproxy } from '../../support/programs/haproxy.ts';
import { pollUntil } from '../../support/programs/poll-until.ts';
import {
  freePort,
  programFile,
  programWithMigrations,
} from '../../support/programs/server-program.ts';
import { SOAK_TIMEOUT_MS, seed, size } from '../../support/sizes.ts';
import {
  countConnected,
  haproxyAdmin,
  NO_VIOLATIONS,
  openBrowser,
  operate,
  violationsOf,
} from '../cluster/cluster-load.ts';
import type { Execution } from '../command-checkers.ts';
import { pause, type RigDevice, type ServerProcess, serverProcess } from '../command-rig.ts';
import { checkReadings } from '../readings/check-readings.ts';
import { ReadingDevice } from '../readings/reading-device.ts';
import { readStoredReadings } from '../readings/reading-load.ts';
import { EXPAND, plantedMigrations } from './planted-migrations.ts';
import { buildPreviousRelease, hasPreviousRelease } from './previous-release.ts';

const UPGRADES = size('upgrades');
const SEED = seed('upgrades', 71);
const DEVICES = 4;
const LIMIT_MS = 120_000;

describe.skipIf(!hasHaproxy || !hasPreviousRelease)('the last release and this version', () => {
  const cleanUps: (() => unknown)[] = [];
  afterAll(async () => {
    for (const end of cleanUps.splice(0).reverse()) await end();
  });

  async function proxiedServer(databaseUrl: string, program: () => Promise<string>) {
    const [http, mqtt] = [await freePort(), await freePort()];
    const env = {
      PORT: String(http),
      MQTT_PORT: String(mqtt),
      TRUSTED_PROXIES: '127.0.0.1',
      MQTT_PROXY_PROTOCOL: '1',
      COMMAND_TTL_S: '30',
      CONTROL_GAP_S: '0',
      CONTROL_PER_MINUTE: '100000',
      CONTROL_GROUP_PERCENT: '100',
      DEVICE_RATE: '100000',
    };
    const server: ServerProcess = await serverProcess(databaseUrl, env, program);
    cleanUps.push(() => server.dispose());
    return Object.assign(server, { http, mqtt });
  }

  it.each(Array.from({ length: UPGRADES }, (_, index) => SEED + index))(
    'serve one database beside each other during an upgrade (seed %i)',
    async (seedOfRun) => {
      const random = seededRandom(seedOfRun);
      const release = await buildPreviousRelease();
      const migrations = plantedMigrations(EXPAND);
      const upgraded = await programWithMigrations(migrations);
      const database = await freshDatabase({ empty: true });
      let ofOne = async () => release.program;
      const servers = {
        one: await proxiedServer(database.databaseUrl, () => ofOne()),
        two: await proxiedServer(database.databaseUrl, async () => upgraded),
      };
      await servers.one.start();
      const proxy = await startHaproxy([servers.one, servers.two]);
      const { statistics, statusOf, setState } = haproxyAdmin(() => proxy);
      const web = () => `http://127.0.0.1:${proxy.web}`;
      const isUp = (name: ProxiedName) =>
        eventually(() => statusOf(name), LIMIT_MS).toEqual(['UP', 'UP', 'UP']);
      await isUp('one');

      const tenant = await release.createTenant(database, { label: 'upgrade', now: Date.now() });
      const operators = await release.openOperators(database, tenant, 3);
      const executions: Execution[] = [];
      const rigs: RigDevice[] = await release.startDevices(database, tenant, {
        count: DEVICES,
        seed: seedOfRun,
        portOf: () => proxy.devices,
        executions,
      });
      cleanUps.push(() => Promise.all(rigs.map(({ connection }) => connection.stop(0))));
      await pollUntil(
        () => countConnected(database, rigs),
        (count) => count === DEVICES,
        LIMIT_MS,
      );
      const readers: ReadingDevice[] = [];
      const codes = new Set<string>();
      const connectReaders = async () => {
        for (let n = 0; n < DEVICES; n += 1) {
          const device = await release.buildTenantDevice(database, tenant);
          const reader = new ReadingDevice(device, proxy.devices, random);
          cleanUps.push(() => reader.stop());
          codes.add(device.deviceCode);
          readers.push(reader);
          reader.connect();
        }
      };
      await connectReaders();
      const { userId } = tenant.users.viewer;
      const token = await openSession(database, tenant.customerId, userId, Date.now());
      const viewer = openBrowser(web, token, userId);
      const work = operate(web, operators, rigs, random);
      const pages = readPages(web, token);
      const acknowledged = () => readers.map((reader) => reader.acknowledged);
      const progress = async () => {
        const read = acknowledged();
        const [commanded, framed, paged] = [work.accepted(), viewer.seen.frames, pages.count()];
        await pollUntil(
          () => [
            ...acknowledged().map((count, index) => count > (read[index] ?? 0)),
            work.accepted() > commanded,
            viewer.seen.frames > framed,
            pages.count() > paged,
          ],
          (all) => !all.includes(false),
          LIMIT_MS,
        );
      };
      const takeOut = async (name: 'one' | 'two') => {
        await setState(name, 'drain');
        await pollUntil(
          async () => (await statistics('busbar', name)).connections,
          (connections) => connections === 0,
          LIMIT_MS,
        );
        await servers[name].kill('SIGTERM');
      };
      const serveBoth = async () => {
        const names = ['one', 'two'] as const;
        const requests = () =>
          Promise.all(names.map(async (name) => (await statistics('busbar', name)).requests));
        const before = await requests();
        await pollUntil(
          requests,
          (now) => now.every((count, index) => count > before[index]!),
          LIMIT_MS,
        );
        await progress();
      };

      await progress();
      const known = acknowledged().reduce((sum, count) => sum + count, 0);
      // The new version migrates while the last release serves.
      await servers.two.start();
      const migratedUnder = acknowledged().reduce((sum, count) => sum + count, 0) - known;
      await isUp('two');
      const { rows } = await sql<{ count: number }>`select count(*)::integer as count
        from schema_migration where name like '%planted'`.execute(database.db);
      expect(rows).toEqual([{ count: EXPAND.length }]);
      await connectReaders();
      await serveBoth();
      await takeOut('one');
      await progress();

      // This version without the new migrations starts on the migrated database.
      ofOne = programFile;
      await servers.one.start();
      await setState('one', 'ready');
      await isUp('one');
      await serveBoth();
      await takeOut('two');
      await progress();

      await Promise.all([work.stop(), viewer.stop(), pages.stop()]);
      for (const reader of readers) reader.finish();
      await eventually(() => readers.filter(({ isDone }) => !isDone).length, LIMIT_MS).toBe(0);
      const statuses = [...work.statuses.keys(), ...pages.statuses];
      console.log(
        `${EXPAND.length} migrations during ${migratedUnder} readings, ${known} readings before, ` +
          `${acknowledged().reduce((sum, count) => sum + count, 0)} in all, ${work.accepted()} commands, ` +
          `${pages.count()} pages, ${viewer.seen.opened} sockets, answers ${[...new Set(statuses)]}`,
      );
      expect(migratedUnder).toBeGreaterThan(0);
      expect([...work.failures, ...pages.failures]).toEqual([]);
      expect([...pages.statuses]).toEqual([200]);
      expect(statuses.filter((status) => status === 401 || status >= 500)).toEqual([]);
      expect(viewer.seen.ended).toEqual([]);
      expect(await violationsOf(database, tenant, executions)).toEqual(NO_VIOLATIONS);
      const stored = await readStoredReadings(database);
      expect(stored.rejected).toEqual([]);
      expect(
        checkReadings(
          readers.flatMap(({ ledger }) => ledger),
          stored.counting.filter(({ device }) => codes.has(device)),
          stored.keptBeside,
        ),
      ).toEqual({ lost: [], doubled: [], invented: [], miscounted: [] });
    },
    SOAK_TIMEOUT_MS,
  );
});

/** Reads the lists of devices, alarms and operations, one after the other, until `stop`. */
function readPages(web: () => string, token: string) {
  const statuses = new Set<number>();
  const failures: string[] = [];
  let isOver = false;
  let count = 0;
  const run = async () => {
    while (!isOver) {
      for (const path of ['devices', 'alarms', 'group']) {
        try {
          const answer = await fetch(`${web()}/api/v2/${path}`, {
            headers: { authorization: token },
          });
          await answer.text();
          statuses.add(answer.status);
          count += 1;
        } catch (error) {
          failures.push(String(error));
        }
      }
      await pause(20);
    }
  };
  const ran = run();
  return {
    statuses,
    failures,
    count: () => count,
    async stop() {
      isOver = true;
      await ran;
    },
  };
}
