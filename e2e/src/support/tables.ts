/** Visible parts of a table that may be wider than its frame. */
import type { Locator, Page } from 'playwright-core';

/** Returns the tables that are wider than their frame, and the truncated headers, one per line. */
export async function cutTables(page: Page): Promise<string[]> {
  await page.locator('.data-table .ant-table-body tr.data-table-row').first().waitFor();
  return page.locator('.data-table').evaluateAll((tables) =>
    tables.flatMap((table) => {
      const name = table.getAttribute('aria-label');
      const body = table.querySelector('.ant-table-body')!;
      const beyond = body.scrollWidth - body.clientWidth;
      const heads = [...table.querySelectorAll('.ant-table-thead th')];
      return [
        ...(beyond > 0 ? [`${name}: ${beyond} px cut`] : []),
        ...heads
          .filter((head) => {
            // Measures the text itself, because the shadow of a pinned header extends beyond it.
            const text = document.createRange();
            text.selectNodeContents(head);
            return text.getBoundingClientRect().width > head.clientWidth;
          })
          .map((head) => `${name}: head ${head.textContent} cut`),
      ];
    }),
  );
}

/** Returns the number of pixels by which the content of the element is wider than the element. */
export const cutWidth = (element: Locator): Promise<number> =>
  element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);

/** Waits until the table has been scrolled sideways. */
export const scrolled = (page: Page) =>
  page.waitForFunction(() => {
    const body = document.querySelector('.data-table .ant-table-body');
    return body !== null && body.scrollLeft !== 0;
  });

/** Returns true if the element is between the left and the right edge of the frame. */
export async function isWithin(element: Locator, frame: Locator): Promise<boolean> {
  const [inner, outer] = await Promise.all([element.boundingBox(), frame.boundingBox()]);
  if (inner === null || outer === null) return false;
  return inner.x >= outer.x - 1 && inner.x + inner.width <= outer.x + outer.width + 1;
}

/** Returns the headers that are not above the cells of their column, one per line. */
export const misplacedHeads = (page: Page): Promise<string[]> =>
  page.locator('.data-table').evaluateAll((tables) =>
    tables.flatMap((table) => {
      const heads = [...table.querySelectorAll('.ant-table-thead th')];
      const cells = [...(table.querySelector('tr.data-table-row')?.children ?? [])];
      return cells.flatMap((cell, at) => {
        const head = heads[at];
        // On a phone each row is a card, and there are no headers.
        if (head === undefined) return [];
        const distance = head.getBoundingClientRect().x - cell.getBoundingClientRect().x;
        return Math.abs(distance) <= 1
          ? []
          : [`head ${head.textContent} ${Math.round(distance)} px off`];
      });
    }),
  );
