/**
 * The form of a page: its elements with what rules of accessibility read, without the words and
 * numbers in them. Pages of one form have the same violations in the same look, so that a page that
 * two roles see alike is examined once.
 */
import type { Page } from 'playwright-core';

/** The content of the frame; a page without a frame is taken whole. Equal neighbours count once. */
export const formOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const READ =
      /^(class|role|type|disabled|hidden|tabindex|aria-(?!controls|owns|labelledby|label$)|alt$|lang$|dir$)/;
    const root = document.querySelector('main') ?? document.body;
    // From the leaves up; no named function in here: under `tsx` it would call for a helper.
    const forms = new Map<Node, string>();
    const nodes = [root, ...root.querySelectorAll('*')];
    for (const element of nodes.toReversed()) {
      const attributes = [...element.attributes]
        .filter(({ name }) => READ.test(name))
        .map(({ name, value }) => `${name}=${value}`)
        .sort();
      const inside: string[] = [];
      for (const child of element.childNodes) {
        const form = forms.get(child) ?? (child.textContent?.trim() ? 'text' : '');
        if (form !== '' && form !== inside.at(-1)) inside.push(form);
      }
      forms.set(element, `${element.tagName} ${attributes.join(' ')}(${inside.join(',')})`);
    }
    return forms.get(root)!;
  });
