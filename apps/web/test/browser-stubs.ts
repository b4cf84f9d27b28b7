/**
 * Stubs of browser interfaces that jsdom lacks. They are installed once for each document, which
 * many test files share.
 */
import { simplifyComputedStyles } from './computed-styles.ts';
import { FakeWebSocket } from './fake-web-socket.ts';
import { stubMatchMedia } from './screen.ts';

stubMatchMedia();
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
/** Reports every observed element as visible. */
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
globalThis.WebSocket = FakeWebSocket as never;
globalThis.scrollTo = () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;
URL.createObjectURL ??= () => 'blob:test';
URL.revokeObjectURL ??= () => undefined;
simplifyComputedStyles();
