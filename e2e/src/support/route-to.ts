/** By the router, as a click on the menu does it: the program is not loaded anew. */
import type { Page } from 'playwright-core';

/** To another page of the program; resolves when its heading has taken the place of the one before. */
export async function routeTo(page: Page, path: string): Promise<void> {
  const { pathname } = new URL(path, page.url());
  // Asked of the page itself: what `page.url()` says may be older.
  if ((await page.evaluate(() => location.pathname)) === pathname) {
    // Its heading would be there already, whatever of it is still to come.
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
