/**
 * Changes of page inside the program, as a click on the menu makes them, for an administrator of
 * 10,000 devices: the time until the new page is complete, its data included. The limit is a page
 * without data in the same run. Layout shifts are those of a first load of each page.
 * Requires `npm run build`.
 *
 * `--database external|embedded` (external), `--rounds 5`, `--shift` for the layout shifts too,
 * `--only /data,/dashboard` for the pages whose address contains one of these.
 */
import { hashPassword } from '../../../apps/server/src/areas/identity/passwords/password-hash.ts';
import { LOOKS, openLook, signIn, startBrowser } from '../../../e2e/src/support/browser.ts';
import { type Program, startProgram } from '../../../e2e/src/support/demo/program.ts';
import { countShifts, mostMoved, shiftOf } from '../../../e2e/src/support/pages/first-load.ts';
import {
  MORE_PAGES,
  SIGNED_IN_PAGES,
  type Walker,
} from '../../../e2e/src/support/pages/navigation-table.ts';
import { settled } from '../../../e2e/src/support/pages/settled.ts';
import { type BenchEngine, benchEngine } from '../engine/bench-engine.ts';
import { benchOptions } from '../engine/bench-options.ts';
import { median, percentile, printTable } from '../engine/print-table.ts';
import { createReadWorld, type ReadWorld } from '../query/read-world.ts';
import { type Change, changePage } from './change-page.ts';

const PASSWORD = 'page-Bench-1';
/** The program's own page for an unknown address: frame and text, without a request. */
const WITHOUT_DATA = '/no-such-page';
/** Addresses that redirect to a page of this list, and the one outside the program's frame. */
const LEFT_OUT = [
  '/modifypassword',
  '/',
  '/home',
  '/index',
  '/device',
  '/devicecontrol',
  '/automatic',
  '/feesdetail',
  '/deviceinformation',
  '/devicedeploy',
];
const TABS = ['', '/data', '/control', '/protection', '/energy', '/record', '/alarms'];
const SHOWN = 12;

export async function benchPageChanges(options: readonly string[]): Promise<void> {
  const values = benchOptions(options, { rounds: '5', shift: false, only: '' });
  const engine = await benchEngine(values.database);
  const browser = await startBrowser();
  try {
    const { account, devicePage, listed } = await prepare(engine);
    const program = await startProgram({ ...engine.env, DEMO: '0' });
    try {
      const page = await (await openLook(browser, LOOKS[0]!)).newPage();
      await signIn(page, program.url, account, PASSWORD);
      await settled(page);
      const only = values.only.split(',');
      const withData = [...pagesOf('admin'), ...TABS.map((tab) => devicePage + tab)].filter(
        (address) => only.some((part) => address.includes(part)),
      );
      const changes: Change[] = [];
      for (let round = 0; round <= Number(values.rounds); round += 1) {
        for (const address of withData) {
          const change = await changePage(page, address);
          // The first round loads the scripts of each page.
          if (round > 0) changes.push(change);
        }
      }
      for (let round = 0; round <= Number(values.rounds); round += 1) {
        await changePage(page, '/account');
        const change = await changePage(page, WITHOUT_DATA);
        if (round > 0) changes.push(change);
      }
      printChanges(changes, `${listed} devices, ${engine.name}`);
      if (values.shift) await printShifts(browser, program, account, withData);
    } finally {
      await program.stop();
    }
  } finally {
    await browser.close();
    await engine.remove();
  }
}

function pagesOf(role: Walker): string[] {
  const pages = Object.entries({ ...SIGNED_IN_PAGES, ...MORE_PAGES });
  return pages.flatMap(([path, roles]) =>
    roles.includes(role) && !LEFT_OUT.includes(path) ? [path] : [],
  );
}

async function prepare(engine: BenchEngine) {
  const database = await engine.open();
  const world: ReadWorld = await createReadWorld(database);
  // The devices are silent, and 10,000 changes of presence would be measured too.
  await database.db.updateTable('device').set({ expected_interval_s: 86_400 }).execute();
  const { userId, userName } = world.tenant.users.admin;
  const hash = await hashPassword(PASSWORD);
  await database.db
    .updateTable('user_account')
    .set({ password_hash: hash!, must_change_password: false, first_steps_dismissed: true })
    .where('customer_id', '=', world.tenant.customerId)
    .where('user_id', '=', userId)
    .execute();
  await database.close();
  const { code } = world.devices[3]!;
  return { account: userName, devicePage: `/devices/${code}`, listed: world.listed };
}

function printChanges(changes: readonly Change[], what: string): void {
  const addresses = [...new Set(changes.map(({ address }) => address))];
  const rows = addresses.map((page) =>
    timesOf(
      page,
      changes.filter(({ address }) => address === page),
    ),
  );
  const bare = rows.find(({ page }) => page === WITHOUT_DATA)!;
  const slowest = rows
    .filter((row) => row !== bare)
    .sort((a, b) => b['complete p50, ms'] - a['complete p50, ms']);
  const withData = changes.filter(({ address }) => address !== WITHOUT_DATA);
  printTable(`Changes of page, ${what}`, [
    timesOf(`all ${rows.length - 1} pages`, withData),
    ...slowest.slice(0, SHOWN),
    bare,
  ]);
}

function timesOf(page: string, changes: readonly Change[]) {
  const heads = changes.map(({ headMs }) => headMs).sort((a, b) => a - b);
  const contents = changes.map(({ contentMs }) => contentMs).sort((a, b) => a - b);
  const whole = changes.map(({ completeMs }) => completeMs).sort((a, b) => a - b);
  return {
    page,
    'heading p50, ms': Math.round(median(heads)),
    'content p50, ms': Math.round(median(contents)),
    'content p95, ms': Math.round(percentile(contents, 0.95)),
    'complete p50, ms': Math.round(median(whole)),
    'complete p95, ms': Math.round(percentile(whole, 0.95)),
    'slowest request of the last': page === changes[0]?.address ? changes.at(-1)!.slowest : '-',
  };
}

async function printShifts(
  browser: Awaited<ReturnType<typeof startBrowser>>,
  program: Program,
  account: string,
  addresses: readonly string[],
): Promise<void> {
  const rows: Record<string, string | number>[] = [];
  for (const look of LOOKS.filter(({ name }) => name === 'light' || name === 'phone')) {
    const page = await (await openLook(browser, look)).newPage();
    await signIn(page, program.url, account, PASSWORD);
    await countShifts(page);
    const shifts: { address: string; shift: number; moved: string }[] = [];
    for (const address of addresses) {
      const shift = await shiftOf(page, program.url + address);
      shifts.push({ address, shift, moved: await mostMoved(page) });
    }
    shifts.sort((a, b) => b.shift - a.shift);
    for (const { address, shift, moved } of shifts.slice(0, 5)) {
      rows.push({
        window: `${look.width} px`,
        page: address,
        'layout shift': shift.toFixed(4),
        'moved most': moved,
      });
    }
    await page.context().close();
  }
  printTable(`Layout shift of a first load, the five largest of ${addresses.length} pages`, rows);
}
