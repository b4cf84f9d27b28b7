/** axe finds no violation on any screen, light and dark, left-to-right and right-to-left. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, openLook, signIn, startBrowser } from './support/browser.ts';
import type { Colleague } from './support/colleagues.ts';
import { startOwnAlarms } from './support/own-alarms.ts';
import { type OwnLamps, startOwnLamps } from './support/own-lamps.ts';
import { makeOwed } from './support/own-owed.ts';
import { MAIL_THAT_WAITS, setOwnSchedules } from './support/own-schedules.ts';
import { type OwnTower, startOwnTower } from './support/own-tower.ts';
import { type Program, startProgram } from './support/program.ts';
import { SCREENS } from './support/screens.ts';
import { settled } from './support/settled.ts';

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

let program: Program;
let browser: Browser;
let alarms: Awaited<ReturnType<typeof startOwnAlarms>>;
let lamps: OwnLamps;
let tower: OwnTower;
let owed: Colleague;
beforeAll(async () => {
  program = await startProgram({ DEMO_HISTORY_DAYS: '120', ...MAIL_THAT_WAITS });
  alarms = await startOwnAlarms(program);
  lamps = await startOwnLamps(program);
  tower = await startOwnTower(program);
  await tower.cutOne();
  await setOwnSchedules(program);
  owed = await makeOwed(program);
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

const walks = (['nobody', 'demo', 'platform', 'owed'] as const).flatMap((as) => {
  const screens = SCREENS.filter((screen) => screen.as === as);
  return Array.from({ length: Math.ceil(screens.length / WALK) }, (_, part) => ({
    as,
    part: part + 1,
    screens: screens.slice(part * WALK, (part + 1) * WALK),
  }));
});

describe.each(LOOKS)('$name', (look) => {
  it.concurrent.each(walks)('screens of $as, part $part, have no violation', async (walk) => {
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
      if (walk.as === 'demo') await signIn(page, program.url, 'demo', program.demoPassword);
      if (walk.as === 'platform')
        await signIn(page, program.url, 'platform', program.platformPassword);
      if (walk.as === 'owed') await signIn(page, program.url, owed.account, owed.password);
      for (const screen of walk.screens) {
        await page.goto(program.url + screen.path);
        await settled(page);
        await screen.act?.(page);
        if (screen.act !== undefined) await settled(page);
        // Every screen's are told at once: whoever mends sees the whole walk.
        told.push(...(await violationsOf(page)).map((violation) => `${screen.path} ${violation}`));
      }
      expect(told, look.name).toEqual([]);
      expect(outside).toEqual([]);
      expect(errors).toEqual([]);
    } finally {
      await context.close();
    }
  });
});

async function violationsOf(page: Page): Promise<string[]> {
  // Evaluated through the debugger, so the page's own script policy stays as strict as it is.
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> };
    };
    // Every rule runs; what passes is not described one element after another.
    return (await axe.run({ resultTypes: ['violations'] })).violations;
  });
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
  );
}
