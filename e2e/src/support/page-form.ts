/**
 * The form of a page: its elements and attributes without the words in them. A page that two roles
 * see in the same form and look has the same violations for both, so it is examined once.
 */
import type { Page } from 'playwright-core';

/**
 * The content of the frame and what lies over it (dialogs, drawers); a page without a frame is taken
 * whole. Equal neighbours, such as the rows of a table, count once.
 */
export const formOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    /** It matters whether these are empty, not what they say. */
    const WORDS = /^(aria-label|alt|title|placeholder|href)$/;
    /** Generated names of elements. */
    const NAMES = /^(id|for|aria-(controls|owns|labelledby|describedby|activedescendant))$/;
    const main = document.querySelector('main');
    const roots =
      main === null ? [document.body] : [main, ...document.querySelectorAll('body > :not(#root)')];
    // From the leaves up; no named function in here: under `tsx` it would call for a helper.
    const forms = new Map<Node, string>();
    for (const root of roots) {
      for (const element of [root, ...root.querySelectorAll('*')].toReversed()) {
        const attributes = [...element.attributes]
          .filter(({ name }) => !NAMES.test(name))
          .map(({ name, value }) => `${name}=${WORDS.test(name) ? value.trim() !== '' : value}`)
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
