/** The request in progress on a line, earlier ones that may still be answered, and their answers. */
import { nextExchange } from './answers/chained-answer.ts';
import { LostAnswers } from './answers/lost-answers.ts';
import { OwedAnswers } from './answers/owed-answers.ts';
import { type Discards, noDiscards } from './discards.ts';
import {
  type Exchange,
  type Expectation,
  isAnswer,
  isSame,
  reasonToDiscard,
} from './expectation.ts';
import type { LineFrame } from './line-frame.ts';
import { type LineSettings, transmissionMs } from './line-settings.ts';
import type { Waiting } from './request-queue.ts';

export interface InProgress extends Waiting {
  /** The bytes in progress: the request, or the one for a following frame of its answer. */
  readonly exchange: Exchange;
  readonly sentAt: number;
  /** Time at which the answer is overdue, or at which a broadcast has ended. */
  readonly endsAt: number;
  hasEchoed: boolean;
}

export interface Answered extends InProgress {
  /** Number of earlier requests that the answer could belong to instead. */
  readonly doubts: number;
}

export class Exchanges {
  /** Frames that answered nothing, in bytes; the frame cutter counts all other bytes. */
  readonly discarded: Discards = noDiscards();
  readonly #settings: LineSettings;
  readonly #owed = new OwedAnswers();
  readonly #lost = new LostAnswers();
  #current: InProgress | undefined;
  #hasEcho: boolean;

  constructor(settings: LineSettings) {
    this.#settings = settings;
    this.#hasEcho = settings.hasEcho;
  }

  get isBusy(): boolean {
    return this.#current !== undefined;
  }

  /** Time at which something changes without an event; Infinity if nothing does. */
  get nextEnd(): number {
    return this.#current?.endsAt ?? this.#owed.nextEnd;
  }

  /** False while an owed answer might be taken as the answer to this request. */
  canSend({ expects }: Exchange, requestId?: string): boolean {
    return expects === null || !this.#owed.canAnswer(expects, requestId);
  }

  /** Returns what has to be sent. */
  start({ request, attempts, chain }: Waiting, now: number): Exchange {
    const exchange = nextExchange(request, chain);
    const { bytes, expects } = exchange;
    const { baud, timeoutMs, broadcastMs } = this.#settings;
    const waitMs =
      expects === null
        ? transmissionMs(baud, bytes.length) + broadcastMs
        : transmissionMs(baud, bytes.length + expects.maxBytes) + timeoutMs;
    this.#current = {
      ...{ request, chain, exchange },
      attempts: attempts + 1,
      sentAt: now,
      endsAt: now + waitMs,
      hasEchoed: false,
    };
    return exchange;
  }

  /** Returns the request that the frame answers, which has ended; otherwise counts the frame. */
  receive(frame: LineFrame, now: number): Answered | undefined {
    this.#owed.removeOld(now);
    const current = this.#current;
    const exchange = current?.exchange;
    const expects = exchange?.expects;
    if (current !== undefined && expects && isAnswer(frame, expects) && !this.#isEcho(frame)) {
      this.#current = undefined;
      if (current.attempts > 1) this.#oweLast(current);
      return { ...current, doubts: this.#lost.answered(expects) };
    }
    const reason = reasonToDiscard(frame, exchange, this.#owed.expectations);
    if (reason === 'echo') {
      this.#hasEcho = true;
      current!.hasEchoed = true;
    }
    if (reason === 'late') this.#owed.removeFor(frame);
    this.discarded[reason] += frame.bytes.length;
    return undefined;
  }

  /** Returns the request whose time for an answer has passed; a broadcast ends in this way too. */
  endOverdue(now: number): InProgress | undefined {
    this.#owed.removeOld(now);
    const current = this.#current;
    if (current === undefined || now < current.endsAt) return undefined;
    this.#current = undefined;
    const { request, exchange } = current;
    if (exchange.expects !== null) {
      this.#owe(request.id, exchange.expects, this.#lateEnd(current));
      if (!this.#settings.hasTransactionIds) this.#lost.add(exchange.expects);
    }
    return current;
  }

  /** Returns the request in progress, which is not answered any more. */
  abort(): InProgress | undefined {
    const current = this.#current;
    this.#current = undefined;
    return current;
  }

  /** On a line with echo, the first of two equal frames is our request, the second the answer. */
  #isEcho(frame: LineFrame): boolean {
    const current = this.#current!;
    return this.#hasEcho && !current.hasEchoed && isSame(frame.bytes, current.exchange.bytes);
  }

  /**
   * The answer belongs to the last attempt or to an earlier one. The last one counts as not
   * answered, because its answer arrives last.
   */
  #oweLast(current: InProgress): void {
    const { request, exchange } = current;
    this.#owed.removeFirst(request.id);
    this.#owe(request.id, exchange.expects!, this.#lateEnd(current));
  }

  /** An answer with the id of its request is discarded before it reaches the line. */
  #owe(id: string, expects: Expectation, until: number): void {
    if (!this.#settings.hasTransactionIds) this.#owed.add(id, expects, until);
  }

  #lateEnd({ endsAt }: InProgress): number {
    return endsAt + this.#settings.lateMs;
  }
}
