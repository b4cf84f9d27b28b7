/**
 * docs/promises.md T9: a script in the page of a signed-in user reads everything it can; none of it
 * gives another client access, wherever it is presented.
 */
import { Agent, request } from 'node:http';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOOKS, openLook, signIn, startBrowser } from './support/browser.ts';
import type { Program } from './support/demo/program.ts';
import { startDemo } from './support/demo/start-demo.ts';
import { settled } from './support/pages/settled.ts';
import { listenIn, readableSecrets } from './support/readable-secrets.ts';

const AT_ONCE = 8;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

let program: Program;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let readable: string[];
/** The token that the page sends with each call. */
let token: string;

beforeAll(async () => {
  program = await startDemo();
  browser = await startBrowser();
  context = await openLook(browser, LOOKS[0]!);
  await listenIn(context);
  page = await context.newPage();
  await signIn(page, program.url, 'demo', program.demoPassword);
  await page.goto(`${program.url}/devicecontrol`);
  await page.getByRole('main').waitFor();
  await settled(page);
  readable = await readableSecrets(page);
  token = await page.evaluate(
    () =>
      Object.values(sessionStorage)
        .join()
        .match(/"token":"([^"]+)"/)?.[1] ?? '',
  );
});
afterAll(async () => {
  agent.destroy();
  await browser?.close();
  await program?.stop();
});

/** Returns the status of the response to a client other than the browser. */
function statusOf(headers: Record<string, string>, path = '/api/v2/my/account'): Promise<number> {
  return new Promise((resolve, reject) => {
    // Handshakes do not use the shared agent, because the server closes the connection of a refused
    // one.
    const line = 'upgrade' in headers ? false : agent;
    const outgoing = request(`${program.url}${path}`, { agent: line, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    outgoing.on('upgrade', (_answer, socket) => {
      socket.destroy();
      resolve(101);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** Runs all attempts, a few at a time; returns those whose status was not 401. */
async function letIn(tries: readonly [string, () => Promise<number>][]): Promise<string[]> {
  const opened: string[] = [];
  const waiting = tries.values();
  const lane = async () => {
    for (const [name, ask] of waiting) {
      const status = await ask();
      if (status !== 401) opened.push(`${name}: ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return opened;
}

it('a script reads the token, but not the cookie that it requires', async () => {
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(readable).toContain(token);
  const cookies = await context.cookies();
  const session = cookies.find(({ name }) => name === 'busbar_session')!;
  expect(session.httpOnly).toBe(true);
  const secret = session.value.split('.')[1]!;
  expect(readable.filter((text) => text.includes(secret))).toEqual([]);
  // With the cookie, which no script can read, the token is valid; this makes the attempts below
  // meaningful.
  const cookie = `busbar_session=${session.value}`;
  expect(await statusOf({ authorization: token, cookie })).toBe(200);
});

it('no readable value gives another client access, wherever it is presented', async () => {
  const opened = await letIn(
    readable.flatMap((text): [string, () => Promise<number>][] => [
      [`token ${text}`, () => statusOf({ authorization: text })],
      [`bearer ${text}`, () => statusOf({ authorization: `Bearer ${text}` })],
      [`cookie ${text}`, () => statusOf({ cookie: `busbar_session=${text}` })],
      [
        `token with cookie ${text}`,
        () => statusOf({ authorization: token, cookie: `busbar_session=${text}` }),
      ],
      [
        `token with halves of a cookie ${text}`,
        () => statusOf({ authorization: token, cookie: `busbar_session=${text}.${text}` }),
      ],
    ]),
  );
  expect(opened).toEqual([]);
  expect(readable.length).toBeGreaterThan(20);
});

it('no readable value opens a socket', async () => {
  const upgrade = {
    // A client that is not a browser can send any origin.
    origin: program.url,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const path = '/api/websocket/info';
  const [own] = (await context.cookies()).filter(({ name }) => name === 'busbar_session');
  const cookie = `busbar_session=${own!.value}`;
  expect(await statusOf({ ...upgrade, cookie }, path)).toBe(101);
  const opened = await letIn(
    readable
      .filter((text) => /^[\w.-]{43,87}$/.test(text))
      .flatMap((text): [string, () => Promise<number>][] => [
        [`token ${text}`, () => statusOf({ ...upgrade, authorization: text }, path)],
        [`cookie ${text}`, () => statusOf({ ...upgrade, cookie: `busbar_session=${text}` }, path)],
        [`ticket ${text}`, () => statusOf(upgrade, `${path}?ticket=${encodeURIComponent(text)}`)],
      ]),
  );
  expect(opened).toEqual([]);
});
