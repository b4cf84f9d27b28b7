/** Debian's Chromium, headless, without any access to other machines. */
import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

/**
 * The headless shell uses less CPU than the full browser. The shell's command is a script that does
 * not forward signals, so the program itself is started.
 */
const candidates = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

export function chromiumPath(): string {
  const path = process.env.CHROMIUM ?? candidates.find((candidate) => existsSync(candidate));
  if (path === undefined) throw new Error('Chromium is missing: install chromium-headless-shell');
  return path;
}

/** Command line arguments of the browser in tests and benchmarks. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: BROWSER_ARGS });
}

export interface Look {
  readonly name: string;
  /** `system` follows the page's media settings, initially light. */
  readonly theme: 'light' | 'dark' | 'system';
  readonly language: string;
  readonly width: number;
  readonly height: number;
}

export const LOOKS: readonly Look[] = [
  { name: 'light', theme: 'light', language: 'en', width: 1440, height: 900 },
  { name: 'dark', theme: 'dark', language: 'en', width: 1440, height: 900 },
  { name: 'arabic', theme: 'light', language: 'ar', width: 1440, height: 900 },
  { name: 'phone', theme: 'light', language: 'en', width: 390, height: 844 },
];

/** Opens a new context with the given theme and language, like that of a returning user. */
export async function openLook(
  browser: Browser,
  look: Look,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...options,
    viewport: { width: look.width, height: look.height },
    colorScheme: look.theme === 'system' ? 'light' : look.theme,
    locale: look.language === 'en' ? 'en-GB' : look.language,
    reducedMotion: 'reduce',
  });
  await context.addInitScript(
    ([language, theme]) => {
      localStorage.setItem('busbar.language', language!);
      localStorage.setItem('busbar.theme', theme!);
    },
    [look.language, look.theme],
  );
  return context;
}

export async function signIn(
  page: Page,
  url: string,
  account: string,
  password: string,
): Promise<void> {
  await page.goto(`${url}/login`);
  await page.locator('input[autocomplete="username"]').fill(account);
  await page.locator('input[autocomplete="current-password"]').fill(password);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
}
