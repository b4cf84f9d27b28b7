import axe from 'axe-core';
import { expect } from 'vitest';

/** Fails with the list of violations. Contrast needs real pixels and is judged in the browser. */
export async function expectNoAxeViolations(
  root: Element = document.documentElement,
): Promise<void> {
  const { violations } = await axe.run(root, {
    rules: { 'color-contrast': { enabled: false } },
    resultTypes: ['violations'],
  });
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
  );
  expect(found).toEqual([]);
}
