/**
 * Every device flaps over a voltage limit, slowly enough to be raised and cleared again and again:
 * how many readings a second are stored with the rules in use and with all of them switched off, in
 * turns on one server, and at an even pace of 2,000 readings a second how long an acknowledgement
 * takes.
 */
import { ALARM_RULES } from '@busbar/domain/alarm/alarm-rule';
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/storage/database.ts';
import { createBenchWorld } from './bench-devices.ts';
import { type BenchEngine, startServerProgram } from './bench-engine.ts';
import { startLoad } from './load-process.ts';
import { median, printTable } from './print-table.ts';
import { cpuSeconds } from './process-times.ts';

const TURNS = 3;
/** Beyond the limit and back for so long each, s: longer than delay and hold. */
const FLAP_S = 12;
const PACE = 2_000;
/** The ingest looks every two seconds what the settings are. */
const SETTINGS_READ_MS = 3_000;

interface Settings {
  readonly devices: number;
  readonly runMs: number;
}

interface Turn {
  readonly rate: number;
  readonly cpuUs: number;
  readonly p99Ms: number;
}

export async function flapping(engine: BenchEngine, settings: Settings): Promise<void> {
  const database = await engine.open();
  const world = await createBenchWorld(database, settings.devices);
  const { customerId } = world.tenant;
  const server = await startServerProgram(engine, {
    DEVICE_RATE: '1000000',
    ROLES: 'api,gateway',
  });
  const load = startLoad();
  await load.order({
    do: 'connect',
    port: server.mqttPort,
    devices: world.devices,
    isLive: true,
    flapS: FLAP_S,
  });
  const turn = async (inUse: boolean): Promise<Turn> => {
    await setRules(database, customerId, inUse);
    await new Promise((resolve) => setTimeout(resolve, SETTINGS_READ_MS));
    const before = { cpu: cpuSeconds(server.pid), stored: await countOf(database, 'measurement') };
    const full = await load.order({
      do: 'saturate',
      window: 4,
      warmUpMs: 2_000,
      runs: 1,
      runMs: settings.runMs,
    });
    const stored = (await countOf(database, 'measurement')) - before.stored;
    const cpuUs = ((cpuSeconds(server.pid) - before.cpu) * 1e6) / stored;
    const paced = await load.order({ do: 'pace', perSecond: PACE, runMs: settings.runMs });
    return { rate: full.runs![0]!, cpuUs, p99Ms: paced.latencies![1]! };
  };
  const withRules: Turn[] = [];
  const without: Turn[] = [];
  for (let i = 0; i < TURNS; i += 1) {
    without.push(await turn(false));
    withRules.push(await turn(true));
  }
  const alarms = await countOf(database, 'alarm');
  const words = await countOf(database, 'device_alarm_event');
  load.end();
  await server.stop();
  await database.close();
  const row = (name: string, turns: readonly Turn[]) => ({
    rules: name,
    'readings/s (each turn)': `${whole(median(turns.map(({ rate }) => rate)))} (${turns
      .map(({ rate }) => whole(rate))
      .join(', ')})`,
    'server CPU a reading, us': median(turns.map(({ cpuUs }) => cpuUs)).toFixed(1),
    [`ack p99 at ${PACE}/s, ms`]: median(turns.map(({ p99Ms }) => p99Ms)).toFixed(0),
  });
  printTable(`${whole(settings.devices)} flapping devices on ${engine.name}`, [
    row('all off', without),
    row('in use', withRules),
  ]);
  const share = median(withRules.map(({ rate }) => rate)) / median(without.map(({ rate }) => rate));
  console.log(
    `With rules ${share.toFixed(2)} of the speed without; ${whole(words)} words made ${whole(alarms)} alarms.\n`,
  );
}

const whole = (value: number) => Math.round(value).toLocaleString('en');

async function setRules(database: Database, customerId: number, inUse: boolean): Promise<void> {
  await database.transaction(async (trx) => {
    await trx.deleteFrom('alarm_rule').where('customer_id', '=', customerId).execute();
    await trx
      .insertInto('alarm_rule')
      .values(
        ALARM_RULES.map(({ type, defaults }) => ({
          customer_id: customerId,
          group_id: null,
          alarm_type: type,
          in_use: inUse,
          limit_value: defaults.limit,
          clear_value: defaults.clear,
          delay_s: 5,
          hold_s: 5,
          changed_by: 0,
          changed_at: new Date(),
        })),
      )
      .execute();
  });
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
