import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerLog } from '../../../test/answers/answers.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { setScreenWidth } from '../../../test/screen.ts';

const TOP_PX = 118;
const HABITS = 'busbar.table.7.log';

/** Gives elements a layout, which jsdom does not compute. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    DOMRect.fromRect({ x: 0, y: TOP_PX, width: 1_000, height: 500 }),
  );
  setWindowHeight(900);
});
afterEach(() => {
  vi.restoreAllMocks();
  setWindowHeight(768);
});

function setWindowHeight(px: number) {
  window.innerHeight = px;
  act(() => void window.dispatchEvent(new Event('resize')));
}

async function renderLog(address = '/log') {
  const page = await renderPage(address, { prepare: (server) => answerLog(server) });
  await screen.findByText('Confirmed');
  const requested = () =>
    page.server.requests('v2.log.control-list').map(({ query }) => [query?.pn, query?.ps]);
  return { ...page, requested };
}

async function chooseSize(user: Awaited<ReturnType<typeof renderPage>>['user'], label: string) {
  await user.click(screen.getByRole('combobox', { name: 'Rows per page' }));
  await user.click(await screen.findByText(label, { selector: '.ant-select-item-option-content' }));
}

describe('a table that fills the window', () => {
  it('requests once, with as many rows as the window has place for', async () => {
    const { requested, address } = await renderLog();
    expect(requested()).toEqual([['1', '16']]);
    expect(address()).toBe('/log');
  });

  it('shows the same rows after a resize, with one request', async () => {
    const { requested, address } = await renderLog('/log?page=2');
    expect(requested()).toEqual([['2', '16']]);
    setWindowHeight(500);
    setWindowHeight(600);
    await waitFor(() => expect(address()).toBe('/log?page=3'));
    await waitFor(() => expect(requested()).toHaveLength(2));
    expect(requested()[1]).toEqual(['3', '8']);
  });

  it('keeps the page while the same number of rows fits', async () => {
    const { requested } = await renderLog('/log?page=2');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    setWindowHeight(905);
    act(() => vi.runAllTimers());
    vi.useRealTimers();
    expect(requested()).toHaveLength(1);
  });

  it('has the size that the user chooses, until the user chooses the window again', async () => {
    const { user, requested, address } = await renderLog('/log?page=2');
    await chooseSize(user, '13 per page');
    await waitFor(() => expect(requested().at(-1)).toEqual(['1', '13']));
    expect(address()).toBe('/log?size=13');
    expect(JSON.parse(localStorage.getItem(HABITS)!)).toEqual({ size: 13 });
    setWindowHeight(500);
    await chooseSize(user, 'Fit to window');
    await waitFor(() => expect(requested().at(-1)).toEqual(['1', '6']));
    expect(address()).toBe('/log');
    expect(JSON.parse(localStorage.getItem(HABITS)!)).toEqual({});
  });

  it('has cards of a fixed number on a phone', async () => {
    setScreenWidth(390);
    const { requested } = await renderLog();
    expect(requested()).toEqual([['1', '13']]);
  });
});
