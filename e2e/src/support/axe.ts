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

/** The rules to apply: all, those about colours, or all others. */
export type Rules = 'all' | 'color' | 'other';

const RULES: Readonly<Record<Rules, object>> = {
  all: {},
  color: { runOnly: COLOR_RULES },
  other: { rules: Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }])) },
};

/** One line for each rule that is broken, with the elements that break it. */
export async function violationsOf(page: Page, rules: Rules = 'all'): Promise<string[]> {
  // Evaluated through the debugger, so the page's own script policy stays as strict as it is.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  await transitionsEnded(page);
  const violations = await page.evaluate(async (chosen) => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> };
    };
    // What passes is not described one element after another.
    return (await axe.run({ resultTypes: ['violations'], ...chosen })).violations;
  }, RULES[rules]);
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
  );
}
