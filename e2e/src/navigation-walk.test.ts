/**
 * Every address of the navigation table opens a working page for each role that may see it, and in
 * all six languages: the languages of a page are distributed among its roles. The addresses in the
 * server's menu are included. The full tier opens every page in two languages, which rotate, the
 * nightly run in all.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOOKS, openLook, signIn, startBrowser } from './support/browser.ts';
import { type Colleague, inviteColleagues } from './support/colleagues.ts';
import type { Program } from './support/demo/program.ts';
import { startDemo } from './support/demo/start-demo.ts';
import {
  LEADS_ON,
  MORE_PAGES,
  PUBLIC_PAGES,
  SIGNED_IN_PAGES,
  WALKERS,
  type Walker,
} from './support/pages/navigation-table.ts';
import { isNightly, tierText, turnOf } from './support/tier.ts';

const LANGUAGES = ['en', 'zh', 'ar', 'fr', 'ru', 'es'] as const;
type Language = (typeof LANGUAGES)[number];

/** Expected script of a heading in each language. */
const SCRIPTS: Readonly<Record<Language, RegExp>> = {
  en: /[a-z]/i,
  zh: /\p{Script=Han}/u,
  ar: /\p{Script=Arabic}/u,
  fr: /\p{Script=Latin}/u,
  ru: /\p{Script=Cyrillic}/u,
  es: /\p{Script=Latin}/u,
};

const PAGES: Readonly<Record<string, readonly Walker[]>> = { ...SIGNED_IN_PAGES, ...MORE_PAGES };

/** Selects two languages in rotation in the full tier, every language in the nightly run. */
function isDealt(path: string, language: Language): boolean {
  const turns = LANGUAGES.length / 2;
  return isNightly || turnOf(path, turns) === LANGUAGES.indexOf(language) % turns;
}

/**
 * Assigns pages to users and languages: each page is opened once in each language, and at least
 * once by each role.
 */
function stops(walker: Walker, language: Language): string[] {
  const at = LANGUAGES.indexOf(language);
  return Object.entries(PAGES).flatMap(([path, walkers]) =>
    walkers.length > 0 && walkers[at % walkers.length] === walker && isDealt(path, language)
      ? [path]
      : [],
  );
}

let program: Program;
let browser: Browser;
let accounts: Record<string, Colleague>;
beforeAll(async () => {
  program = await startDemo();
  accounts = {
    ...(await inviteColleagues(program, ['engineer', 'operator', 'viewer', 'auditor'])),
    admin: { account: 'demo', password: program.demoPassword },
    platform: { account: 'platform', password: program.platformPassword },
  };
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await program?.stop();
});

/** Records errors that the page reports, and errors of its requests to the server. */
function listen(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`${new URL(page.url()).pathname}: ${error}`));
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() >= 400 && !pathname.startsWith('/src/')) {
      problems.push(`${new URL(page.url()).pathname}: ${response.status()} of ${pathname}`);
    }
  });
  return problems;
}

async function speak(context: BrowserContext, page: Page, language: Language): Promise<void> {
  await context.addInitScript((value) => localStorage.setItem('busbar.language', value), language);
  await page.reload();
  await page.waitForFunction((value) => document.documentElement.lang.startsWith(value), language);
}

interface Seen {
  readonly heading: string;
  readonly keys: readonly string[];
  readonly isBroken: boolean;
  readonly direction: string;
}

/**
 * Navigates with the router, like a click on the menu; returns the content as soon as the page is
 * displayed.
 */
async function open(page: Page, path: string): Promise<Seen> {
  const end = LEADS_ON[path] ?? path;
  await page.evaluate(
    ([to, address]) => {
      if (location.pathname === to) return;
      // The old page remains until the new one is ready, so its heading must not be mistaken for
      // the new one.
      if (location.pathname !== address) {
        for (const heading of document.querySelectorAll('main h1')) heading.classList.add('walked');
      }
      history.pushState({}, '', to);
    },
    [path, end] as const,
  );
  const seen = await page.waitForFunction(
    (to) => {
      const heading = document.querySelector('main h1:not(.walked)')?.textContent ?? '';
      const waits = '.ant-skeleton, .ant-spin-spinning, [aria-busy="true"]';
      if (location.pathname !== to || heading === '' || document.querySelector(waits)) return null;
      return {
        heading,
        // A message that is missing in the catalogues is shown as its key.
        keys: [...document.querySelectorAll('#root *')]
          .flatMap((element) => [...element.childNodes])
          .flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node.textContent ?? ''] : []))
          .filter((text) => /^[a-z][a-z-]*:[a-z][\w.-]*$/.test(text)),
        isBroken: document.querySelector('.plain-page[role="alert"]') !== null,
        direction: document.documentElement.dir,
      };
    },
    end,
    { timeout: 20_000 },
  );
  return (await seen.jsonValue()) as Seen;
}

async function see(page: Page, path: string, language: Language): Promise<string[]> {
  const where = `${path} in ${language}`;
  let seen: Seen;
  try {
    seen = await open(page, path);
  } catch (error) {
    const state = await page.evaluate(
      () => `${location.pathname} ${document.querySelector('main')?.textContent?.slice(0, 200)}`,
    );
    return [`${where}: does not stand, but ${state} (${String(error).slice(0, 80)})`];
  }
  const { heading, keys, isBroken, direction } = seen;
  return [
    ...(SCRIPTS[language].test(heading) ? [] : [`${where}: headed "${heading}"`]),
    ...(isBroken ? [`${where}: could not be shown`] : []),
    ...(direction === (language === 'ar' ? 'rtl' : 'ltr') ? [] : [`${where}: runs ${direction}`]),
    ...[...new Set(keys)].map((key) => `${where}: has no words for ${key}`),
  ];
}

/** Returns the addresses of the menu that the server sends to the next page load. */
async function nextMenu(page: Page): Promise<string[]> {
  const response = await page.waitForResponse((one) => one.url().endsWith('/api/v2/sys/menus'));
  const { data } = (await response.json()) as { data: { url: string | null }[] };
  return data.flatMap(({ url }) => (url === null || url === '' ? [] : [url]));
}

describe(`the navigation table (${tierText})`, () => {
  it.concurrent.each(PUBLIC_PAGES)('%s opens in its languages without a session', async (path) => {
    const context = await openLook(browser, LOOKS[0]!);
    try {
      const page = await context.newPage();
      const problems = listen(page);
      await page.goto(program.url + path);
      for (const language of LANGUAGES) {
        if (!isDealt(path, language)) continue;
        await speak(context, page, language);
        problems.push(...(await see(page, path, language)));
      }
      expect(problems, problems.join('; ')).toEqual([]);
    } finally {
      await context.close();
    }
  });

  it.concurrent.each(WALKERS)(
    'opens the pages of role %s',
    { timeout: 400_000 },
    async (walker) => {
      const context = await openLook(browser, LOOKS[0]!);
      try {
        const page = await context.newPage();
        const { account, password } = accounts[walker]!;
        const menu = nextMenu(page);
        await signIn(page, program.url, account, password);
        const isAllowed = (path: string) => PAGES[path]?.includes(walker) === true;
        expect((await menu).filter((path) => !isAllowed(path))).toEqual([]);
        const problems = listen(page);
        for (const language of LANGUAGES) {
          const paths = stops(walker, language);
          if (paths.length === 0) continue;
          await speak(context, page, language);
          for (const path of paths) problems.push(...(await see(page, path, language)));
        }
        expect(problems, problems.join('; ')).toEqual([]);
      } finally {
        await context.close();
      }
    },
  );
});
