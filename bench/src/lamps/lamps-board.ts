/**
 * The board of a lamp project in a real browser while results of lamp group checks arrive five
 * times per second: number of frames drawn, number dropped, and duration of the longest frame,
 * compared to the same page without updates. The messages take the normal path: bus, socket, store,
 * screen.
 */
import { setTimeout } from 'node:timers/promises';
import { startApp } from '../../../apps/server/src/app.ts';
import { hashPassword } from '../../../apps/server/src/areas/identity/passwords/password-hash.ts';
import { publishAll } from '../../../apps/server/src/bus.ts';
import { systemClock, systemRandom } from '../../../apps/server/src/clock.ts';
import { readConfig } from '../../../apps/server/src/config/config.ts';
import type { Context } from '../../../apps/server/src/context.ts';
import { createLog } from '../../../apps/server/src/log.ts';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { signIn } from '../../../e2e/src/support/browser.ts';
import { openPlainPage, type PlainPage } from '../browser/plain-page.ts';
import { printTable } from '../engine/print-table.ts';

const PASSWORD = 'board-Bench-1';
const UPDATES_PER_SECOND = 5;
/** Time for the page to load and draw its initial content. */
const SETTLE_MS = 5_000;
const FRAME_MS = 1000 / 60;

export interface BoardSettings {
  readonly webDir: string;
  readonly dataDir: string;
  readonly projectId: number;
  readonly customerId: number;
  readonly seconds: number;
}

interface Frames {
  readonly frames: number;
  readonly dropped: number;
  readonly longestMs: number;
  readonly updates: number;
}

export async function benchBoard(database: Database, settings: BoardSettings): Promise<void> {
  const { customerId, projectId, seconds, webDir, dataDir } = settings;
  const account = await provisionAccount(database, customerId);
  const app = await startApp({
    config: readConfig({ DATA_DIR: dataDir, PORT: '0', MQTT_PORT: '0', DEMO: '0' }),
    log: createLog('error', false),
    clock: systemClock,
    random: systemRandom,
    database,
    webDir,
    print: () => undefined,
  });
  const page = await openPlainPage(async (prepared) => {
    await signIn(prepared, app.url, account, PASSWORD);
    await prepared.goto(`${app.url}/project-view-monitor?project=${projectId}`);
    await prepared.getByRole('listitem').first().waitFor();
  });
  try {
    const groups = await readGroups(database, customerId, projectId);
    await setTimeout(SETTLE_MS);
    const rest = await countFrames(page, seconds);
    const rows = [row('at rest', 0, rest, seconds)];
    for (const perUpdate of [groups.length / UPDATES_PER_SECOND, groups.length]) {
      const stop = publishChecks(app.context, groups, perUpdate);
      const frames = await countFrames(page, seconds);
      stop();
      const what = `${perUpdate} groups in each of 5 updates a second`;
      rows.push(row(what, perUpdate * UPDATES_PER_SECOND, frames, seconds));
    }
    printTable(`Board of ${groups.length.toLocaleString('en')} lamp groups in Chromium`, rows);
  } finally {
    await page.close();
    await app.stop();
  }
}

const row = (what: string, messages: number, counted: Frames, seconds: number) => ({
  what,
  'messages/s': messages,
  'changes on screen/s': (counted.updates / seconds).toFixed(1),
  frames: counted.frames,
  'dropped (goal 0)': counted.dropped,
  'longest frame ms': Math.round(counted.longestMs),
  'over s': seconds,
});

async function provisionAccount({ db }: Database, customerId: number): Promise<string> {
  const hash = await hashPassword(PASSWORD);
  const { user_name } = await db
    .updateTable('user_account')
    .set({ password_hash: hash!, must_change_password: false })
    .where('customer_id', '=', customerId)
    .where('role', '=', 'admin')
    .returning('user_name')
    .executeTakeFirstOrThrow();
  return user_name;
}

function readGroups({ db }: Database, customerId: number, projectId: number) {
  return db
    .selectFrom('lamp_group as l')
    .innerJoin('device as d', (join) =>
      join.onRef('d.customer_id', '=', 'l.customer_id').onRef('d.device_id', '=', 'l.device_id'),
    )
    .where('l.customer_id', '=', customerId)
    .where('l.project_id', '=', projectId)
    .select([
      'l.lamp_group_id as lampGroupId',
      'l.project_id as projectId',
      'l.customer_id as customerId',
      'd.device_id as deviceId',
      'd.device_code as deviceCode',
      'd.group_id as groupId',
    ])
    .orderBy('l.lamp_group_id')
    .execute();
}

type Group = Awaited<ReturnType<typeof readGroups>>[number];

/** Every update changes the result of each group in it. */
function publishChecks({ bus }: Context, groups: readonly Group[], perUpdate: number): () => void {
  let round = 0;
  const timer = setInterval(() => {
    const at = Date.now();
    const updates = Array.from({ length: perUpdate }, (_, i) => {
      const { groupId, ...group } = groups[(round * perUpdate + i) % groups.length]!;
      const failed = (round + i) % 4;
      return {
        name: 'lamps.checked' as const,
        event: {
          ...group,
          groupPath: [groupId],
          check: {
            verdict: failed === 0 ? ('good' as const) : ('failed' as const),
            lampsOn: 20 - failed,
            failed,
            measuredKw: 2 - failed / 10,
            expectedKw: 2,
            voltageV: 230,
            readingAt: at,
          },
          standing: failed === 0 ? {} : { failed },
          at,
        },
      };
    });
    round += 1;
    publishAll(bus, updates as unknown as Parameters<typeof publishAll>[1]);
  }, 1000 / UPDATES_PER_SECOND);
  return () => clearInterval(timer);
}

/**
 * The script that runs in the page is a string, because the TypeScript transpiler adds helpers that
 * the page does not have.
 */
const COUNT = `async (ms) => {
  const at = [];
  const changes = new Set();
  const watch = new MutationObserver(() => changes.add(at.length));
  const board = document.querySelector('.board-list__all');
  watch.observe(board, { subtree: true, childList: true, characterData: true, attributes: true });
  await new Promise((resolve) => {
    const frame = (now) => {
      at.push(now);
      if (now - at[0] < ms) requestAnimationFrame(frame);
      else resolve();
    };
    requestAnimationFrame(frame);
  });
  watch.disconnect();
  return { at, updates: changes.size };
}`;

/** Counts frames by the browser's timestamps: a frame that is two frames late has dropped two. */
async function countFrames(page: PlainPage, seconds: number): Promise<Frames> {
  const { at, updates } = (await page.evaluate(`(${COUNT})(${seconds * 1000})`)) as {
    readonly at: readonly number[];
    readonly updates: number;
  };
  const lengths = at.slice(1).map((instant, i) => instant - at[i]!);
  return {
    frames: at.length,
    dropped: lengths.reduce((sum, ms) => sum + Math.max(0, Math.round(ms / FRAME_MS) - 1), 0),
    longestMs: Math.max(...lengths),
    updates,
  };
}
