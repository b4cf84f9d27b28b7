/** Navigates with the router, like a click on the menu: the page is not reloaded. */
import type { Page } from 'playwright-core';

/** Opens another page of the program; resolves when its heading has replaced the previous one. */
export async function routeTo(page: Page, path: string): Promise<void> {
  const { pathname } = new URL(path, page.url());
  // The path is read in the page itself, because `page.url()` may be outdated.
  if ((await page.evaluate(() => location.pathname)) === pathname) {
    // Loads the page instead: its heading is already displayed, so waiting for the heading would
    // not wait for the rest.
    await page.goto(new URL(path, page.url()).href);
    return;
  }
  await page.evaluate((to) => {
    for (const heading of document.querySelectorAll('main h1')) heading.classList.add('walked');
    history.pushState({}, '', to);
  }, path);
  await page.waitForFunction(
    (to) => location.pathname === to && document.querySelector('main h1:not(.walked)') !== null,
    pathname,
    { timeout: 20_000 },
  );
}
