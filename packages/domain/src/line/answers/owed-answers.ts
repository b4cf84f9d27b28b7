/**
 * Requests that were sent and not answered in time. Their answers may still arrive, and must not be
 * taken as answers to requests that are sent in the meantime.
 */
import { canBeConfused, type Expectation, isFromExpected } from '../expectation.ts';
import type { LineFrame } from '../line-frame.ts';

interface Owed {
  readonly requestId: string;
  readonly expects: Expectation;
  /** Time after which the answer no longer arrives, epoch ms. */
  readonly until: number;
}

export class OwedAnswers {
  #owed: readonly Owed[] = [];

  add(requestId: string, expects: Expectation, until: number): void {
    this.#owed = [...this.#owed, { requestId, expects, until }];
  }

  /** Removes the oldest attempt of a request. */
  removeFirst(requestId: string): void {
    this.#removeAt(this.#owed.findIndex((owed) => owed.requestId === requestId));
  }

  /** Removes the oldest attempt to which a late frame may belong. */
  removeFor(frame: LineFrame): void {
    this.#removeAt(this.#owed.findIndex(({ expects }) => isFromExpected(frame, expects)));
  }

  removeOld(now: number): void {
    this.#owed = this.#owed.filter(({ until }) => until > now);
  }

  get expectations(): readonly Expectation[] {
    return this.#owed.map(({ expects }) => expects);
  }

  /**
   * True if an owed answer might be taken as the answer to a request. Its own earlier attempts do
   * not count: their answers are answers to it.
   */
  canAnswer(expects: Expectation, requestId?: string): boolean {
    return this.#owed.some(
      (owed) => owed.requestId !== requestId && canBeConfused(owed.expects, expects),
    );
  }

  /** Time at which the next answer is no longer owed; Infinity if none is owed. */
  get nextEnd(): number {
    return this.#owed.reduce((first, { until }) => Math.min(first, until), Infinity);
  }

  #removeAt(at: number): void {
    if (at >= 0) this.#owed = this.#owed.filter((_, index) => index !== at);
  }
}
