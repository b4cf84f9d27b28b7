/** What a user sees of a page while it is loaded for the first time, and whether its tables are whole. */
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { settled } from './settled.ts';

/** Later than the first paint of a page, as over a mobile network. */
const ANSWER_MS = 250;

// As text: under `tsx` a function would call for a helper that the page does not have.
const COUNT_SHIFTS = `window.shifts = 0; new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifts += value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** Layout shift (CLS) of a fresh load of this address whose answers are late. */
export async function shiftOf(page: Page, address: string): Promise<number> {
  await page.addInitScript(COUNT_SHIFTS);
  await page.route('**/api/**', async (route) => {
    await setTimeout(ANSWER_MS);
    await route.continue();
  });
  await page.goto(address);
  await settled(page);
  const shift = await page.evaluate<number>('window.shifts');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return shift;
}

/** Tables that are wider than their frame, and heads that are cut, a line each. */
export async function cutTables(page: Page): Promise<string[]> {
  await page.locator('.data-table .ant-table-body tr.data-table-row').first().waitFor();
  return page.locator('.data-table').evaluateAll((tables) =>
    tables.flatMap((table) => {
      const name = table.getAttribute('aria-label');
      const body = table.querySelector('.ant-table-body')!;
      const beyond = body.scrollWidth - body.clientWidth;
      const heads = [...table.querySelectorAll('.ant-table-thead th')];
      return [
        ...(beyond > 0 ? [`${name}: ${beyond} px cut`] : []),
        ...heads
          .filter((head) => {
            // The text itself: the shadow of a pinned head lies outside it.
            const text = document.createRange();
            text.selectNodeContents(head);
            return text.getBoundingClientRect().width > head.clientWidth;
          })
          .map((head) => `${name}: head ${head.textContent} cut`),
      ];
    }),
  );
}
