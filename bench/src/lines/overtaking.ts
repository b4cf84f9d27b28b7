/**
 * The time from a click to the frame of the command at its breaker, on lines that are polled without
 * a pause and on lines that are not. The difference is the time for which polling delays a command.
 * It is compared with a frame time: a polling request, the time of the meter, and its answer.
 */
import { openPushSocket } from '../browser/push-socket.ts';
import { clickOnce } from '../command/clicks.ts';
import { startServerProgram } from '../engine/bench-engine.ts';
import { median, percentile } from '../engine/print-table.ts';
import { startLineFleet } from './line-fleet-process.ts';
import { type DtuCredentials, machineMs } from './line-instruction.ts';
import type { LinesWorld } from './lines-world.ts';

const FIRST_CYCLES_MS = 5_000;
/** Pause between two clicks, of a length that is in no step with the poll cycles. */
const PAUSE_MS = 300;

interface Results {
  readonly waitsMs: number[];
  /** Times of the polling exchanges of all lines. */
  readonly exchangesMs: number[];
}

type Row = Record<string, string | number>;

interface OvertakingOptions {
  /** On each kind of line. */
  readonly clicks: number;
  /** On each line. */
  readonly breakers: number;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export async function measureOvertaking(
  { engine, tenant, busy, quiet }: LinesWorld,
  env: Readonly<Record<string, string>>,
  { clicks, breakers }: OvertakingOptions,
): Promise<Row[]> {
  const limits = { CONTROL_GAP_S: '0', CONTROL_PER_MINUTE: '100000', CONTROL_GROUP_PERCENT: '100' };
  const server = await startServerProgram(engine, { ...env, ...limits });
  const fleet = startLineFleet();
  await fleet.send({
    ...{ do: 'connect', port: Number(env.DTU_PORT), dtus: [...busy, ...quiet] },
    ...{ meters: breakers, profile: 'generic-modbus-breaker', isTimed: true },
  });
  await sleep(FIRST_CYCLES_MS);
  const { userId, token } = tenant.users.operator;
  const socket = await openPushSocket(server.url, token, userId);
  const click = (code: string, command: 'open' | 'close') =>
    clickOnce(server.url, token, socket, { code, secret: '' }, command);
  const opened = new Set<string>();
  const clickNext = async (dtus: readonly DtuCredentials[], index: number, results: Results) => {
    const dtu = dtus[index % dtus.length]!;
    const code = `${dtu.code}-${1 + (Math.floor(index / dtus.length) % breakers)}`;
    const command = opened.has(code) ? 'close' : 'open';
    if (command === 'open') opened.add(code);
    else opened.delete(code);
    await fleet.send({ do: 'times' });
    const clickedAt = machineMs();
    await click(code, command);
    const { commandsAt, exchangesMs } = await fleet.send({ do: 'times' });
    const [arrivedAt] = commandsAt!;
    if (arrivedAt !== undefined) results.waitsMs.push(arrivedAt - clickedAt);
    results.exchangesMs.push(...exchangesMs!);
    await sleep(PAUSE_MS + Math.random() * PAUSE_MS);
  };
  const alone: Results = { waitsMs: [], exchangesMs: [] };
  const beside: Results = { waitsMs: [], exchangesMs: [] };
  // In turn, so that other work on the machine delays both alike.
  for (let index = 0; index < clicks; index++) {
    await clickNext(quiet, index, alone);
    await clickNext(busy, index, beside);
  }
  socket.close();
  await fleet.end();
  await server.stop();
  const frameMs = median(beside.exchangesMs);
  const waits = [0.5, 0.95].map(
    (part) => partOf(beside.waitsMs, part) - partOf(alone.waitsMs, part),
  );
  const both = (values: readonly number[]) =>
    [0.5, 0.95].map((part) => partOf(values, part).toFixed(0)).join(' / ');
  return [
    {
      clicks: `${alone.waitsMs.length} and ${beside.waitsMs.length}`,
      'click to frame, not polled, p50 / p95, ms': both(alone.waitsMs),
      'polled, p50 / p95, ms': both(beside.waitsMs),
      'frame time, ms': frameMs.toFixed(0),
      'delay by polling, p50 / p95, frame times (goal 1)': waits
        .map((ms) => (ms / frameMs).toFixed(2))
        .join(' / '),
    },
  ];
}

const partOf = (values: readonly number[], part: number): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    part,
  );
