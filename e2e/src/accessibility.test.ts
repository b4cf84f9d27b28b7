/**
 * axe finds no violation on any screen: light and dark, left-to-right and right-to-left, on a
 * phone, and on the screens that an engineer, operator, viewer and auditor see. No page is wider
 * than its window. By default a sixth of the screens is tested, each in light and dark, in Arabic
 * or on a phone in rotation, and a twelfth of the screens of the roles; the full tier tests every
 * screen, each in one of these looks, and each screen of the roles as one of them; the nightly run
 * tests all of them.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, type Look, openLook, signIn, startBrowser } from './support/browser.ts';
import { type Colleague, inviteColleagues } from './support/colleagues.ts';
import type { Program } from './support/demo/program.ts';
import { startDemo } from './support/demo/start-demo.ts';
import { startOwnAlarms } from './support/own/own-alarms.ts';
import { startOwnLamps } from './support/own/own-lamps.ts';
import { makeOwed } from './support/own/own-owed.ts';
import { MAIL_THAT_WAITS, setOwnSchedules } from './support/own/own-schedules.ts';
import { startOwnTower } from './support/own/own-tower.ts';
import {
  changeTheme,
  examine,
  examineWidth,
  logProgress,
  narrow,
  openScreen,
  resize,
} from './support/pages/examine.ts';
import { countShifts, shiftOf } from './support/pages/first-load.ts';
import { formOf } from './support/pages/page-form.ts';
import {
  addressesOf,
  dealtAddresses,
  LESSER_ROLES,
  type LesserRole,
} from './support/pages/role-screens.ts';
import { routeTo } from './support/pages/route-to.ts';
import { SCREENS } from './support/pages/screens.ts';
import { settled } from './support/pages/settled.ts';
import { spreadPages } from './support/pages/spread-pages.ts';
import type { Screen } from './support/screens/screen.ts';
import { cutTables, cutWidth, isWithin, misplacedHeads, scrolled } from './support/tables.ts';
import { isFullTier, isNightly, tierText, turnOf } from './support/tier.ts';

type Walker = Screen['as'] | LesserRole;

let program: Program;
let browser: Browser;
let stops: readonly { stop(): Promise<void> }[] = [];
let accounts: Readonly<Record<Exclude<Walker, 'nobody'>, Colleague>>;
beforeAll(async () => {
  program = await startDemo(MAIL_THAT_WAITS);
  const tower = startOwnTower(program);
  const [colleagues, owed] = await Promise.all([
    inviteColleagues(program, LESSER_ROLES),
    makeOwed(program),
    setOwnSchedules(program),
    tower.then((own) => own.cutOne()),
  ]);
  stops = await Promise.all([startOwnAlarms(program), startOwnLamps(program), tower]);
  accounts = {
    ...colleagues,
    demo: { account: 'demo', password: program.demoPassword },
    platform: { account: 'platform', password: program.platformPassword },
    owed,
  };
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  for (const own of stops) await own.stop();
  await program?.stop();
});

/** Number of screens per walk: two walks run in parallel, each well within the test timeout. */
const WALK = 8;

/** Splits the screens into parts, so that none exceeds the test timeout. */
function partsOf<T>(screens: readonly T[]): { part: number; screens: readonly T[] }[] {
  return Array.from({ length: Math.ceil(screens.length / WALK) }, (_, part) => ({
    part: part + 1,
    screens: screens.slice(part * WALK, (part + 1) * WALK),
  }));
}

/** Groups the screens by user and splits each group into parts. */
const walksOf = (screens: readonly Screen[]) =>
  (['nobody', 'demo', 'platform', 'owed'] as const).flatMap((as) => {
    const own = screens.filter((screen) => screen.as === as);
    return partsOf(spreadPages(own, ({ path }) => path)).map((part) => ({ as, ...part }));
  });

/** Light and dark share one page whose theme changes while it is open. */
const LOOK_TURNS = ['light and dark', 'arabic', 'phone'] as const;
type LookTurn = (typeof LOOK_TURNS)[number];
/** In the full tier each look has its turn; in the default tier a screen is skipped on 15 days of 18. */
const TURNS = (isFullTier ? 1 : 6) * LOOK_TURNS.length;
const isExaminedIn = (screen: Screen, look: LookTurn): boolean =>
  isNightly || LOOK_TURNS[turnOf(screen.name, TURNS)] === look;
const examinedIn = (...looks: LookTurn[]) =>
  SCREENS.filter((screen) => looks.some((look) => isExaminedIn(screen, look)));

/**
 * Opens one browser context and records requests to other hosts, violations of the content security
 * policy and page errors, from the first page on.
 */
async function inContext(
  look: Look,
  as: Walker,
  walk: (page: Page, problems: string[]) => Promise<void>,
): Promise<void> {
  const context = await openLook(browser, look);
  try {
    const page = await context.newPage();
    const outside: string[] = [];
    const errors: string[] = [];
    const problems: string[] = [];
    page.on('request', (request) => {
      const address = new URL(request.url());
      if (/^(https?|wss?):$/.test(address.protocol) && address.hostname !== '127.0.0.1') {
        outside.push(request.url());
      }
    });
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    if (as !== 'nobody') {
      await signIn(page, program.url, accounts[as].account, accounts[as].password);
      // Waits for the redirects to the first page, which would otherwise abort the next navigation.
      await settled(page);
    }
    await walk(page, problems);
    // The violations of all screens are asserted together, so that one run reports the whole walk.
    expect(problems, [look.name, ...problems].join('; ')).toEqual([]);
    expect(outside, [look.name, ...outside].join('; ')).toEqual([]);
    expect(errors, [look.name, ...errors].join('; ')).toEqual([]);
  } finally {
    await context.close();
  }
}

/** Structures of pages (`formOf`) that were tested in light. */
const examined = new Set<string>();

const lookNamed = (name: string): Look => LOOKS.find((look) => look.name === name)!;
const [light, arabic, phone] = ['light', 'arabic', 'phone'].map(lookNamed) as [Look, Look, Look];
/** The theme follows the system, so that it can change while the page is open. */
const lightAndDark: Look = { ...light, name: 'light, dark and phone', theme: 'system' };

describe(`screens (${tierText})`, () => {
  it.concurrent.each(walksOf(examinedIn('light and dark', 'phone')))(
    'screens of $as, part $part, have no violation in light, in dark and on a phone',
    ({ as, screens }) =>
      inContext(lightAndDark, as, async (page, problems) => {
        for (const screen of screens) {
          const begunAt = performance.now();
          await openScreen(page, program.url, screen);
          const lookedAt = performance.now();
          if (isExaminedIn(screen, 'light and dark')) {
            examined.add(await formOf(page));
            await examine(page, `${screen.name}, light`, problems);
            await changeTheme(page, 'dark');
            await examine(page, `${screen.name}, dark`, problems, 'color');
            await changeTheme(page, 'light');
          }
          if (isExaminedIn(screen, 'phone')) {
            await narrow(page, program.url, screen, phone);
            await examine(page, `${screen.name}, phone`, problems);
            await resize(page, light);
          }
          logProgress(`light, dark, ${as}, ${screen.name}`, begunAt, lookedAt);
        }
      }),
  );

  it.concurrent.each(walksOf(examinedIn('arabic')))(
    'screens of $as, part $part, have no violation in Arabic',
    ({ as, screens }) =>
      inContext(arabic, as, async (page, problems) => {
        for (const screen of screens) {
          const begunAt = performance.now();
          await openScreen(page, program.url, screen);
          const lookedAt = performance.now();
          await examine(page, `${screen.name}, arabic`, problems);
          logProgress(`arabic, ${as}, ${screen.name}`, begunAt, lookedAt);
        }
      }),
  );
});

const walkOf = isNightly ? addressesOf : dealtAddresses;
const roleWalks = LESSER_ROLES.flatMap((as) =>
  partsOf(walkOf(as)).map(({ part, screens }) => ({ as, part, addresses: screens })),
);

/**
 * Returns true if no page of this structure has been tested; always true for the first page of a
 * walk.
 */
function isNew(form: string, isFirst: boolean): boolean {
  const isKnown = examined.has(form);
  examined.add(form);
  return isFirst || !isKnown;
}

describe(`screens in light for roles with fewer permissions (${tierText})`, () => {
  it.concurrent.each(roleWalks)('have no violation for $as, part $part', ({ as, addresses }) =>
    inContext(light, as, async (page, problems) => {
      for (const [index, address] of addresses.entries()) {
        const begunAt = performance.now();
        await routeTo(page, address);
        await settled(page);
        const lookedAt = performance.now();
        // The first page is tested with the application shell as this role sees it.
        if (isNew(await formOf(page), index === 0)) await examine(page, address, problems);
        else await examineWidth(page, address, problems);
        logProgress(`light, ${as}, ${address}`, begunAt, lookedAt);
      }
    }),
  );
});

describe('a first load', () => {
  const pages = [
    ['/settlement', 'demo'],
    ['/project-view-parameter', 'demo'],
    ['/apimanage', 'demo'],
    ['/operations', 'platform'],
  ] as const;
  it.concurrent.each(pages)('of %s causes no layout shift', (path, as) =>
    inContext(light, as, async (page) => {
      await countShifts(page);
      for (const look of [light, phone]) {
        await page.setViewportSize(look);
        expect(await shiftOf(page, program.url + path), look.name).toBeLessThan(0.02);
      }
    }),
  );
});

describe('search results with long device names', () => {
  it.concurrent('are truncated within the frame of the list', () =>
    inContext(light, 'demo', async (page) => {
      await page.goto(`${program.url}/devicecontrol`);
      await settled(page);
      await page.locator('.device-pane input[type="search"]').fill('Longyang Road');
      const name = page.locator('.device-search__name .one-line').first();
      await name.waitFor();
      expect(await cutWidth(page.locator('.device-search'))).toBe(0);
      // The name must be truncated; otherwise this test would prove nothing.
      expect(await cutWidth(name)).toBeGreaterThan(0);
    }));
});

describe('tables', () => {
  it.concurrent.each(['en', 'ar', 'ru'])(
    'of alarms, devices and lamps fit 1440 px in %s',
    (language) =>
      inContext({ ...light, language }, 'demo', async (page, problems) => {
        for (const path of ['/historyalarm', '/devicemanage', '/project-manage']) {
          await page.goto(program.url + path);
          await settled(page);
          problems.push(...(await cutTables(page)), ...(await misplacedHeads(page)));
        }
      }),
  );

  it.concurrent.each(['en', 'ar'])(
    'show that columns are hidden, and scroll by keyboard, in %s',
    (language) =>
      inContext({ ...light, language, width: 900 }, 'demo', async (page) => {
        await page.goto(`${program.url}/devicemanage`);
        await settled(page);
        expect(await cutTables(page)).toHaveLength(1);
        expect(await misplacedHeads(page)).toEqual([]);
        const shadow = page.locator('td.ant-table-cell-fix-end-shadow-show').first();
        await shadow.waitFor();
        await page.locator('.data-table-row :is(a, button)').first().focus();
        await page.keyboard.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight');
        const body = page.locator('.data-table .ant-table-body');
        await scrolled(page);
        // After scrolling to the other end, the name of the row is still visible, next to the hidden
        // columns.
        await body.evaluate((element) => {
          element.scrollLeft = element.scrollWidth * Math.sign(element.scrollLeft);
        });
        await page.locator('td.ant-table-cell-fix-start-shadow-show').first().waitFor();
        const name = page.locator('.data-table-row td.data-table-title').first();
        expect(await isWithin(name, body)).toBe(true);
        expect(await misplacedHeads(page)).toEqual([]);
      }),
  );
});
