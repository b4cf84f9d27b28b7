/** A page is settled when nothing is loading and nothing has moved for a moment. */
import type { Page } from 'playwright-core';

export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.waitForFunction(
    () => document.querySelector('.ant-skeleton, .ant-spin-spinning, [aria-busy="true"]') === null,
    undefined,
    { timeout: 20_000 },
  );
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let height = -1;
        let same = 0;
        const look = () => {
          const now = document.documentElement.scrollHeight;
          same = now === height ? same + 1 : 0;
          height = now;
          if (same > 10) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}
