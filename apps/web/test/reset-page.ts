/** Resets what a test has changed in the document, in the browser's storage and in modules. */
import type { QueryClient } from '@tanstack/react-query';
import { vi } from 'vitest';
import { dropTypedPassword, proposeName } from '../src/features/auth/typed-password.ts';
import { takeNotices } from '../src/lib/notice.ts';
import { reloadSession } from '../src/lib/session/session.ts';
import { FakeWebSocket } from './fake-web-socket.ts';

const queryClients = new Set<QueryClient>();

/** Clears the cache after the test; otherwise its timers keep it in memory for minutes. */
export function clearAfterTest(queryClient: QueryClient): void {
  queryClients.add(queryClient);
}

export function resetPage(): void {
  vi.useRealTimers();
  for (const queryClient of queryClients) queryClient.clear();
  queryClients.clear();
  document.body.replaceChildren();
  resetAttributes();
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store.
    document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`;
  }
  history.replaceState(null, '', '/');
  reloadSession();
  // Discards notices that no page has displayed yet.
  takeNotices(() => undefined)();
  proposeName('');
  dropTypedPassword();
  FakeWebSocket.all.length = 0;
}

/** Removes only the attributes that `before-paint.js` sets. */
export function resetAttributes(): void {
  const root = document.documentElement;
  for (const element of [root, document.body]) {
    for (const { name } of [...element.attributes]) element.removeAttribute(name);
  }
  root.dataset.language = 'en';
  root.dataset.theme = 'light';
  root.dir = 'ltr';
}
