/** Options of queries that events keep current; `followEvents` applies them. */
import type { Query } from '@tanstack/react-query';
import type { RealtimeEvent } from './realtime-event.ts';

/**
 * Returns the response after an event: the same object if nothing changes, undefined if the event
 * does not contain all that changed. It must tolerate events that are late, repeated, or already
 * contained in the response.
 */
export type Apply<T> = (answer: T, event: RealtimeEvent) => T | undefined;

interface PatchOptions {
  /** After an event, the next ones are gathered for this time, for long lists. */
  readonly gatherMs?: number;
  /** After a read because of an event, the next such read is this much later. */
  readonly pauseMs?: number;
}

interface LiveOptions<T> extends PatchOptions {
  /** Longest age of the response while there are no events. */
  readonly pollMs?: (answer: T) => number;
}

interface Followed extends Required<PatchOptions> {
  readonly apply: Apply<unknown>;
  /** Undefined if events are not the only source. */
  readonly pollMs?: (answer: never) => number;
}

const POLL_MS = 30_000;

/** Events patch the response; in addition it is read as often as any other. */
export function patched<T>(apply: Apply<T>, { gatherMs = 0, pauseMs = 0 }: PatchOptions = {}) {
  return { meta: { followed: { apply, gatherMs, pauseMs } } };
}

/** Events make the response outdated. */
export function rereadOn(isConcerned: (event: RealtimeEvent) => boolean, pauseMs = 0) {
  return patched((answer, event) => (isConcerned(event) ? undefined : answer), { pauseMs });
}

/** The response is read once and patched by events; it is read again only after a gap. */
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

/** Milliseconds until a response or an error may be read again without events. */
export function pollMsOf(query: Query): number {
  const { data } = query.state;
  const pollMs = followedOf(query)?.pollMs;
  return data === undefined || pollMs === undefined ? POLL_MS : pollMs(data as never);
}
