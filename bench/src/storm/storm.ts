/**
 * A storm of reconnections: a fleet of which a fifth has wrong secrets, and browsers, return after
 * a kill of the server and after a network cut; then the fleet sends the backlog of six hours while
 * commands go to other devices.
 *
 * `--devices 10000`, `--sites 10` addresses that they share, `--browsers 1000`, `--hours 6` of
 * backlog (0: none), `--per-message 60` readings.
 */
import { sql } from 'kysely';
import { openSession } from '../../../apps/server/test/support/factories/session.ts';
import { FleetBrowser } from '../../../apps/server/test/support/fleet/fleet-browser.ts';
import { freePort } from '../../../apps/server/test/support/programs/server-program.ts';
import { type BenchWorld, createBenchWorld } from '../engine/bench-devices.ts';
import {
  type BenchEngine,
  type ServerProgram,
  startServerProgram,
  withEngine,
} from '../engine/bench-engine.ts';
import { benchOptions } from '../engine/bench-options.ts';
import { percentile, printTable } from '../engine/print-table.ts';
import { cpuSeconds, residentMiB } from '../engine/process-times.ts';
import { type FleetProcess, startFleet } from './fleet-process.ts';
import { commandStates, connectCommands } from './storm-commands.ts';

const WRONG_EVERY = 5;
const CONTROLLED = 50;
const BROWSERS_PER_ADDRESS = 50;
const CALLS = ['dashboard-now', 'statistics-online', 'energy-fee?date_type=day&count=14'];
/** Time for the work of the start, before its memory is measured. */
const SETTLE_MS = 5_000;
const IDLE_MS = 10_000;

type Row = Record<string, string | number>;
type Settings = Readonly<Record<'devices' | 'sites' | 'browsers' | 'hours' | 'perMessage', number>>;

export async function benchStorm(options: readonly string[]): Promise<void> {
  const values = benchOptions(options, {
    devices: '10000',
    sites: '10',
    browsers: '1000',
    hours: '6',
    'per-message': '60',
  });
  const settings = {
    devices: Number(values.devices),
    sites: Number(values.sites),
    browsers: Number(values.browsers),
    hours: Number(values.hours),
    perMessage: Number(values['per-message']),
  };
  await withEngine(values.database, (engine) => measure(engine, settings));
}

async function measure(engine: BenchEngine, settings: Settings): Promise<void> {
  const database = await engine.open();
  const world = await createBenchWorld(database, settings.devices + CONTROLLED);
  const sessions = await openSessions(database, world, settings.browsers);
  await sql`analyze`.execute(database.as('owner').db);
  await database.close();
  const env = {
    PORT: String(await freePort()),
    MQTT_PORT: String(await freePort()),
    CONTROL_GAP_S: '0',
    CONTROL_PER_MINUTE: '100000',
    CONTROL_GROUP_PERCENT: '100',
  };
  let server = await startServerProgram(engine, env);
  await sleep(SETTLE_MS);
  const fleet = startFleet();
  const browsers = sessions.map(({ token, userId }, index) => {
    const address = 1 + Math.floor(index / BROWSERS_PER_ADDRESS);
    return new FleetBrowser({
      port: () => Number(env.PORT),
      token,
      userId,
      from: `127.0.3.${address}`,
      calls: CALLS.map((call) => `/api/v2/${call}`),
      random: Math.random,
    });
  });
  const rows: Row[] = [];
  const storm = async (name: string, cause: () => Promise<unknown>) => {
    const began = performance.now();
    const counts = browsers.map(({ readyCount }) => readyCount);
    await cause();
    const before = { cpu: cpuSeconds(server.pid), mib: residentMiB(server.pid) };
    await server.stalls();
    const [back, browserMs] = await Promise.all([
      fleet.send({ do: 'await' }),
      browsersBack(browsers, counts, began),
    ]);
    const cpu = cpuSeconds(server.pid) - before.cpu;
    const { p95Ms, longestMs } = await server.stalls();
    rows.push({
      storm: name,
      'devices back, 50 / 95 / 100 %, s (goal 30)': seconds(back.backMs!),
      'refused: wrong / right secrets': `${back.refusedWrong} / ${back.refusedRight}`,
      'wrong ones admitted': back.admittedWrong!,
      'browsers back, 50 / 95 / 100 %, s (goal 10)': browserMs.length > 0 ? seconds(browserMs) : '',
      'calls of pages failed': browsers.reduce((sum, { failedCalls }) => sum + failedCalls, 0),
      'server CPU, s': cpu.toFixed(1),
      'event loop delay p95 / longest, ms': `${p95Ms.toFixed(0)} / ${longestMs.toFixed(0)}`,
      'server MiB': residentMiB(server.pid).toFixed(0),
    });
  };

  await server.collect();
  const emptyMiB = residentMiB(server.pid);
  const emptyHeapMiB = (await server.stalls()).heapMiB;
  await storm('first connection, without browsers', () =>
    fleet.send({
      do: 'start',
      port: server.mqttPort,
      devices: world.devices.slice(0, settings.devices),
      sites: settings.sites,
      wrongEvery: WRONG_EVERY,
    }),
  );
  await sleep(IDLE_MS);
  const right = Math.floor((settings.devices * (WRONG_EVERY - 1)) / WRONG_EVERY);
  const kibOfConnection = () => ((residentMiB(server.pid) - emptyMiB) * 1024) / right;
  const kibBefore = kibOfConnection();
  await server.collect();
  const kibPerConnection = kibOfConnection();
  const heapKib = (((await server.stalls()).heapMiB - emptyHeapMiB) * 1024) / right;
  for (const browser of browsers) browser.start();
  await browsersBack(
    browsers,
    browsers.map(() => 0),
    performance.now(),
  );
  await storm('server killed and started', async () => {
    await fleet.send({ do: 'mark' });
    await server.kill();
    server = await startServerProgram(engine, env);
  });
  await storm('network cut', async () => {
    await fleet.send({ do: 'cut' });
    for (const browser of browsers) browser.cut();
  });
  printTable(
    `Storm on ${engine.name}: ${settings.devices} devices behind ${settings.sites} addresses, ${settings.browsers} browsers`,
    rows,
  );
  console.log(
    `Memory of a connection: ${kibPerConnection.toFixed(1)} KiB (goal 40; ${kibBefore.toFixed(1)} with the garbage of the sign-ins), ${heapKib.toFixed(1)} KiB of it objects in use, server ${emptyMiB.toFixed(0)} MiB before.`,
  );
  if (settings.hours > 0) await backlog(engine, server, fleet, world, settings);
  for (const browser of browsers) browser.stop();
  fleet.end();
  await server.stop();
}

async function backlog(
  engine: BenchEngine,
  server: ServerProgram,
  fleet: FleetProcess,
  world: BenchWorld,
  { devices, hours, perMessage }: Settings,
): Promise<void> {
  const commands = await connectCommands(server, world, world.devices.slice(devices));
  const rows: Row[] = [];
  const measured = async (name: string, work: Promise<{ acknowledged?: number }>) => {
    await server.stalls();
    const began = performance.now();
    let mib = 0;
    const watch = setInterval(() => {
      mib = Math.max(mib, residentMiB(server.pid));
    }, 500);
    const clicked = await commands.clickDuring(work);
    const { acknowledged = 0 } = await work;
    clearInterval(watch);
    const tookS = (performance.now() - began) / 1000;
    const { p95Ms, longestMs } = await server.stalls();
    const parts = (values: number[]) => {
      const sorted = values.toSorted((a, b) => a - b);
      return [0.5, 0.95, 1].map((part) => percentile(sorted, part).toFixed(0)).join(' / ');
    };
    rows.push({
      commands: `${clicked.length} ${name}`,
      'answered, p50 / p95 / longest, ms': parts(clicked.map(({ answeredMs }) => answeredMs)),
      'confirmed, p50 / p95 / longest, ms': parts(clicked.map(({ confirmedMs }) => confirmedMs)),
      'not confirmed': clicked.filter(({ confirmedMs }) => confirmedMs === Infinity).length,
      'readings stored': acknowledged.toLocaleString('en'),
      'a second': acknowledged > 0 ? Math.round(acknowledged / tookS).toLocaleString('en') : '',
      'event loop delay p95 / longest, ms': `${p95Ms.toFixed(0)} / ${longestMs.toFixed(0)}`,
      'server MiB at most': mib.toFixed(0),
    });
    return acknowledged;
  };
  await measured(
    'alone',
    sleep(IDLE_MS).then(() => ({})),
  );
  const sent = await measured(
    'during the backlog',
    fleet.send({ do: 'backlog', hours, perMessage }),
  );
  commands.stop();
  const database = await engine.open();
  const { rows: stored } = await sql<{ count: number }>`
    select count(*)::int as count from measurement`.execute(database.db);
  printTable(`Backlog of ${hours} hours in messages of ${perMessage} readings`, rows);
  console.log(`Stored ${stored[0]!.count} of ${sent} readings acknowledged.`);
  console.log(`Commands: ${await commandStates(database, world.tenant.customerId)}.`);
  await database.close();
}

async function openSessions(
  database: Parameters<typeof openSession>[0],
  { tenant }: BenchWorld,
  browsers: number,
): Promise<{ token: string; userId: number }[]> {
  const now = new Date();
  const users = Array.from({ length: Math.ceil(browsers / 20) }, (_, index) => 600_000_000 + index);
  if (users.length === 0) return [];
  await database.db
    .insertInto('user_account')
    .values(
      users.map((user_id) => ({
        customer_id: tenant.customerId,
        user_id,
        group_id: tenant.groupId,
        user_name: `storm-${user_id}`,
        password_hash: 'none',
        role: 'operator' as const,
        created_at: now,
        password_changed_at: now,
      })),
    )
    .execute();
  return Promise.all(
    Array.from({ length: browsers }, async (_, index) => {
      const userId = users[index % users.length]!;
      return {
        userId,
        token: await openSession(database, tenant.customerId, userId, now.getTime()),
      };
    }),
  );
}

/** Resolves with the times since `began` until 50, 95 and 100 % of the browsers were ready again. */
async function browsersBack(
  browsers: readonly FleetBrowser[],
  counts: readonly number[],
  began: number,
): Promise<number[]> {
  const times = new Map<FleetBrowser, number>();
  if (browsers.every(({ hasStarted }) => !hasStarted)) return [];
  while (times.size < browsers.length) {
    for (const [index, browser] of browsers.entries()) {
      if (times.has(browser) || browser.readyCount <= counts[index]!) continue;
      times.set(browser, performance.now() - began);
    }
    await sleep(20);
  }
  const sorted = [...times.values()].sort((a, b) => a - b);
  return sorted.length === 0 ? [] : [0.5, 0.95, 1].map((part) => percentile(sorted, part));
}

const seconds = (ms: readonly number[]) => ms.map((one) => (one / 1000).toFixed(1)).join(' / ');

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
