/** What a browser has and jsdom has not, and a clean slate before each test. */
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { keepComputedStyles } from './computed-styles.ts';
import { FakeWebSocket } from './fake-web-socket.ts';
import { setScreenWidth, stubMatchMedia } from './screen.ts';

stubMatchMedia();
// A busy machine is slow, not wrong: states are waited for, with room.
configure({ asyncUtilTimeout: 8_000 });
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// Everything is in sight.
globalThis.IntersectionObserver ??= class {
  readonly #seen: IntersectionObserverCallback;
  constructor(seen: IntersectionObserverCallback) {
    this.#seen = seen;
  }
  observe() {
    queueMicrotask(() => this.#seen([{ isIntersecting: true } as never], this as never));
  }
  unobserve() {}
  disconnect() {}
} as never;
vi.stubGlobal('WebSocket', FakeWebSocket);
vi.stubGlobal('scrollTo', () => undefined);
Element.prototype.scrollIntoView ??= () => undefined;
URL.createObjectURL ??= () => 'blob:test';
URL.revokeObjectURL ??= () => undefined;
keepComputedStyles();

beforeEach(() => {
  setScreenWidth(1280);
  document.documentElement.dataset.language = 'en';
  document.documentElement.dataset.theme = 'light';
  document.documentElement.dir = 'ltr';
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store.
    document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`;
  }
  FakeWebSocket.all.length = 0;
});
