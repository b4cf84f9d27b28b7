/**
 * The first visit over a slow line: from the address of the sign-in page until it can be used, and
 * from the click on "Sign in" until the dashboard shows its first number. Chromium with an empty
 * cache, 1.6 Mbit/s, 150 ms of latency and a quarter of the processor, against the demo. Requires
 * `npm run build`.
 *
 * `--runs 3`, `--typing 8` seconds between the two.
 */
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { startBrowser } from '../../../e2e/src/support/browser.ts';
import { type Program, startProgram } from '../../../e2e/src/support/demo/program.ts';
import { median, printTable } from '../engine/print-table.ts';

const DOWN_BYTES_PER_S = 1_600_000 / 8;
const UP_BYTES_PER_S = 750_000 / 8;
const LATENCY_MS = 150;
const CPU_DIVISOR = 4;
const LIMIT_MS = 60_000;
const FIRST_NUMBER = '.amount-card__amount';

interface Visit {
  readonly signInMs: number;
  readonly numberMs: number;
  readonly requests: readonly number[];
  readonly kB: readonly number[];
}

export async function benchPage(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      runs: { type: 'string', default: '3' },
      typing: { type: 'string', default: '8' },
    },
  });
  const program = await startProgram({ DEMO_HISTORY_DAYS: '9' });
  const browser = await startBrowser();
  const visits: Visit[] = [];
  try {
    while (visits.length < Number(values.runs)) {
      visits.push(await visit(browser, program, Number(values.typing)));
    }
  } finally {
    await browser.close();
    await program.stop();
  }
  const of = (read: (visit: Visit) => number) => median(visits.map(read));
  const row = (part: string, ms: string | number, at: number) => ({
    part,
    ms,
    requests: of(({ requests }) => requests[at]!),
    kB: Math.round(of(({ kB }) => kB[at]!)),
  });
  printTable(`First visit at 1.6 Mbit/s and 150 ms, medians of ${visits.length}`, [
    row('sign-in page can be used', Math.round(of(({ signInMs }) => signInMs)), 0),
    row(`the ${values.typing} s of typing`, '-', 1),
    row('from the click to the first number', Math.round(of(({ numberMs }) => numberMs)), 2),
    row('until the dashboard is complete', '-', 3),
  ]);
}

async function visit(browser: Browser, program: Program, typingS: number): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    const line = await slowDown(page);
    const count = countAnswers(line);
    const requests: number[] = [];
    const kB: number[] = [];
    const endPart = () => {
      const seen = count();
      requests.push(seen.requests);
      kB.push(seen.bytes / 1000);
    };
    let began = performance.now();
    await page.goto(`${program.url}/login`, { waitUntil: 'commit' });
    const account = page.locator('input[autocomplete="username"]');
    await account.waitFor({ timeout: LIMIT_MS });
    const signInMs = performance.now() - began;
    endPart();
    await account.fill('demo');
    await page.locator('input[autocomplete="current-password"]').fill(program.demoPassword);
    await setTimeout(typingS * 1000);
    endPart();
    began = performance.now();
    await page.locator('button[type="submit"]').click();
    await page.locator(FIRST_NUMBER).first().waitFor({ timeout: LIMIT_MS });
    const numberMs = performance.now() - began;
    endPart();
    await page.waitForLoadState('networkidle', { timeout: LIMIT_MS });
    endPart();
    return { signInMs, numberMs, requests, kB };
  } finally {
    await context.close();
  }
}

async function slowDown(page: Page): Promise<CDPSession> {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: DOWN_BYTES_PER_S,
    uploadThroughput: UP_BYTES_PER_S,
  });
  await line.send('Emulation.setCPUThrottlingRate', { rate: CPU_DIVISOR });
  return line;
}

/** Returns a function that reads requests and bytes since its last call, without those from the cache. */
function countAnswers(line: CDPSession): () => { requests: number; bytes: number } {
  let requests = 0;
  let bytes = 0;
  line.on('Network.responseReceived', ({ response }) => {
    if (!response.fromDiskCache && !response.fromPrefetchCache) requests += 1;
  });
  line.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => {
    const seen = { requests, bytes };
    requests = 0;
    bytes = 0;
    return seen;
  };
}
