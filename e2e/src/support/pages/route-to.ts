/** Navigates with the router, like a click on the menu: the page is not reloaded. */
import type { Page } from 'playwright-core';

/**
 * Opens another page of the program; resolves when its heading or tab has replaced the previous
 * one.
 */
export async function routeTo(page: Page, path: string): Promise<void> {
  const { pathname } = new URL(path, page.url());
  // The path is read in the page itself, because `page.url()` may be outdated.
  if ((await page.evaluate(() => location.pathname)) === pathname) {
    // Loads the page instead: its heading is already displayed, so waiting for the heading would
    // not wait for the rest.
    await page.goto(new URL(path, page.url()).href);
    return;
  }
  const from = await page.evaluate((to) => {
    for (const part of document.querySelectorAll('main h1, .device-page__tab > *')) {
      part.classList.add('walked');
    }
    const { pathname: previous } = location;
    history.pushState({}, '', to);
    return previous;
  }, path);
  await page.waitForFunction(
    ([to, previous]) => {
      // An address of a device page redirects to a tab, which may be the one that was open.
      if (location.pathname !== to && location.pathname === previous) return true;
      // The heading of a device page stays while its tab changes.
      return document.querySelector('main :is(h1, .device-page__tab > *):not(.walked)') !== null;
    },
    [pathname, from] as const,
    { timeout: 20_000 },
  );
}
