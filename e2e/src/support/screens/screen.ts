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
