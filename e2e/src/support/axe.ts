/** Violations that axe finds on the current page. */
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
  readonly nodes: readonly ViolatingNode[];
}

interface ViolatingNode {
  readonly html: string;
  /** Results of the checks, with their measurements. */
  readonly any: readonly { readonly data: unknown }[];
}

/** Returns the element and, for a violation of contrast, its colours. */
function describeNode({ html, any }: ViolatingNode): string {
  const { fgColor, bgColor } = (any[0]?.data ?? {}) as { fgColor?: string; bgColor?: string };
  const colors = fgColor === undefined ? '' : ` (${fgColor} on ${bgColor})`;
  return html.slice(0, 160) + colors;
}

/** Rules whose result depends on colors, so that a theme change can affect them. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Waits for transitions to end, because in the middle of a theme change the contrast is too low.
 * Animations that never end, such as those of a skeleton, are ignored.
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

/** Returns one line for each violated rule, with the elements that violate it. */
export async function violationsOf(page: Page, rules: 'all' | 'color' = 'all'): Promise<string[]> {
  // axe is evaluated through the debugger, so that the page's content security policy remains
  // strict.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  await transitionsEnded(page);
  const violations = await page.evaluate(
    async (only) => {
      const { axe } = window as unknown as {
        axe: { run(options: object): Promise<{ violations: Violation[] }> };
      };
      const options = {
        // Details of elements are only needed for violations, not for passed checks.
        resultTypes: ['violations'],
        // Style sheets are not loaded and parsed again: only an experimental rule, which does not
        // run, reads them.
        preload: { assets: ['media'] },
        ...(only === null ? {} : { runOnly: only }),
      };
      return (await axe.run(options)).violations;
    },
    rules === 'color' ? COLOR_RULES : null,
  );
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(describeNode).join(' | ')}`,
  );
}
