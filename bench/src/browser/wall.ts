/**
 * A live wall in a real browser with data of the server program: 200 cells of 200 devices that send
 * 2,000 readings per second. Measures the share of possible frames that were drawn, the longest
 * frame, the latency of the values, the cells that do not show the last value sent, and memory,
 * compared to the same wall without values. A real user's page runs on a separate machine; here,
 * server, database and sender therefore have a lower priority than the browser. Requires `npm run
 * build`.
 *
 * `--database external|embedded` (external), `--cells 200`, `--rate 2000` readings/s, `--seconds
 * 60`.
 */
import { setPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { hashPassword } from '../../../apps/server/src/areas/identity/passwords/password-hash.ts';
import { signIn } from '../../../e2e/src/support/browser.ts';
import { startProgram } from '../../../e2e/src/support/demo/program.ts';
import { createBenchWorld } from '../engine/bench-devices.ts';
import { type BenchEngine, benchEngine } from '../engine/bench-engine.ts';
import { benchOptions } from '../engine/bench-options.ts';
import { printTable } from '../engine/print-table.ts';
import { startPlainBrowser } from './plain-page.ts';
import { connectWall } from './wall-load.ts';
import { type WallWatch, wallPage } from './wall-page.ts';

const PASSWORD = 'wall-Bench-1';
const LAYOUT = 'Bench';
/** Time for the page to draw its initial content, and for the last values to arrive. */
const SETTLE_MS = 5_000;
/** Seconds for which the wall without values is measured, as the baseline. */
const REST_S = 15;
/** Nice value of this process and of the programs that it starts later: all but the browser. */
const GIVE_WAY = 10;

export async function benchWall(options: readonly string[]): Promise<void> {
  const values = benchOptions(options, { cells: '200', rate: '2000', seconds: '60' });
  const rate = Number(values.rate);
  const seconds = Number(values.seconds);
  const browser = await startPlainBrowser();
  setPriority(GIVE_WAY);
  const engine = await benchEngine(values.database);
  try {
    const { account, devices } = await wallWorld(engine, Number(values.cells));
    const env = { ...engine.env, DEMO: '0', DEVICE_RATE: '1000000' };
    const program = await startProgram(env);
    const page = await browser.open(async (prepared) => {
      await signIn(prepared, program.url, account, PASSWORD);
      await prepared.goto(`${program.url}/realData?layout=${LAYOUT}`);
      const last = prepared.locator('.wall-cell').nth(devices.length - 1);
      await last.waitFor();
    });
    const fleet = await connectWall(program.mqttPort, devices);
    try {
      await setTimeout(SETTLE_MS);
      const wall = await wallPage(page);
      const rest = await wall.watch(REST_S);
      const restMiB = await wall.heapMiB();
      const load = fleet.send(rate);
      const fed = await wall.watch(seconds);
      const fedMiB = await wall.heapMiB();
      await load.stop();
      await setTimeout(SETTLE_MS);
      const shown = await wall.shown();
      const behind = [...load.last].filter(([code, kw]) => shown.get(code) !== kw).length;
      printTable(`A wall of ${devices.length} cells in Chromium, ${engine.name}`, [
        row('without values', 0, rest, restMiB, '-'),
        row(`fed for ${seconds} s`, Math.round(load.sent / seconds), fed, fedMiB, `${behind}`),
      ]);
    } finally {
      await fleet.end();
      await program.stop();
    }
  } finally {
    await browser.close();
    await engine.remove();
  }
}

async function wallWorld(engine: BenchEngine, cells: number) {
  const database = await engine.open();
  const { tenant, devices } = await createBenchWorld(database, cells);
  const { userId, userName } = tenant.users.viewer;
  const hash = await hashPassword(PASSWORD);
  await database.db
    .updateTable('user_account')
    .set({ password_hash: hash!, must_change_password: false })
    .where('customer_id', '=', tenant.customerId)
    .where('user_id', '=', userId)
    .execute();
  await database.db
    .insertInto('wall_layout')
    .values({
      customer_id: tenant.customerId,
      user_id: userId,
      name: LAYOUT,
      // Half of the cells have limits, and their values cross the limits over time.
      cells: JSON.stringify(
        devices.map(({ code: device }, i) => ({
          device,
          quantity: 'activePower',
          low: null,
          high: i % 2 === 0 ? 30 : null,
        })),
      ),
      changed_at: new Date(),
    })
    .execute();
  await database.close();
  return { account: userName, devices };
}

const row = (what: string, perSecond: number, seen: WallWatch, heap: number, behind: string) => ({
  what,
  'readings/s': perSecond,
  'frames drawn / possible': `${seen.frames} / ${seen.possible}`,
  'longest frame ms': Math.round(seen.longestMs),
  'numbers changed': seen.changes,
  'late p50 / p95 / longest ms':
    seen.changes === 0
      ? '-'
      : [seen.lateMs.p50, seen.lateMs.p95, seen.lateMs.longest].map(Math.round).join(' / '),
  'not the last told': behind,
  'main thread busy': `${Math.round(100 * seen.busy)} %`,
  'heap MiB': heap.toFixed(1),
});
