/** A WebSocket controlled by the test. It is not open until the test opens it. */
import type { RealtimeInfo } from '@busbar/contract/realtime';
import { act } from '@testing-library/react';

export class FakeWebSocket {
  static readonly all: FakeWebSocket[] = [];
  onopen: ((event: Event) => unknown) | null = null;
  onmessage: ((event: MessageEvent) => unknown) | null = null;
  onclose: ((event: CloseEvent) => unknown) | null = null;
  readonly sent: string[] = [];
  readonly url: string;
  isClosed = false;

  constructor(url: string) {
    this.url = url;
    FakeWebSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.isClosed = true;
  }
}

/** Returns the newest socket of the page; throws if the page has not opened one. */
export function lastSocket(): FakeWebSocket {
  const socket = FakeWebSocket.all.findLast((candidate) => !candidate.isClosed);
  if (socket === undefined) throw new Error('the page has not opened a socket');
  return socket;
}

/** Simulates that the server accepts the page's socket. */
export function openSocket(): void {
  act(() => void lastSocket().onopen?.(new Event('open')));
}

/** Simulates that the page's socket disconnects. */
export function breakSocket(): void {
  act(() => void lastSocket().onclose?.(new CloseEvent('close', { code: 1006 })));
}

/**
 * Simulates a message from the server in the format of the protocol; `message` is passed
 * unserialized.
 */
export function push(info: Omit<RealtimeInfo, 'message'> & { message: unknown }): void {
  const wire = JSON.stringify({
    info: JSON.stringify({ ...info, message: JSON.stringify(info.message) }),
  });
  act(() => void lastSocket().onmessage?.(new MessageEvent('message', { data: wire })));
}
