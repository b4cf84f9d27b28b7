/** One built screen, and the demo devices that the screens show. */
import type { Page } from 'playwright-core';

export interface Screen {
  readonly name: string;
  readonly path: string;
  /** The user who opens the screen; `owed` is an administrator who must set up a second factor. */
  readonly as: 'nobody' | 'demo' | 'platform' | 'owed';
  /** Steps to a state that no URL leads to; they must work in any language. */
  readonly act?: (page: Page) => Promise<void>;
}

export const BREAKER = '861039034396009';
/** A device that was never offline for long. */
export const WORKSHOP = '861039034259008';
export const GATEWAY = '862055001883100';
/** A DTU; meters are added to its line by the screens. */
export const DTU = 'HF-24110155200';

/** First day of the last whole month; the current month may have begun today. */
export const LAST_MONTH = lastMonth(new Date(Date.now() + 8 * 3_600_000));

function lastMonth(nowInShanghai: Date): string {
  const first = Date.UTC(nowInShanghai.getUTCFullYear(), nowInShanghai.getUTCMonth() - 1, 1);
  return new Date(first).toISOString().slice(0, 10);
}
