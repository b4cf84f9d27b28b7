/** One change of page in the browser, timed inside the page. */
import type { Page } from 'playwright-core';

const LIMIT_MS = 20_000;
/** Frames without a request or a placeholder after which a page counts as complete. */
const QUIET_FRAMES = 6;

export interface Change {
  readonly address: string;
  /** Until the heading or tab of the new page is shown; ms. */
  readonly headMs: number;
  /** Until no placeholder is shown; requests that refresh displayed content may still run. */
  readonly contentMs: number;
  /** Until nothing is loading; ms, without the quiet frames that confirm it. */
  readonly completeMs: number;
  /** The slowest request, with its bytes and ms. */
  readonly slowest: string;
}

/**
 * The script that runs in the page is a string, because the TypeScript transpiler adds helpers that
 * the page does not have.
 */
const CHANGE = `async ([to, limitMs, quietFrames]) => {
  const parts = 'main :is(h1, .device-page__tab > *)';
  const placeholders = '.page-pending, .ant-skeleton, .ant-spin-spinning';
  const loading = placeholders + ', [aria-busy="true"]';
  for (const part of document.querySelectorAll(parts)) part.classList.add('walked');
  const began = performance.now();
  history.pushState({}, '', to);
  let headMs;
  let contentMs;
  let quietSince;
  for (let quiet = 0; quiet < quietFrames; ) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = performance.now() - began;
    if (now > limitMs) {
      return { headMs: headMs ?? now, contentMs: contentMs ?? now, completeMs: now, slowest: '-' };
    }
    if (headMs === undefined && document.querySelector(parts + ':not(.walked)') !== null) headMs = now;
    if (headMs === undefined || document.querySelector(placeholders) !== null) contentMs = undefined;
    else contentMs ??= now;
    const isLoading =
      document.documentElement.dataset.busy !== '0' || document.querySelector(loading) !== null;
    if (headMs === undefined || isLoading) {
      quiet = 0;
      continue;
    }
    if (quiet === 0) quietSince = now;
    quiet += 1;
  }
  const [slowest] = performance
    .getEntriesByType('resource')
    .filter(({ startTime }) => startTime >= began)
    .sort((a, b) => b.duration - a.duration);
  performance.clearResourceTimings();
  const call =
    slowest === undefined
      ? '-'
      : new URL(slowest.name).pathname.replace('/api/', '') + ', ' +
        Math.round(slowest.decodedBodySize / 1000) + ' kB, ' + Math.round(slowest.duration) + ' ms';
  return { headMs, contentMs, completeMs: quietSince, slowest: call };
}`;

export async function changePage(page: Page, address: string): Promise<Change> {
  const times = await page.evaluate<Omit<Change, 'address'>>(
    `(${CHANGE})(${JSON.stringify([address, LIMIT_MS, QUIET_FRAMES])})`,
  );
  return { address, ...times };
}
