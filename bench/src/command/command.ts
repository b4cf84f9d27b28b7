/**
 * Latency from the click to the push message that confirms it: a command over HTTP, through
 * interlocks and log to a device that executes it immediately, its state stored in the database and
 * sent over the real-time channel, while 1,000 readings per second of other devices are stored and
 * pushed to the same page. Protection templates are written to the same devices during the second
 * half of the clicks. The round trip over a bare broker is measured in parallel.
 *
 * `--database external|embedded` (both), `--clicks 2000`, twenty a second.
 */
import { type BareBroker, startBareBroker } from '../engine/bare-broker.ts';
import { type BenchEngine, withEngine } from '../engine/bench-engine.ts';
import { benchOptions } from '../engine/bench-options.ts';
import { median, printTable } from '../engine/print-table.ts';
import { residentMiB } from '../engine/process-times.ts';
import { startClickWorld } from './click-world.ts';
import { type Clicked, parts } from './clicks.ts';
import { type Written, writeTemplates } from './template-writes.ts';

const READINGS_A_SECOND = 1_000;
const CLICK_EVERY_MS = 50;
const ROUND_TRIP_EVERY_MS = 250;

export async function benchCommand(options: readonly string[]): Promise<void> {
  const values = benchOptions(options, { clicks: '2000' });
  const rows: Row[] = [];
  for (const kind of values.engines) {
    await withEngine(kind, async (engine) => {
      rows.push(...(await measure(engine, Number(values.clicks))));
    });
  }
  printTable('Click to confirmed push under 1,000 readings/s, ms', rows);
}

type Row = Record<string, string | number>;

async function measure(engine: BenchEngine, clicks: number): Promise<Row[]> {
  const world = await startClickWorld(engine);
  const { server, token, codes, load } = world;
  const bare = await startBareBroker();
  const half = Math.floor(clicks / 2);
  let acknowledgedBefore = 0;
  const halfWith = async (
    name: string,
    count: number,
    beside: () => Promise<Written | undefined>,
  ) => {
    const runMs = count * CLICK_EVERY_MS + 1_000;
    const loaded = load.send({ do: 'pace', perSecond: READINGS_A_SECOND, runMs });
    const trips = roundTrips(bare, count * CLICK_EVERY_MS);
    await server.stalls();
    const [answers, written] = await Promise.all([world.clicks(count, CLICK_EVERY_MS), beside()]);
    const { longestMs } = await server.stalls();
    const { acknowledged, latencies } = await loaded;
    // The load generator's counter includes the first half, which is subtracted.
    const readings = Math.round(((acknowledged! - acknowledgedBefore) * 1000) / runMs);
    acknowledgedBefore = acknowledged!;
    const latency = latencies![1]!;
    return row(name, answers, await trips, written, { longestMs, readings, latency });
  };
  const row = (
    name: string,
    answers: readonly Clicked[],
    trips: readonly number[],
    written: Written | undefined,
    beside: { longestMs: number; readings: number; latency: number },
  ): Row => {
    const confirmed = answers.map((answer) => answer.confirmedMs);
    return {
      database: engine.name,
      clicks: `${answers.length} ${name}`,
      'click to HTTP answer, p50 / p99 (goal 200)': parts(answers.map((one) => one.answeredMs)),
      'click to confirmed push, p50 / p99 (goal 1,000)': parts(confirmed),
      'bare round trip, p50 / p99': parts(trips),
      'push to bare, medians': (median(confirmed) / median(trips)).toFixed(0),
      'templates written and read back': written
        ? `${written.same} of ${written.steps} in ${written.tookS.toFixed(0)} s`
        : '',
      'readings stored a second': beside.readings.toLocaleString('en'),
      'their acknowledgement p99': beside.latency.toFixed(0),
      'longest stall': beside.longestMs.toFixed(0),
      'server MiB': residentMiB(server.pid).toFixed(0),
    };
  };

  const rows = [
    await halfWith('alone', half, async () => undefined),
    await halfWith('with templates', clicks - half, () => writeTemplates(server.url, token, codes)),
  ];
  await bare.stop();
  await world.stop();
  return rows;
}

async function roundTrips(bare: BareBroker, forMs: number): Promise<number[]> {
  const trips: number[] = [];
  const end = performance.now() + forMs;
  while (performance.now() < end) {
    trips.push(await bare.roundTrip());
    await new Promise((resolve) => setTimeout(resolve, ROUND_TRIP_EVERY_MS));
  }
  return trips;
}
