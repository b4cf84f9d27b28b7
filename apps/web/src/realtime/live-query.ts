/** Options of queries that events keep current; `followEvents` applies them. */
import type { Query } from '@tanstack/react-query';
import type { RealtimeEvent } from './realtime-event.ts';

/**
 * Returns the response after an event: the same object if nothing changes, undefined if the event
 * does not contain everything that changed. It must tolerate events that are late, repeated, or
 * already contained in the response.
 */
export type Apply<T> = (answer: T, event: RealtimeEvent) => T | undefined;

interface PatchOptions {
  /** Time after an event to collect more events, which are then applied together (long lists). */
  readonly gatherMs?: number;
  /** Minimum time between two refetches caused by events. */
  readonly pauseMs?: number;
}

interface LiveOptions<T> extends PatchOptions {
  /** Returns the polling interval while no events arrive. */
  readonly pollMs?: (answer: T) => number;
}

interface Followed extends Required<PatchOptions> {
  readonly apply: Apply<unknown>;
  /** Set for a live query; undefined if the query is also refetched without events. */
  readonly pollMs?: (answer: never) => number;
}

const POLL_MS = 30_000;

/** Events patch the response; in addition it is refetched like that of any other query. */
export function patched<T>(apply: Apply<T>, { gatherMs = 0, pauseMs = 0 }: PatchOptions = {}) {
  return { meta: { followed: { apply, gatherMs, pauseMs } } };
}

/** Events that match make the response outdated, so that it is refetched. */
export function rereadOn(isConcerned: (event: RealtimeEvent) => boolean, pauseMs = 0) {
  return patched((answer, event) => (isConcerned(event) ? undefined : answer), { pauseMs });
}

/** The response is requested once and patched by events; it is refetched only after a gap. */
export function live<T>(apply: Apply<T>, options: LiveOptions<T> = {}) {
  const { pollMs = () => POLL_MS } = options;
  const { followed } = patched(apply, options).meta;
  return { staleTime: Number.POSITIVE_INFINITY, meta: { followed: { ...followed, pollMs } } };
}

export function followedOf(query: Query): Followed | undefined {
  return query.meta?.['followed'] as Followed | undefined;
}

export const isFollowed = (query: Query): boolean => followedOf(query) !== undefined;
export const isLive = (query: Query): boolean => followedOf(query)?.pollMs !== undefined;

/** Returns the ms after which a response or an error may be refetched without events. */
export function pollMsOf(query: Query): number {
  const { data } = query.state;
  const pollMs = followedOf(query)?.pollMs;
  return data === undefined || pollMs === undefined ? POLL_MS : pollMs(data as never);
}
