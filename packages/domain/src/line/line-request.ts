/** Requests to the slaves of a line, and how they end. */
import type { Exchange } from './expectation.ts';
import type { LineFrame, SlaveRefusal } from './line-frame.ts';

/** Highest first. `read` is a reading that a user has requested, `poll` one of a poll cycle. */
export const PRIORITIES = ['command', 'read', 'poll'] as const;

export type Priority = (typeof PRIORITIES)[number];

export interface LineRequest {
  readonly id: string;
  readonly priority: Priority;
  readonly exchange: Exchange;
  /** Epoch ms from which the request is not sent; undefined if it does not expire. */
  readonly expiresAt: number | undefined;
  /** The polled block; undefined for other requests. */
  readonly polled: { readonly slave: string; readonly block: string } | undefined;
}

/**
 * `expired` and `queue-full`: the request was never sent. `no-answer`: it was sent, and its effect
 * is unknown. `line-closed`: `wasSent` of the action shows which of the two applies.
 */
export type LineFailure = 'no-answer' | 'refused' | 'expired' | 'queue-full' | 'line-closed';

/**
 * `half-open`: requests are not answered and no byte arrives. `idle`: no byte has arrived for a
 * long time. `replaced`: the same code has registered on another connection.
 */
export type LineEnd = 'half-open' | 'idle' | 'replaced' | 'disconnected' | 'stopped';

export type LineAction =
  | { readonly kind: 'send'; readonly request: LineRequest; readonly bytes: Uint8Array }
  /** The request has ended with an answer; a broadcast has none. */
  | {
      readonly kind: 'answer';
      readonly request: LineRequest;
      readonly frame: LineFrame | undefined;
      /** Number of earlier requests that the answer could belong to instead. */
      readonly doubts: number;
    }
  /** The request has ended without one. */
  | {
      readonly kind: 'failure';
      readonly request: LineRequest;
      readonly reason: LineFailure;
      readonly refusal: SlaveRefusal | undefined;
      /** The frame that refused the request; undefined for other failures. */
      readonly frame: LineFrame | undefined;
      readonly wasSent: boolean;
    }
  /** The slave is polled again at `until`, or was reached by another request (null). */
  | { readonly kind: 'left-alone'; readonly slave: string; readonly until: number | null }
  /** The slave does not have the block: it is not polled again on this connection. */
  | { readonly kind: 'left-out'; readonly slave: string; readonly block: string }
  /** A poll cycle of the slave has ended; its blocks that were not answered have failed before. */
  | { readonly kind: 'cycle-end'; readonly slave: string }
  | { readonly kind: 'close'; readonly reason: LineEnd };
