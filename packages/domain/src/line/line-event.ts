/** Events of a serial line, and the result of each. */
import type { LineFrame } from './line-frame.ts';
import type { LineAction, LineEnd, LineRequest } from './line-request.ts';
import type { PolledSlave } from './poll-plan.ts';

export type LineEvent =
  /** Bytes have arrived; they contained these frames, or none (a heartbeat, a part of a frame). */
  | { readonly kind: 'received'; readonly frames: readonly LineFrame[] }
  | { readonly kind: 'enqueue'; readonly request: LineRequest }
  /** Poll cycles stop while readings cannot be stored; commands and requested readings continue. */
  | { readonly kind: 'polling'; readonly isAllowed: boolean }
  /** Replaces the polled slaves; one whose object is the same continues its cycle. */
  | { readonly kind: 'slaves'; readonly slaves: readonly PolledSlave[] }
  | { readonly kind: 'end'; readonly reason: Exclude<LineEnd, 'half-open' | 'idle'> }
  | { readonly kind: 'tick' };

export interface LineOutput {
  readonly actions: readonly LineAction[];
  /** Time of the next tick, epoch ms; undefined after the line was closed. */
  readonly wakeAt: number | undefined;
}
