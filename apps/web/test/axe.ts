import axe from 'axe-core';
import { expect } from 'vitest';

/**
 * The browser suite checks every complete screen in several themes and languages. This axe check
 * covers states that the browser suite does not reach, and skips the header and the navigation that
 * all screens share.
 */
const WITHOUT_SHELL: axe.ElementContext = { exclude: ['.shell-header', '.shell-sider'] };

/**
 * Fails with the list of violations. Contrast is not checked, because only a real browser computes
 * colours.
 */
export async function expectNoAxeViolations(
  context: axe.ElementContext = WITHOUT_SHELL,
): Promise<void> {
  const { violations } = await axe.run(context, {
    rules: { 'color-contrast': { enabled: false } },
    resultTypes: ['violations'],
  });
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
  );
  expect(found).toEqual([]);
}
