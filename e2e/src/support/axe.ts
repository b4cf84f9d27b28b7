/** What axe finds on a page as it stands. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** The rules whose result a change of colours alone can change. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Waits for transitions to end: half way between the colours of two themes, neither has contrast.
 * Animations that never end, such as those of a skeleton, are not waited for.
 */
const transitionsEnded = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().iterations === Infinity,
      ),
  );

/** One line for each rule that is broken, with the elements that break it. */
export async function violationsOf(page: Page, rules: 'all' | 'color' = 'all'): Promise<string[]> {
  // Evaluated through the debugger, so the page's own script policy stays as strict as it is.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  await transitionsEnded(page);
  const violations = await page.evaluate(
    async (only) => {
      const { axe } = window as unknown as {
        axe: { run(options: object): Promise<{ violations: Violation[] }> };
      };
      // What passes is not described one element after another.
      const options = { resultTypes: ['violations'], ...(only === null ? {} : { runOnly: only }) };
      return (await axe.run(options)).violations;
    },
    rules === 'color' ? COLOR_RULES : null,
  );
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
  );
}
