import { use, useEffect, useRef, useSyncExternalStore } from 'react';
import { RealtimeContext } from './realtime-context.ts';
import type { RealtimeEvent } from './realtime-event.ts';
import type { LinkState, RealtimeLink } from './realtime-link.ts';

/** Calls the handler, which need not be stable, with every event while the component is mounted. */
export function useRealtime(handler: (event: RealtimeEvent) => void): void {
  const link = use(RealtimeContext);
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => link?.onEvent((event) => latest.current(event)), [link]);
}

const STARTING: LinkState = { kind: 'connecting' };

/** Returns the state of the real-time channel, and the link to pause or resume it. */
export function useRealtimeState(): { state: LinkState; link: RealtimeLink | null } {
  const link = use(RealtimeContext);
  const state = useSyncExternalStore(
    (listener) => link?.onState(listener) ?? (() => undefined),
    () => link?.state() ?? STARTING,
  );
  return { state, link };
}
