/**
 * One socket for the whole page. It knows when to connect again, tells where it stands, and says
 * after every gap that something may have been missed. What to do then is the page's business.
 */
import { type RealtimeEvent, realtimeEvent } from './realtime-event.ts';
import { reconnectPauseMs } from './reconnect-policy.ts';

export type LinkState =
  | { kind: 'connecting' }
  | { kind: 'connected' }
  /** Waiting for the next attempt, at `retryAt` in ms. */
  | { kind: 'reconnecting'; retryAt: number }
  /** The user looks at a still picture. */
  | { kind: 'paused' }
  | { kind: 'stopped' };

/** The part of a WebSocket the link needs. */
export interface LinkSocket {
  onopen: ((event: Event) => unknown) | null;
  onmessage: ((event: MessageEvent) => unknown) | null;
  onclose: ((event: CloseEvent) => unknown) | null;
  send(text: string): void;
  close(): void;
}

export interface LinkOptions {
  /** First frame (docs/specification/real-time.md 1.2); the server compares it with the session. */
  userId: number;
  openSocket: () => LinkSocket;
  /** Connected again after a gap: what is on screen may be old. */
  onGap: () => void;
  /** A socket that never opened may mean that the session is over. */
  onRefused: () => void;
  random?: () => number;
}

export interface RealtimeLink {
  state(): LinkState;
  onState(listener: () => void): () => void;
  onEvent(listener: (event: RealtimeEvent) => void): () => void;
  pause(): void;
  resume(): void;
  /** Tries at once instead of waiting for the countdown. */
  retryNow(): void;
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
  let hasBeenOpen = false;

  function set(next: LinkState): void {
    state = next;
    for (const listener of [...stateListeners]) listener();
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
      opened.send(String(options.userId));
      set({ kind: 'connected' });
      if (hasBeenOpen) options.onGap();
      hasBeenOpen = true;
    };
    opened.onmessage = ({ data }) => {
      const event = typeof data === 'string' ? realtimeEvent(data) : null;
      if (event !== null) for (const listener of [...eventListeners]) listener(event);
    };
    opened.onclose = () => {
      socket = null;
      if (!isOpen) options.onRefused();
      // The refusal may have ended the session, and with it this link.
      if (state.kind === 'connecting' || state.kind === 'connected') waitAndConnect();
    };
  }

  function waitAndConnect(): void {
    attempt += 1;
    const pause = reconnectPauseMs(attempt, random());
    set({ kind: 'reconnecting', retryAt: Date.now() + pause });
    timer = setTimeout(connect, pause);
  }

  /** Lets go of the socket without hearing of its end. */
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
      if (state.kind === 'reconnecting') connect();
    },
    stop: () => rest({ kind: 'stopped' }),
  };
}
