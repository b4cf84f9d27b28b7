/** The effort of a task: clicks, and pages that were opened, from the page where the task begins. */
import type { Locator, Page } from 'playwright-core';
import type { Program } from './demo/program.ts';
import { settled } from './pages/settled.ts';

export interface Task {
  /** Clicks so far. */
  clicks(): number;
  /** Different pages so far, including the first. */
  pages(): readonly string[];
  click(what: Locator): Promise<void>;
  /** Opens a list, types the search text, and selects an option, which are two clicks. */
  choose(list: Locator, option: string, search?: string): Promise<void>;
}

/** Opens the page where the task begins. */
export async function beginTask(page: Page, program: Program, path: string): Promise<Task> {
  await page.goto(program.url + path);
  await settled(page);
  let clicks = 0;
  const pages = new Set<string>();
  const note = () => pages.add(new URL(page.url()).pathname);
  note();
  page.on('framenavigated', note);
  async function click(what: Locator): Promise<void> {
    clicks += 1;
    await what.click();
  }
  return {
    clicks: () => clicks,
    pages: () => [...pages],
    click,
    async choose(list, option, search = '') {
      await click(list);
      await page.keyboard.type(search);
      const options = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
      await click(options.locator(`.ant-select-item-option[title="${option}"]`));
    },
  };
}
