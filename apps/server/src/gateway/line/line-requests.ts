/**
 * The requests of switching commands and of tests of profiles on a line, each as a promise of its
 * end.
 */
import type { Exchange } from '@busbar/domain/line/expectation';
import type { LineEvent } from '@busbar/domain/line/line-event';
import type { LineFrame } from '@busbar/domain/line/line-frame';
import type { LineAction, LineFailure, Priority } from '@busbar/domain/line/line-request';

export interface RequestEnd {
  readonly reason: 'answered' | LineFailure;
  /** The answer, or the refusal. */
  readonly frame: LineFrame | undefined;
  /** Number of earlier requests to which an answer could belong instead. */
  readonly doubts: number;
  /** Undefined if no byte was written. */
  readonly sentAt: number | undefined;
  readonly endedAt: number;
}

export interface RequestOptions {
  readonly priority: Priority;
  /** The request is not written when this is 0 or below. */
  readonly remainingMs: () => number;
  /** True for a request that moves a contact. */
  readonly isWrite?: boolean;
  /** Called when the first byte is about to be written. */
  readonly onSent?: () => void;
  /** The request is not written if this is true. */
  readonly isBlocked?: () => boolean;
}

interface Waiting extends RequestOptions {
  sentAt: number | undefined;
  readonly end: (end: RequestEnd) => void;
}

export class LineRequests {
  readonly #line: (event: LineEvent) => void;
  readonly #monotonic: () => number;
  readonly #waiting = new Map<string, Waiting>();
  #lastId = 0;

  constructor(line: (event: LineEvent) => void, monotonic: () => number) {
    this.#line = line;
    this.#monotonic = monotonic;
  }

  /** True while a request that moves a contact has been sent and has not ended. */
  get hasUnansweredWrite(): boolean {
    return [...this.#waiting.values()].some(
      ({ isWrite, sentAt }) => isWrite === true && sentAt !== undefined,
    );
  }

  run(exchange: Exchange, options: RequestOptions): Promise<RequestEnd> {
    const id = `request-${++this.#lastId}`;
    const { priority, remainingMs } = options;
    return new Promise((end) => {
      this.#waiting.set(id, { ...options, sentAt: undefined, end });
      const expiresAt = this.#monotonic() + remainingMs();
      const request = { id, priority, exchange, expiresAt, polled: undefined };
      this.#line({ kind: 'enqueue', request });
    });
  }

  /** Returns false if the request must no longer be written. */
  sending(requestId: string): boolean {
    const waiting = this.#waiting.get(requestId);
    if (waiting === undefined) return true;
    if (waiting.remainingMs() <= 0 || waiting.isBlocked?.() === true) return false;
    waiting.sentAt ??= this.#monotonic();
    waiting.onSent?.();
    return true;
  }

  answered({ request, frame, doubts }: Extract<LineAction, { kind: 'answer' }>): void {
    this.#end(request.id, 'answered', frame, doubts);
  }

  failed({ request, reason, frame }: Extract<LineAction, { kind: 'failure' }>): void {
    this.#end(request.id, reason, frame);
  }

  #end(
    requestId: string,
    reason: RequestEnd['reason'],
    frame: LineFrame | undefined,
    doubts = 0,
  ): void {
    const waiting = this.#waiting.get(requestId);
    this.#waiting.delete(requestId);
    waiting?.end({ reason, frame, doubts, sentAt: waiting.sentAt, endedAt: this.#monotonic() });
  }
}
