/** The photos of a device on its overview. */
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerFleet, CODE, deviceData, deviceRow } from '../../../test/answers/device-answers.ts';
import { renderPage } from '../../../test/render-page.tsx';

const AT = Date.UTC(2026, 10, 20, 4);
const photo = (id: number, caption: string) => ({
  id,
  caption,
  width: 640,
  height: 480,
  format: 'jpeg',
  bytes: 1000,
  at: AT,
  user_name: 'mira',
  deletable: false,
});

/** The observers of the page; jsdom never makes an element visible. */
const observers = new Set<{ show: () => void }>();

beforeEach(() => {
  observers.clear();
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  );
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #show: () => void;
      constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
        this.#show = () => notify([{ isIntersecting: true }]);
      }
      observe() {
        observers.add({ show: this.#show });
      }
      disconnect() {}
      unobserve() {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const render = (list: ReturnType<typeof photo>[]) =>
  renderPage(`/devices/${CODE}`, {
    prepare: (server) => {
      answerFleet(server, [deviceRow()]);
      server.answer('v2.device', { data: deviceData(deviceRow()) });
      server.answer('v2.device-information.photos', { data: { list } });
      server.answer('v2.device-information.photos.file', {});
    },
  });

describe('the photos on the overview of a device', () => {
  it('are small pictures with their caption, requested when visible, that lead to the record', async () => {
    const { server, user, address } = await render([photo(1, 'The board'), photo(2, '')]);
    const panel = await screen.findByRole('region', { name: 'Photos' });
    const files = () => server.requests('v2.device-information.photos.file');
    expect(files()).toEqual([]);
    for (const { show } of observers) show();
    await waitFor(() => expect(files()).toHaveLength(2));
    expect(within(panel).getByRole('link', { name: 'Photo without caption' })).toBeTruthy();
    await user.click(within(panel).getByRole('link', { name: 'The board' }));
    await waitFor(() => expect(address()).toBe(`/devices/${CODE}/record?tab=photos`));
  });

  it('are at most six, of which the record has all', async () => {
    await render(Array.from({ length: 9 }, (_, i) => photo(i + 1, `Photo ${i + 1}`)));
    const panel = await screen.findByRole('region', { name: 'Photos' });
    expect(within(panel).getAllByRole('listitem')).toHaveLength(6);
  });

  it('take no space if there are none', async () => {
    const { server } = await render([]);
    await screen.findByRole('heading', { name: 'Latest operations' }).catch(() => undefined);
    await waitFor(() => expect(server.requests('v2.device-information.photos')).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Photos' })).toBeNull();
  });
});
