/** One WebSocket for the page, which reconnects and publishes its state and received events. */
import { type RealtimeEvent, realtimeEvents } from './realtime-event.ts';
import { reconnectPauseMs } from './reconnect-policy.ts';

export type LinkState =
  | { kind: 'connecting' }
  | { kind: 'connected' }
  /** Waiting for the next attempt, which starts at `retryAt` (ms). */
  | { kind: 'reconnecting'; retryAt: number }
  /** Paused by the user; the page is not updated. */
  | { kind: 'paused' }
  | { kind: 'stopped' };

/** The part of the WebSocket API that the link uses. */
export interface LinkSocket {
  onopen: ((event: Event) => unknown) | null;
  onmessage: ((event: MessageEvent) => unknown) | null;
  onclose: ((event: CloseEvent) => unknown) | null;
  send(text: string): void;
  close(): void;
}

export interface LinkOptions {
  /**
   * User id, sent in the first frame (docs/specification/real-time.md 1.2); the server compares it
   * with the session.
   */
  userId: number;
  openSocket: () => LinkSocket;
  /** Called if a socket never opened, which may mean that the session has expired. */
  onRefused: () => void;
  random?: () => number;
}

export interface RealtimeLink {
  state(): LinkState;
  onState(listener: () => void): () => void;
  onEvent(listener: (event: RealtimeEvent) => void): () => void;
  pause(): void;
  resume(): void;
  /** Reconnects immediately, because the connection is lost or may be lost. */
  retryNow(): void;
  /** Publishes an event that the page knows from the response of a call. */
  publish(event: RealtimeEvent): void;
  stop(): void;
}

export function openRealtimeLink(options: LinkOptions): RealtimeLink {
  const random = options.random ?? Math.random;
  const stateListeners = new Set<() => void>();
  const eventListeners = new Set<(event: RealtimeEvent) => void>();
  let state: LinkState = { kind: 'connecting' };
  let socket: LinkSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;

  function set(next: LinkState): void {
    state = next;
    for (const listener of [...stateListeners]) listener();
  }

  function publish(event: RealtimeEvent): void {
    for (const listener of [...eventListeners]) listener(event);
  }

  function connect(): void {
    clearTimeout(timer);
    drop();
    set({ kind: 'connecting' });
    const opened = options.openSocket();
    socket = opened;
    let isOpen = false;
    opened.onopen = () => {
      isOpen = true;
      attempt = 0;
      opened.send(JSON.stringify({ userId: options.userId, batches: true }));
      set({ kind: 'connected' });
    };
    opened.onmessage = ({ data }) => {
      if (typeof data !== 'string') return;
      for (const event of realtimeEvents(data)) publish(event);
    };
    opened.onclose = () => {
      socket = null;
      if (!isOpen) options.onRefused();
      // The callback may have ended the session and stopped this link.
      if (state.kind === 'connecting' || state.kind === 'connected') waitAndConnect();
    };
  }

  function waitAndConnect(): void {
    attempt += 1;
    const pause = reconnectPauseMs(attempt, random());
    set({ kind: 'reconnecting', retryAt: Date.now() + pause });
    timer = setTimeout(connect, pause);
  }

  /** Closes the socket and ignores its close event. */
  function drop(): void {
    if (socket === null) return;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
    socket = null;
  }

  function rest(next: LinkState): void {
    clearTimeout(timer);
    drop();
    set(next);
  }

  connect();

  return {
    state: () => state,
    onState(listener) {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    onEvent(listener) {
      eventListeners.add(listener);
      return () => eventListeners.delete(listener);
    },
    pause: () => {
      if (state.kind !== 'stopped') rest({ kind: 'paused' });
    },
    resume: () => {
      if (state.kind === 'paused') connect();
    },
    retryNow: () => {
      if (state.kind === 'reconnecting' || state.kind === 'connected') connect();
    },
    publish,
    stop: () => rest({ kind: 'stopped' }),
  };
}
