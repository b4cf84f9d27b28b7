/**
 * Forwarding of readings while the receiver is down: the load on the server during the outage, and
 * a check that afterwards all readings arrive, in order for each device.
 *
 * `--database external|embedded` (both), `--readings 100000` at a constant rate while the receiver
 * is down for `--down 30` seconds (600 in the goal).
 */
import { outboundEnv } from '../../apps/server/test/messages/forwarding-fixture.ts';
import {
  firstArrivals,
  type Receiver,
  startReceiver,
} from '../../apps/server/test/messages/http-receiver.ts';
import { createBenchWorld } from './engine/bench-devices.ts';
import {
  type BenchEngine,
  benchEngine,
  type ServerProgram,
  startServerProgram,
} from './engine/bench-engine.ts';
import { benchOptions } from './engine/bench-options.ts';
import { printTable } from './engine/print-table.ts';
import { residentMiB } from './engine/process-times.ts';
import { startLoad } from './load/load-process.ts';

const DEVICES = 200;
const SAMPLE_MS = 250;
/** Timeout: the longest retry delay plus the time for the whole backlog. */
const PATIENCE_MS = 900_000;

interface Settings {
  readonly readings: number;
  readonly downMs: number;
}

export async function benchForwarding(options: readonly string[]): Promise<void> {
  const values = benchOptions(options, { readings: '100000', down: '30' });
  const settings = { readings: Number(values.readings), downMs: Number(values.down) * 1000 };
  const rows = [];
  for (const name of values.engines) {
    const engine = await benchEngine(name);
    const receiver = await startReceiver();
    try {
      rows.push(await measure(engine, receiver, settings));
    } finally {
      await receiver.close();
      await engine.remove();
    }
  }
  printTable(`A receiver that is down for ${values.down} s while it is to be sent readings`, rows);
}

async function measure(engine: BenchEngine, receiver: Receiver, settings: Settings) {
  const before = await engine.open();
  const { tenant, devices } = await createBenchWorld(before, DEVICES);
  await before.close();
  const server = await startServerProgram(engine, {
    DEVICE_RATE: '1000000',
    ...outboundEnv(receiver.port),
  });
  const ask = asker(server, tenant.users.admin.token);
  await ask('PUT', { device_data_receive_url: receiver.url, use_https_flag: false, enabled: true });
  const load = startLoad();
  await load.send({ do: 'connect', port: server.mqttPort, devices, isLive: true });
  await receiver.close();
  const memory = watchMemory(server);
  // The rate is a little higher than needed, so that all readings are sent by the end of the
  // outage.
  const perSecond = Math.ceil((settings.readings * 1005) / settings.downMs);
  const { acknowledged = 0 } = await load.send({
    do: 'pace',
    perSecond,
    runMs: settings.downMs,
  });
  const down = memory.highest();
  const { waiting_records: queued } = await ask('GET');
  load.end();
  await receiver.reopen();
  const backAt = performance.now();
  let firstMs = Number.NaN;
  let arrived = 0;
  let counted = 0;
  const until = performance.now() + PATIENCE_MS;
  while (arrived < acknowledged && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    for (; counted < receiver.requests.length; counted += 1) {
      arrived += receiver.requests[counted]!.batch.records.length;
    }
    if (Number.isNaN(firstMs) && arrived > 0) firstMs = performance.now() - backAt;
  }
  const allMs = performance.now() - backAt;
  memory.stop();
  await server.stop();
  const { first, repeated, misplaced } = validate(receiver);
  const catchUp = (first * 1000) / Math.max(1, allMs - firstMs);
  return {
    database: engine.name,
    acknowledged,
    'waiting at the end': queued,
    'server MiB: before / down / after it is back': [memory.first, down, memory.highest()]
      .map(Math.round)
      .join(' / '),
    'first batch, s after it is back': (firstMs / 1000).toFixed(1),
    'then readings/s': Math.round(catchUp),
    lost: acknowledged - first,
    'out of order': misplaced,
    'sent twice': repeated,
  };
}

interface Progress {
  readonly waiting_records: number;
}

function asker({ url }: ServerProgram, token: string) {
  return async (method: 'GET' | 'PUT', body?: object): Promise<Progress> => {
    const response = await fetch(`${url}/api/v2/forwarding`, {
      method,
      headers: { 'content-type': 'application/json', authorization: token },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { code: number; msg: string; data: Progress };
    if (answer.code !== 0) throw new Error(`forwarding: ${answer.msg}`);
    return answer.data;
  };
}

function watchMemory({ pid }: ServerProgram) {
  const first = residentMiB(pid);
  let highest = first;
  const timer = setInterval(() => {
    highest = Math.max(highest, residentMiB(pid));
  }, SAMPLE_MS);
  return { first, highest: () => highest, stop: () => clearInterval(timer) };
}

/** Checks that the times of each device increase; duplicates are recognized by their id. */
function validate({ requests }: Receiver) {
  const records = firstArrivals(requests).filter(({ kind }) => kind === 'reading');
  const all = requests.reduce((sum, { batch }) => sum + batch.records.length, 0);
  const newest = new Map<string, number>();
  let misplaced = 0;
  for (const { device_code, ts } of records) {
    if (ts <= (newest.get(device_code) ?? 0)) misplaced += 1;
    newest.set(device_code, ts);
  }
  return { first: records.length, repeated: all - records.length, misplaced };
}
