/**
 * axe finds no violation on any screen: light and dark, left-to-right and right-to-left, on a phone;
 * and on what engineer, operator, viewer and auditor see of them. No page is wider than its window.
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

type Walker = Screen['as'] | LesserRole;

let program: Program;
let browser: Browser;
let alarms: Awaited<ReturnType<typeof startOwnAlarms>>;
let lamps: OwnLamps;
let tower: OwnTower;
let accounts: Readonly<Record<Exclude<Walker, 'nobody'>, Colleague>>;
beforeAll(async () => {
  program = await startProgram({ DEMO_HISTORY_DAYS: '120', ...MAIL_THAT_WAITS });
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

const walks = (['nobody', 'demo', 'platform', 'owed'] as const).flatMap((as) =>
  partsOf(SCREENS.filter((screen) => screen.as === as)).map((part) => ({ as, ...part })),
);

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

const [light, ...others] = LOOKS;
/** As the system has it, which changes while the page stands: nothing is loaded or done a second time. */
const LOOKS_AT: readonly Look[] = [
  { ...light!, name: 'light and dark', theme: 'system' },
  ...others.filter(({ name }) => name !== 'dark'),
];

describe.each(LOOKS_AT)('$name', (look) => {
  it.concurrent.each(walks)('screens of $as, part $part, have no violation', ({ as, screens }) =>
    inContext(look, as, async (page, told) => {
      const lookAt = async (screen: Screen, theme: 'light' | 'dark') => {
        const found = await violationsOf(page);
        told.push(...found.map((violation) => `${screen.name}, ${theme}: ${violation}`));
      };
      for (const screen of screens) {
        const begunAt = performance.now();
        await page.goto(program.url + screen.path);
        await settled(page);
        await screen.act?.(page);
        if (screen.act !== undefined) await settled(page);
        const lookedAt = performance.now();
        await lookAt(screen, 'light');
        if (look.theme === 'system') {
          await wear(page, 'dark');
          await lookAt(screen, 'dark');
          await wear(page, 'light');
        }
        // The page itself stays where it is; what is wider than a phone moves in its own frame.
        const beyond = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
        if (beyond > 0) told.push(`${screen.name}: ${beyond} px wider than the window`);
        tellProgress(`${look.name}, ${as}, ${screen.name}`, begunAt, lookedAt);
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

/** At night each role looks at all it may open. */
const walkOf = process.env['TEST_SIZE'] === 'nightly' ? addressesOf : dealtAddresses;
const roleWalks = LESSER_ROLES.flatMap((as) =>
  partsOf(walkOf(as)).map(({ part, screens }) => ({ as, part, addresses: screens })),
);

describe('light, for who may do less', () => {
  it.concurrent.each(roleWalks)('screens of $as, part $part', ({ as, addresses }) =>
    inContext(light!, as, async (page, told) => {
      for (const address of addresses) {
        const begunAt = performance.now();
        await routeTo(page, address);
        await settled(page);
        const lookedAt = performance.now();
        const found = await violationsOf(page);
        told.push(...found.map((violation) => `${address}: ${violation}`));
        tellProgress(`light, ${as}, ${address}`, begunAt, lookedAt);
      }
    }),
  );
});
