/**
 * A page is settled if it reports no pending work (`data-busy`, see
 * apps/web/src/app/busy-signal.tsx), shows no loading indicator and has loaded its fonts.
 */
import type { Page } from 'playwright-core';

const LIMIT_MS = 60_000;
/**
 * Number of frames for which a page must remain settled, because a click may need a frame to start
 * its request.
 */
const QUIET_FRAMES = 3;

/** Throws with the pending work if the page does not settle in time. */
export async function settled(page: Page): Promise<void> {
  const pending = await page.evaluate(
    async ([limitMs, quietFrames]) => {
      const until = performance.now() + limitMs;
      // The script has no named functions, because under `tsx` they would call a helper that the
      // page does not have.
      for (let quiet = 0; quiet < quietFrames; ) {
        await document.fonts.ready;
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const { busy } = document.documentElement.dataset;
        const loading = '.page-pending, .ant-skeleton, .ant-spin-spinning, [aria-busy="true"]';
        const shown = document.querySelector(loading);
        quiet = busy === '0' && shown === null ? quiet + 1 : 0;
        if (performance.now() > until) return `data-busy ${busy}, ${shown?.className ?? 'none'}`;
      }
      return undefined;
    },
    [LIMIT_MS, QUIET_FRAMES] as const,
  );
  if (pending !== undefined) {
    throw new Error(`${page.url()} did not settle within ${LIMIT_MS / 1000} s: ${pending}`);
  }
}
