/** The events that a page receives on its own socket. */
import type { Page } from 'playwright-core';

interface Frame {
  info?: string;
}

/** Calls `take` with every event; the server sends an event alone or several in one message. */
export function onReceivedEvent(page: Page, take: (event: Record<string, unknown>) => void): void {
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(String(payload)) as Frame & { batch?: Frame[] };
      for (const { info } of message.batch ?? [message]) {
        if (info !== undefined) take(JSON.parse(info) as Record<string, unknown>);
      }
    });
  });
}
