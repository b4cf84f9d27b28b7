/**
 * axe finds no violation on any screen: light and dark, left-to-right and right-to-left, on a phone;
 * and on what engineer, operator, viewer and auditor see of them. No page is wider than its window.
 * By default each screen is examined in light and dark and in one of Arabic and phone, by turn, and a
 * quarter of what the roles see; the full tier examines all of it.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOf } from './support/axe.ts';
import { LOOKS, type Look, openLook, signIn, startBrowser } from './support/browser.ts';
import { type Colleague, inviteColleagues } from './support/colleagues.ts';
import { startOwnAlarms } from './support/own-alarms.ts';
import { type OwnLamps, startOwnLamps } from './support/own-lamps.ts';
import { makeOwed } from './support/own-owed.ts';
import { MAIL_THAT_WAITS, setOwnSchedules } from './support/own-schedules.ts';
import { type OwnTower, startOwnTower } from './support/own-tower.ts';
import { type Program, startProgram } from './support/program.ts';
import {
  addressesOf,
  dealtAddresses,
  LESSER_ROLES,
  type LesserRole,
} from './support/role-screens.ts';
import { routeTo } from './support/route-to.ts';
import type { Screen } from './support/screens/screen.ts';
import { SCREENS } from './support/screens.ts';
import { settled } from './support/settled.ts';
import { spreadPages } from './support/spread-pages.ts';
import { isFullTier, tierText, turnOf } from './support/tier.ts';

type Walker = Screen['as'] | LesserRole;

let program: Program;
let browser: Browser;
let alarms: Awaited<ReturnType<typeof startOwnAlarms>>;
let lamps: OwnLamps;
let tower: OwnTower;
let accounts: Readonly<Record<Exclude<Walker, 'nobody'>, Colleague>>;
beforeAll(async () => {
  program = await startProgram({ DEMO_HISTORY_DAYS: '8', ...MAIL_THAT_WAITS });
  alarms = await startOwnAlarms(program);
  lamps = await startOwnLamps(program);
  tower = await startOwnTower(program);
  await tower.cutOne();
  await setOwnSchedules(program);
  accounts = {
    ...(await inviteColleagues(program, LESSER_ROLES)),
    demo: { account: 'demo', password: program.demoPassword },
    platform: { account: 'platform', password: program.platformPassword },
    owed: await makeOwed(program),
  };
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await alarms?.stop();
  await lamps?.stop();
  await tower?.stop();
  await program?.stop();
});

/** Screens of one walk: two walks at a time, each well within the time a test may take. */
const WALK = 24;

/** In parts, so that none takes longer than a test may. */
function partsOf<T>(screens: readonly T[]): { part: number; screens: readonly T[] }[] {
  return Array.from({ length: Math.ceil(screens.length / WALK) }, (_, part) => ({
    part: part + 1,
    screens: screens.slice(part * WALK, (part + 1) * WALK),
  }));
}

/** The screens in parts, each part opened by one user. */
const walksOf = (screens: readonly Screen[]) =>
  (['nobody', 'demo', 'platform', 'owed'] as const).flatMap((as) => {
    const own = screens.filter((screen) => screen.as === as);
    return partsOf(spreadPages(own, ({ path }) => path)).map((part) => ({ as, ...part }));
  });

/** The look that a screen is examined in beside light and dark, unless it is all of them. */
const MORE_LOOKS = ['arabic', 'phone'] as const;
const isExaminedIn = (screen: Screen, look: (typeof MORE_LOOKS)[number]): boolean =>
  isFullTier || MORE_LOOKS[turnOf(screen.name, MORE_LOOKS.length)] === look;

/** One context; what must not happen in it is looked for from the first page on. */
async function inContext(
  look: Look,
  as: Walker,
  walk: (page: Page, told: string[]) => Promise<void>,
): Promise<void> {
  const context = await openLook(browser, look);
  try {
    const page = await context.newPage();
    const outside: string[] = [];
    const errors: string[] = [];
    const told: string[] = [];
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
      // The first page is reached by redirects, which would overtake the next navigation.
      await settled(page);
    }
    await walk(page, told);
    // Every screen's are told at once: whoever mends sees the whole walk.
    expect(told, look.name).toEqual([]);
    expect(outside).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await context.close();
  }
}

/** What a screen took: of a slow walk it is seen which screens are slow. */
function tellProgress(where: string, begunAt: number, lookedAt: number): void {
  const [stands, looked] = [lookedAt - begunAt, performance.now() - lookedAt].map(Math.round);
  process.stderr.write(`${where}: stood after ${stands} ms, looked at for ${looked} ms\n`);
}

const lookNamed = (name: string): Look => LOOKS.find((look) => look.name === name)!;
const [light, arabic, phone] = ['light', 'arabic', 'phone'].map(lookNamed) as [Look, Look, Look];
/** The theme follows the system, so that it can change while the page is open. */
const lightAndDark: Look = { ...light, name: 'light, dark and phone', theme: 'system' };

/** Opens the screen and brings it into the state it is examined in. */
async function openScreen(page: Page, { as, path, act }: Screen): Promise<void> {
  // A redirect, or a page without the frame of the program, has no heading to wait for.
  const isInShell = page.url() !== 'about:blank' && (as === 'demo' || as === 'platform');
  if (isInShell) await routeTo(page, path);
  else await page.goto(program.url + path);
  await settled(page);
  if (act === undefined) return;
  await act(page);
  await settled(page);
}

async function examine(
  page: Page,
  name: string,
  told: string[],
  rules: 'all' | 'color' = 'all',
): Promise<void> {
  const found = await violationsOf(page, rules);
  told.push(...found.map((violation) => `${name}: ${violation}`));
  // The page itself stays where it is; what is wider than a phone moves in its own frame.
  const beyond = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  if (beyond > 0) told.push(`${name}: ${beyond} px wider than the window`);
}

describe(`screens (${tierText})`, () => {
  it.concurrent.each(walksOf(SCREENS))(
    'screens of $as, part $part, have no violation in light, in dark and on a phone',
    ({ as, screens }) =>
      inContext(lightAndDark, as, async (page, told) => {
        for (const screen of screens) {
          const begunAt = performance.now();
          await openScreen(page, screen);
          const lookedAt = performance.now();
          await examine(page, `${screen.name}, light`, told);
          await wear(page, 'dark');
          await examine(page, `${screen.name}, dark`, told, 'color');
          await wear(page, 'light');
          if (isExaminedIn(screen, 'phone')) {
            await narrow(page, screen);
            await examine(page, `${screen.name}, phone`, told);
            await page.setViewportSize(light);
          }
          tellProgress(`light, dark, ${as}, ${screen.name}`, begunAt, lookedAt);
        }
      }),
  );

  const inArabic = SCREENS.filter((screen) => isExaminedIn(screen, 'arabic'));
  it.concurrent.each(walksOf(inArabic))(
    'screens of $as, part $part, have no violation in Arabic',
    ({ as, screens }) =>
      inContext(arabic, as, async (page, told) => {
        for (const screen of screens) {
          const begunAt = performance.now();
          await openScreen(page, screen);
          const lookedAt = performance.now();
          await examine(page, `${screen.name}, arabic`, told);
          tellProgress(`arabic, ${as}, ${screen.name}`, begunAt, lookedAt);
        }
      }),
  );
});

/** As a system does it that goes dark in the evening. */
async function wear(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction((word) => document.documentElement.dataset['theme'] === word, theme);
  await settled(page);
}

/** Dialogs and drawers that are open. */
const openLayers = (page: Page): Promise<number> =>
  page.locator('.ant-modal:visible, .ant-drawer-open').count();

/** Narrows the window to a phone's; what the narrow page has closed by that is opened again. */
async function narrow(page: Page, screen: Screen): Promise<void> {
  const layers = await openLayers(page);
  await page.setViewportSize(phone);
  await settled(page);
  if ((await openLayers(page)) >= layers) return;
  await page.goto(program.url + screen.path);
  await settled(page);
  await screen.act?.(page);
  await settled(page);
}

const walkOf = isFullTier ? addressesOf : dealtAddresses;
const roleWalks = LESSER_ROLES.flatMap((as) =>
  partsOf(walkOf(as)).map(({ part, screens }) => ({ as, part, addresses: screens })),
);

describe(`screens in light for roles with fewer permissions (${tierText})`, () => {
  it.concurrent.each(roleWalks)('screens of $as, part $part', ({ as, addresses }) =>
    inContext(light, as, async (page, told) => {
      for (const address of addresses) {
        const begunAt = performance.now();
        await routeTo(page, address);
        await settled(page);
        const lookedAt = performance.now();
        await examine(page, address, told);
        tellProgress(`light, ${as}, ${address}`, begunAt, lookedAt);
      }
    }),
  );
});
