/** Processor time of polling. */
import { sql } from 'kysely';
import { startServerProgram } from '../engine/bench-engine.ts';
import { cpuSeconds, databaseSeconds, residentMiB } from '../engine/process-times.ts';
import { startLineFleet } from './line-fleet-process.ts';
import type { LinesWorld } from './lines-world.ts';

interface PollingTimes {
  readonly settleS: number;
  readonly seconds: number;
  readonly profile: boolean;
}

const sleep = (seconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000));

/** Measures after the first cycle of each meter, in which all are polled at once. */
export async function measurePolling(
  { engine, polled }: LinesWorld,
  env: Readonly<Record<string, string>>,
  { settleS, seconds, profile }: PollingTimes,
): Promise<Record<string, string | number>> {
  const server = await startServerProgram(engine, env, profile ? ['--cpu-prof'] : []);
  const fleet = startLineFleet();
  await fleet.send({
    ...{ do: 'connect', port: Number(env.DTU_PORT), dtus: polled },
    ...{ meters: 4, profile: 'eastron-sdm630', isTimed: false },
  });
  await sleep(settleS);
  const read = async () => ({
    at: performance.now(),
    cpu: cpuSeconds(server.pid),
    database: databaseSeconds(process.pid),
    answers: (await fleet.send({ do: 'counts' })).answers!,
  });
  await server.stalls();
  const before = await read();
  await sleep(seconds);
  const after = await read();
  const { p99Ms, longestMs } = await server.stalls();
  const passedS = (after.at - before.at) / 1000;
  const mib = residentMiB(server.pid);
  await fleet.end();
  await server.stop();
  const share = (name: 'cpu' | 'database') => (after[name] - before[name]) / passedS;
  const answers = (after.answers - before.answers) / passedS;
  return {
    'server, share of one core (goal under 0.5)': share('cpu').toFixed(3),
    'database, share of one core': share('database').toFixed(3),
    'answers/s': answers.toFixed(1),
    'server per answer, us': ((1e6 * share('cpu')) / answers).toFixed(0),
    'readings stored/s': (await readingsASecond({ engine }, passedS)).toFixed(1),
    'event loop delay p99 / longest, ms': `${p99Ms.toFixed(0)} / ${longestMs.toFixed(0)}`,
    'server MiB': mib.toFixed(0),
  };
}

/** Readings of the measured time, which has just ended. */
async function readingsASecond(
  { engine }: Pick<LinesWorld, 'engine'>,
  passedS: number,
): Promise<number> {
  const database = await engine.open();
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from measurement m
    where m.ts > (select max(ts) from measurement) - make_interval(secs => ${passedS})`.execute(
    database.db,
  );
  await database.close();
  return rows[0]!.count / passedS;
}
