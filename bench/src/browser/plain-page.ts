/**
 * A page without instrumentation, for measurements: no tool listens to its network or its console.
 * The test driver would receive every frame of a socket, which at 5,000 per second costs the page
 * more than the frames themselves. The driver prepares the page and then disconnects.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { WebSocket } from 'ws';
import { BROWSER_ARGS, chromiumPath } from '../../../e2e/src/support/browser.ts';

const START_MS = 20_000;
const END_MS = 5_000;

export interface PlainPage {
  /** Returns the awaited value of an expression, which must be serializable as JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Sends a DevTools protocol command, for example to measure the page's CPU and memory usage. */
  send(method: string, params?: object): Promise<unknown>;
  close(): Promise<void>;
}

/** A browser that is started before the server whose pages it shows. */
export interface PlainBrowser {
  open(prepare: (page: Page) => Promise<void>): Promise<PlainPage>;
  close(): Promise<void>;
}

export async function openPlainPage(prepare: (page: Page) => Promise<void>): Promise<PlainPage> {
  const browser = await startPlainBrowser();
  try {
    return await browser.open(prepare);
  } catch (error) {
    await browser.close();
    throw error;
  }
}

export async function startPlainBrowser(): Promise<PlainBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'busbar-bench-'));
  const program = spawn(
    chromiumPath(),
    [
      ...BROWSER_ARGS,
      '--headless',
      '--window-size=1440,900',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: 'ignore' },
  );
  const end = async () => {
    if (program.exitCode === null && program.kill()) await once(program, 'exit');
    await removed(profile);
  };
  try {
    const port = await portOf(program, profile);
    return {
      async open(prepare) {
        await prepared(port, prepare);
        return { ...(await attach(port)), close: end };
      },
      close: end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Chromium's child processes exit after Chromium itself, and write files until then. */
async function removed(folder: string): Promise<void> {
  for (const until = Date.now() + END_MS; ; await setTimeout(100)) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}

/** Waits until a page exists, because a connection made earlier may wait forever. */
async function portOf(program: ChildProcess, profile: string): Promise<string> {
  const file = join(profile, 'DevToolsActivePort');
  for (const until = Date.now() + START_MS; Date.now() < until; await setTimeout(100)) {
    if (program.exitCode !== null) break;
    const port = existsSync(file) ? readFileSync(file, 'utf8').split('\n')[0] : '';
    if (port && (await pageAddress(port)) !== undefined) return port;
  }
  throw new Error('Chromium did not start');
}

async function pageAddress(port: string): Promise<string | undefined> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as readonly {
    readonly type: string;
    readonly webSocketDebuggerUrl: string;
  }[];
  return targets.find(({ type }) => type === 'page')?.webSocketDebuggerUrl;
}

async function prepared(port: string, prepare: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = browser.contexts()[0]?.pages()[0];
  if (page === undefined) throw new Error('Chromium has no page');
  await prepare(page);
  // This only disconnects: a browser that the driver has connected to, not started, continues to
  // run.
  await browser.close();
}

async function attach(port: string): Promise<Omit<PlainPage, 'close'>> {
  const address = await pageAddress(port);
  if (address === undefined) throw new Error('the page is gone');
  const line = new WebSocket(address, { perMessageDeflate: false });
  await once(line, 'open');
  let lastId = 0;
  const send = async (method: string, params: object = {}) => {
    lastId += 1;
    const id = lastId;
    line.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [data] = (await once(line, 'message')) as [Buffer];
      const answer = JSON.parse(data.toString()) as {
        readonly id?: number;
        readonly result?: object;
      };
      if (answer.id !== id) continue;
      if (answer.result === undefined) throw new Error(`the page refused: ${data.toString()}`);
      return answer.result;
    }
  };
  return {
    send,
    async evaluate(expression) {
      const params = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = (await send('Runtime.evaluate', params)) as {
        readonly result: { readonly value?: unknown };
        readonly exceptionDetails?: { readonly text: string };
      };
      if (exceptionDetails === undefined) return result.value;
      throw new Error(`the page refused: ${JSON.stringify({ result, exceptionDetails })}`);
    },
  };
}
