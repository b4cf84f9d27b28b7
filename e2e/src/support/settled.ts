/** A page is settled when nothing is loading and nothing has moved for a moment. */
import type { Page } from 'playwright-core';

export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForFunction(
    () => document.querySelector('.ant-skeleton, .ant-spin-spinning, [aria-busy="true"]') === null,
    undefined,
    { timeout: 20_000 },
  );
  // No named function in here: under `tsx` it would call for a helper the page does not have.
  await page.evaluate(async () => {
    let height = -1;
    for (let same = 0; same <= 10; ) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = document.documentElement.scrollHeight;
      const isBusy = document.querySelector('.ant-skeleton, [aria-busy="true"]') !== null;
      same = now === height && !isBusy ? same + 1 : 0;
      height = now;
    }
  });
}
