/**
 * The structure of a page: its elements and attributes without their texts. If two roles see a page
 * with the same structure and look, it has the same violations for both, so it is tested once.
 */
import type { Page } from 'playwright-core';

/**
 * Returns the structure of the page's main content and its overlays (dialogs, drawers), or of the
 * whole page if it has no main element. Equal neighbors, such as the rows of a table, count once.
 */
export const formOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    /** Attributes of which only the difference between empty and not empty matters. */
    const TEXT_ATTRIBUTES = /^(aria-label|alt|title|placeholder|href)$/;
    /** Attributes that contain generated ids. */
    const NAMES = /^(id|for|aria-(controls|owns|labelledby|describedby|activedescendant))$/;
    const main = document.querySelector('main');
    const roots =
      main === null ? [document.body] : [main, ...document.querySelectorAll('body > :not(#root)')];
    // Visits the elements from the leaves up; without named functions, because under `tsx` they
    // would call a missing helper.
    const forms = new Map<Node, string>();
    for (const root of roots) {
      for (const element of [root, ...root.querySelectorAll('*')].toReversed()) {
        const attributes = [...element.attributes]
          .filter(({ name }) => !NAMES.test(name))
          .map(
            ({ name, value }) =>
              `${name}=${TEXT_ATTRIBUTES.test(name) ? value.trim() !== '' : value}`,
          )
          .sort();
        const inside: string[] = [];
        for (const child of element.childNodes) {
          const form = forms.get(child) ?? (child.textContent?.trim() ? 'text' : '');
          if (form !== '' && form !== inside.at(-1)) inside.push(form);
        }
        forms.set(element, `${element.tagName} ${attributes.join(' ')}(${inside.join(',')})`);
      }
    }
    return roots.map((root) => forms.get(root)).join('\n');
  });
