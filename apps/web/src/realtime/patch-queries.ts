/** Applies events to cached responses, and to responses of requests that are in progress. */
import type { Query, QueryClient } from '@tanstack/react-query';
import { followedOf, isFollowed, isLive } from './live-query.ts';
import type { RealtimeEvent } from './realtime-event.ts';

/** A request in progress with the events since, as its response may be older than they are. */
interface Read {
  readonly events: RealtimeEvent[];
  isOutdated: boolean;
}

export interface QueryPatches {
  take: (event: RealtimeEvent) => void;
  /** Called when the channel opens: first requests in progress may have missed earlier events. */
  markReadsOutdated: () => void;
  read: (query: Query) => void;
  stop: () => void;
}

export function patchQueries(client: QueryClient): QueryPatches {
  const cache = client.getQueryCache();
  const followed = () => cache.findAll({ predicate: isFollowed });
  const reads = new Map<Query, Read>();
  const gathered = new Map<Query, RealtimeEvent[]>();
  /** Queries recently refetched by an event; true if another event requires a refetch. */
  const pausing = new Map<Query, boolean>();

  function noteRead(query: Query): void {
    if (query.state.fetchStatus !== 'idle') {
      if (!reads.has(query)) reads.set(query, { events: [], isOutdated: false });
      return;
    }
    const done = reads.get(query);
    if (done === undefined) return;
    reads.delete(query);
    if (done.isOutdated) read(query);
    else accept(query, done.events);
  }

  function read(query: Query): void {
    // Unlike a first request, a refetch is restarted here, and its new response will contain the
    // events.
    if (query.state.data !== undefined) reads.get(query)?.events.splice(0);
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }

  function accept(query: Query, events: readonly RealtimeEvent[]): void {
    const gatherMs = followedOf(query)?.gatherMs ?? 0;
    const waiting = gathered.get(query);
    if (waiting !== undefined) {
      waiting.push(...events);
      return;
    }
    if (!patch(query, events) || gatherMs === 0) return;
    gathered.set(query, []);
    setTimeout(() => {
      const later = gathered.get(query) ?? [];
      gathered.delete(query);
      accept(query, later);
    }, gatherMs);
  }

  /** Returns true if the response has changed. */
  function patch(query: Query, events: readonly RealtimeEvent[]): boolean {
    const { data } = query.state;
    if (data === undefined) return false;
    let next: unknown = data;
    for (const event of events) {
      next = followedOf(query)?.apply(next, event);
      if (next === undefined) {
        readForEvent(query);
        return false;
      }
    }
    // Unlike `setQueryData` this does not change the time at which the response was fetched.
    if (next !== data) query.setState({ data: next });
    return next !== data;
  }

  function readForEvent(query: Query): void {
    if (pausing.has(query)) {
      pausing.set(query, true);
      return;
    }
    read(query);
    const pauseMs = followedOf(query)?.pauseMs ?? 0;
    if (pauseMs === 0) return;
    pausing.set(query, false);
    setTimeout(() => {
      const isWanted = pausing.get(query);
      pausing.delete(query);
      if (isWanted) readForEvent(query);
    }, pauseMs);
  }

  for (const query of followed()) noteRead(query);
  return {
    take(event) {
      for (const query of followed()) {
        reads.get(query)?.events.push(event);
        accept(query, [event]);
      }
    },
    markReadsOutdated() {
      for (const [query, underWay] of reads) {
        underWay.isOutdated = isLive(query) && query.state.data === undefined;
      }
    },
    read,
    stop: cache.subscribe(({ type, query }) => {
      if (type === 'removed') reads.delete(query);
      else if (type === 'updated' && isFollowed(query)) noteRead(query);
    }),
  };
}
