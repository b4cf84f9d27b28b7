/**
 * Keeps all cached responses current. Events patch them. Live queries are refetched only after a
 * gap: the channel was disconnected, or opened after the request; the page was suspended; an event
 * does not contain everything that changed; or the last request failed. They are polled only while
 * the channel is disconnected.
 */
import { focusManager, type QueryClient } from '@tanstack/react-query';
import { isLive, pollMsOf } from './live-query.ts';
import { patchQueries } from './patch-queries.ts';
import type { RealtimeLink } from './realtime-link.ts';

const TICK_MS = 2_000;
/**
 * After a longer pause between ticks the page was suspended; browsers run the timers of a hidden
 * page once a minute.
 */
const SLEPT_MS = 90_000;
/** Minimum time between refetches of the list of all devices, which is large. */
const DEVICES_PAUSE_MS = 60_000;

/** Starts applying events to the cache; returns a function that stops it. */
export function followEvents(client: QueryClient, link: RealtimeLink): () => void {
  const patches = patchQueries(client);
  let isConnected = false;
  let hasConnected = false;
  let lostAt = Date.now();
  let tickedAt = lostAt;
  let devicesReadAt = 0;
  let areDevicesOutdated = false;

  const liveQueries = () => client.getQueryCache().findAll({ predicate: isLive });

  function followConnection(): void {
    const wasConnected = isConnected;
    isConnected = link.state().kind === 'connected';
    if (isConnected === wasConnected) return;
    if (!isConnected) {
      lostAt = Date.now();
      for (const query of liveQueries()) query.invalidate();
      return;
    }
    patches.markReadsOutdated();
    void client.invalidateQueries(hasConnected ? {} : { predicate: isLive });
    hasConnected = true;
  }

  function tick(): void {
    const now = Date.now();
    if (now - tickedAt > SLEPT_MS) link.retryNow();
    tickedAt = now;
    if (link.state().kind === 'paused' || !focusManager.isFocused()) return;
    if (areDevicesOutdated && now - devicesReadAt >= DEVICES_PAUSE_MS) {
      areDevicesOutdated = false;
      devicesReadAt = now;
      void client.invalidateQueries({ predicate: isLive });
    }
    for (const query of liveQueries()) {
      const { isInvalidated, fetchStatus, dataUpdatedAt, errorUpdatedAt } = query.state;
      const isCurrent = isConnected && !isInvalidated;
      if (isCurrent || fetchStatus !== 'idle' || !query.isActive()) continue;
      const currentAt = Math.max(dataUpdatedAt, errorUpdatedAt, lostAt);
      if (now - currentAt >= pollMsOf(query)) patches.read(query);
    }
  }

  const timer = setInterval(tick, TICK_MS);
  const stops = [
    patches.stop,
    () => clearInterval(timer),
    link.onState(followConnection),
    link.onEvent((event) => {
      if (event.type === 'DEVICES') areDevicesOutdated = true;
      patches.take(event);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
