/** axe finds no violation on any screen, light and dark, left-to-right and right-to-left. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, openLook, signIn, startBrowser } from './support/browser.ts';
import { startOwnAlarms } from './support/own-alarms.ts';
import { type OwnLamps, startOwnLamps } from './support/own-lamps.ts';
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
beforeAll(async () => {
  program = await startProgram({ DEMO_HISTORY_DAYS: '120' });
  alarms = await startOwnAlarms(program);
  lamps = await startOwnLamps(program);
  tower = await startOwnTower(program);
  await tower.cutOne();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await alarms?.stop();
  await lamps?.stop();
  await tower?.stop();
  await program?.stop();
});

describe.each(LOOKS)('$name', (look) => {
  it.each(['nobody', 'demo', 'platform'] as const)(
    'screens of %s have no violation',
    async (as) => {
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
        if (as === 'demo') await signIn(page, program.url, 'demo', program.demoPassword);
        if (as === 'platform')
          await signIn(page, program.url, 'platform', program.platformPassword);
        for (const screen of SCREENS.filter((candidate) => candidate.as === as)) {
          await page.goto(program.url + screen.path);
          await settled(page);
          await screen.act?.(page);
          if (screen.act !== undefined) await settled(page);
          // Evaluated through the debugger, so the page's own script policy stays as strict as it is.
          await page.evaluate(axeSource);
          const violations = await page.evaluate(async () => {
            const { axe } = window as unknown as {
              axe: { run(): Promise<{ violations: Violation[] }> };
            };
            return (await axe.run()).violations;
          });
          // Every screen's are told at once: whoever mends sees the whole walk.
          told.push(
            ...violations.map(
              (violation) =>
                `${screen.path} ${violation.id}: ${violation.help}: ${violation.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
            ),
          );
        }
        expect(told, look.name).toEqual([]);
        expect(outside).toEqual([]);
        expect(errors).toEqual([]);
      } finally {
        await context.close();
      }
    },
  );
});
