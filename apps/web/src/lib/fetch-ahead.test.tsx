import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchAhead } from './fetch-ahead.ts';

const LATER = {
  files: ['assets/shell-1.js', 'assets/shell-1.css'],
  texts: { en: ['assets/en-1.js'], ar: ['assets/ar-1.js'] },
};

function writeList(): void {
  const list = document.createElement('script');
  list.id = 'later-files';
  list.type = 'application/json';
  list.textContent = JSON.stringify(LATER);
  document.body.append(list);
}

describe('the files that follow the sign-in', () => {
  let runIdle: () => void = () => undefined;
  const ended: (() => void)[] = [];
  const asked = vi.fn(
    (_url: string, _init: RequestInit) =>
      new Promise<Response>((resolve) => {
        ended.push(() => resolve(new Response('')));
      }),
  );
  const urls = () => asked.mock.calls.map(([url]) => url);

  beforeEach(() => {
    ended.length = 0;
    asked.mockClear();
    vi.stubGlobal('fetch', asked);
    vi.stubGlobal('requestIdleCallback', (run: () => void) => {
      runIdle = run;
      return 1;
    });
    vi.stubGlobal('cancelIdleCallback', () => {
      runIdle = () => undefined;
    });
  });

  it('are fetched when the browser is idle, two at a time with low priority, texts first', async () => {
    writeList();
    fetchAhead('ar');
    expect(urls()).toEqual([]);
    runIdle();
    expect(asked.mock.calls).toEqual([
      ['/assets/ar-1.js', { priority: 'low' }],
      ['/assets/shell-1.js', { priority: 'low' }],
    ]);
    ended[0]?.();
    await waitFor(() => expect(urls()).toContain('/assets/shell-1.css'));
    expect(urls()).toHaveLength(3);
  });

  it('are not fetched after the page has been left', async () => {
    writeList();
    const stop = fetchAhead('en');
    runIdle();
    stop();
    for (const end of ended) end();
    await Promise.resolve();
    expect(urls()).toEqual(['/assets/en-1.js', '/assets/shell-1.js']);
    fetchAhead('en')();
    runIdle();
    expect(urls()).toHaveLength(2);
  });

  it('are not fetched if the browser saves data', () => {
    writeList();
    vi.stubGlobal('navigator', { connection: { saveData: true } });
    fetchAhead('en');
    runIdle();
    expect(urls()).toEqual([]);
  });

  it('are not fetched without a list, as during development', () => {
    fetchAhead('en');
    runIdle();
    expect(urls()).toEqual([]);
  });
});
