/**
 * Every device's voltage crosses a limit repeatedly, slowly enough to raise and clear its alarm
 * each time. Measures how many readings per second are stored with the rules enabled and with all
 * of them disabled, alternating on one server, and at a constant rate the latency of an
 * acknowledgement and of an alarm on the screen.
 */
import { wireNameOfAlarmType } from '@busbar/device-protocol/up/alarm-names';
import { ALARM_RULES } from '@busbar/domain/alarm/alarm-rule';
import { sql } from 'kysely';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { openPushSocket } from '../browser/push-socket.ts';
import { createBenchWorld } from '../engine/bench-devices.ts';
import { type BenchEngine, startServerProgram } from '../engine/bench-engine.ts';
import { median, percentile, printTable } from '../engine/print-table.ts';
import { cpuSeconds } from '../engine/process-times.ts';
import { startLoad } from '../load/load-process.ts';
import { screenProbe } from './alarm-screen.ts';

const ROUNDS = 3;
/** Seconds beyond the limit, and then within it; longer than delay and hold. */
const FLAP_S = 12;
/** Number of devices for whose alarms the latency up to the screen is measured. */
const PROBES = 20;
/** The ingest reloads the settings every two seconds. */
const SETTINGS_READ_MS = 3_000;

interface Settings {
  readonly devices: number;
  /** Max messages in flight per device, at full speed. */
  readonly window: number;
  /** Maximum number of unacknowledged messages per device, at full speed. */
  readonly pace: number;
  readonly runMs: number;
}

interface Round {
  readonly rate: number;
  readonly cpuUs: number;
  readonly p99Ms: number;
}

export async function flapping(engine: BenchEngine, settings: Settings): Promise<void> {
  const before = await engine.open();
  const world = await createBenchWorld(before, settings.devices + PROBES);
  await analyze(before, ['device', 'device_code', 'device_state', 'user_group']);
  await before.close();
  const { admin } = world.tenant.users;
  const server = await startServerProgram(engine, {
    DEVICE_RATE: '1000000',
    ROLES: 'api,gateway',
  });
  const load = startLoad();
  const openPage = () => openPushSocket(server.url, admin.token, admin.userId);
  const probe = await screenProbe(server.mqttPort, world.devices.slice(-PROBES), openPage);
  await load.send({
    do: 'connect',
    port: server.mqttPort,
    devices: world.devices.slice(0, -PROBES),
    isLive: true,
    flapS: FLAP_S,
  });
  let acknowledged = 0;
  const onScreen: number[] = [];
  const saturate = { do: 'saturate', window: settings.window, runs: 1 } as const;
  const round = async (inUse: boolean): Promise<Round> => {
    await setRules(server.url, admin.token, inUse);
    await new Promise((resolve) => setTimeout(resolve, SETTINGS_READ_MS));
    const cpu = cpuSeconds(server.pid);
    const full = await load.send({ ...saturate, warmUpMs: 2_000, runMs: settings.runMs });
    const cpuUs = ((cpuSeconds(server.pid) - cpu) * 1e6) / (full.acknowledged! - acknowledged);
    const [paced, waits] = await Promise.all([
      load.send({ do: 'pace', perSecond: settings.pace, runMs: settings.runMs }),
      inUse ? probe.run(settings.runMs) : [],
    ]);
    acknowledged = paced.acknowledged!;
    onScreen.push(...waits);
    return { rate: full.runs![0]!, cpuUs, p99Ms: paced.latencies![1]! };
  };
  const withRules: Round[] = [];
  const without: Round[] = [];
  // One cycle of every device's alarm, after which the table sizes are representative.
  await round(true);
  if (engine.kind === 'external') await analyzeNow(engine);
  onScreen.length = 0;
  for (let i = 0; i < ROUNDS; i += 1) {
    // Tables grow, so the first run of a pair has an advantage.
    const first = i % 2 === 0;
    if (first) without.push(await round(false));
    withRules.push(await round(true));
    if (!first) without.push(await round(false));
  }
  await probe.end();
  load.end();
  await server.stop();
  const database = await engine.open();
  const alarms = await countOf(database, 'alarm');
  const events = await countOf(database, 'device_alarm_event');
  await database.close();
  const row = (name: string, rounds: readonly Round[]) => ({
    rules: name,
    'readings/s (each turn)': `${whole(median(rounds.map(({ rate }) => rate)))} (${rounds
      .map(({ rate }) => whole(rate))
      .join(', ')})`,
    'server CPU a reading, us': median(rounds.map(({ cpuUs }) => cpuUs)).toFixed(1),
    [`ack p99 at ${settings.pace}/s, ms`]: median(rounds.map(({ p99Ms }) => p99Ms)).toFixed(0),
  });
  printTable(`${whole(settings.devices)} flapping devices on ${engine.name}`, [
    row('all off', without),
    row('in use', withRules),
  ]);
  const share = (of: (rates: readonly number[]) => number): string =>
    (of(withRules.map(({ rate }) => rate)) / of(without.map(({ rate }) => rate))).toFixed(2);
  // Other load on the machine can only slow the program down, so the fastest cycles are the most
  // accurate.
  const best = share((rates) => Math.max(...rates));
  console.log(
    `With rules ${share(median)} of the speed without, by the best turns ${best}; ${whole(events)} words made ${whole(alarms)} alarms.`,
  );
  const sorted = onScreen.toSorted((a, b) => a - b);
  const parts = [0.5, 0.99, 1].map((part) => percentile(sorted, part).toFixed(0)).join(' / ');
  console.log(
    `From a device's word to the screen at ${settings.pace}/s, rules in use: p50 / p99 / longest ${parts} ms of ${sorted.length} (goal p99 1000).\n`,
  );
}

const ALARM_TABLES = ['alarm', 'device_alarm_event', 'alarm_group_sum', 'alarm_device_sum'];

/** Autovacuum would do this within a minute. */
async function analyze({ db }: Database, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(db);
}

async function analyzeNow(engine: BenchEngine): Promise<void> {
  const database = await engine.open();
  await analyze(database, ALARM_TABLES);
  await database.close();
}

const whole = (value: number) => Math.round(value).toLocaleString('en');

async function setRules(url: string, token: string, inUse: boolean): Promise<void> {
  for (const { type, defaults } of ALARM_RULES) {
    const answer = await fetch(`${url}/api/v2/alarm-rules`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({
        alarm_type: wireNameOfAlarmType(type),
        in_use: inUse,
        limit: defaults.limit,
        clear: defaults.clear,
        delay_s: 5,
        hold_s: 5,
      }),
    });
    const { code, msg } = (await answer.json()) as { code: number; msg: string };
    if (code !== 0) throw new Error(`the rule of ${type} is refused: ${msg}`);
  }
}

async function countOf(
  { db }: Database,
  table: 'measurement' | 'alarm' | 'device_alarm_event',
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(
    db,
  );
  return rows[0]!.count;
}
