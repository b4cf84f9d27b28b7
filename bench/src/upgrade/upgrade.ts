/**
 * The upgrade of an external database with many readings: the last release
 * (`scripts/release/previous.json`) serves devices behind HAProxy while this version starts and
 * migrates; then the last release is stopped. The goals are 2 minutes until only this version
 * serves, and no pause of the readings.
 *
 * `--readings 10000000`, `--devices 20` that send without a pause.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { sql } from 'kysely';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { openDatabase } from '../../../apps/server/src/storage/open-database.ts';
import {
  type ServerProcess,
  serverProcess,
} from '../../../apps/server/test/reliability/command-rig.ts';
import { ReadingDevice } from '../../../apps/server/test/reliability/readings/reading-device.ts';
import { buildPreviousRelease } from '../../../apps/server/test/reliability/upgrade/previous-release.ts';
import { closeAll } from '../../../apps/server/test/support/close-after-file.ts';
import { hasHaproxy, startHaproxy } from '../../../apps/server/test/support/programs/haproxy.ts';
import {
  freePort,
  programFile,
} from '../../../apps/server/test/support/programs/server-program.ts';
import { testLog } from '../../../apps/server/test/support/test-log.ts';
import { withEngine } from '../engine/bench-engine.ts';
import { benchOptions } from '../engine/bench-options.ts';
import { printTable } from '../engine/print-table.ts';
import { fillMonth, MONTH_MINUTES } from '../storage/fill-month.ts';
import { watchPauses } from './watch-pauses.ts';

const GOAL_S = 120;
/** Time before the upgrade in which all devices connect. */
const SETTLE_MS = 10_000;
/** The documented health check needs a few seconds to admit a server. */
const ADMIT_MS = 10_000;

export async function benchUpgrade(options: readonly string[]): Promise<void> {
  if (!hasHaproxy) throw new Error('HAProxy is not installed');
  const values = benchOptions(options, { readings: '10000000', devices: '20' });
  await withEngine('external', async ({ env, name }) => {
    const row = await measure(
      env['DATABASE_URL']!,
      Number(values.readings),
      Number(values.devices),
    );
    printTable(`Upgrade of the last release to this version, ${name}`, [row]);
  });
  await closeAll();
}

async function measure(databaseUrl: string, readings: number, count: number) {
  const release = await buildPreviousRelease();
  const former = await proxied(databaseUrl, async () => release.program);
  const present = await proxied(databaseUrl, programFile);
  await former.server.start();
  const proxy = await startHaproxy([former, present]);
  const database = await openDatabase({
    databaseUrl,
    dataDir: '',
    unsafeDatabase: false,
    log: testLog,
  });
  const readers: ReadingDevice[] = [];
  try {
    const tenant = await release.createTenant(database, { label: 'upgrade', now: Date.now() });
    const filled = Math.ceil(readings / MONTH_MINUTES);
    const fleet = { customerId: tenant.customerId, first: tenant.deviceId, count: filled };
    await fillMonth(database, fleet, readings);
    const random = seededRandom(1);
    for (let n = 0; n < count; n += 1) {
      const device = await release.buildTenantDevice(database, tenant);
      readers.push(new ReadingDevice(device, proxy.devices, random));
    }
    for (const reader of readers) reader.connect();
    await sleep(SETTLE_MS);
    const before = await appliedMigrations(database);
    const pauses = watchPauses(readers);
    const began = performance.now();
    await present.server.start();
    const migratedS = (performance.now() - began) / 1000;
    await sleep(ADMIT_MS);
    await former.server.kill('SIGTERM');
    const replacedS = (performance.now() - began) / 1000;
    await sleep(ADMIT_MS);
    const { fleetS, deviceS, acknowledged } = pauses.stop();
    return {
      'readings stored before': readings.toLocaleString('en'),
      migrations: (await appliedMigrations(database)) - before,
      'until this version is ready, s': migratedS.toFixed(1),
      [`until it serves alone, s (goal ${GOAL_S})`]: replacedS.toFixed(1),
      'longest pause of all readings, s (goal 0)': fleetS.toFixed(1),
      'of one device, s': deviceS.toFixed(1),
      'acknowledged meanwhile': acknowledged.toLocaleString('en'),
    };
  } finally {
    for (const reader of readers) reader.stop();
    await former.server.dispose();
    await present.server.dispose();
    await database.close();
  }
}

interface Proxied {
  readonly server: ServerProcess;
  readonly http: number;
  readonly mqtt: number;
}

async function proxied(databaseUrl: string, program: () => Promise<string>): Promise<Proxied> {
  const [http, mqtt] = [await freePort(), await freePort()];
  const env = {
    PORT: String(http),
    MQTT_PORT: String(mqtt),
    TRUSTED_PROXIES: '127.0.0.1',
    MQTT_PROXY_PROTOCOL: '1',
    DEVICE_RATE: '100000',
  };
  return { server: await serverProcess(databaseUrl, env, program), http, mqtt };
}

async function appliedMigrations({ db }: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int4 as count from schema_migration`.execute(db);
  return rows[0]!.count;
}
