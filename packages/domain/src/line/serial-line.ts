/**
 * The master of one serial line: sends one request at a time, to slaves that only answer. It has no
 * clock and no connection: each event carries the time, and the caller executes the returned actions
 * in order. Commands are sent before readings that users request, and these before poll cycles, each
 * as soon as the exchange in progress has ended.
 */
import { isIncomplete, joinedFrame, nextExchange } from './answers/chained-answer.ts';
import type { Discards } from './discards.ts';
import { type Answered, Exchanges, type InProgress } from './exchanges.ts';
import type { Exchange } from './expectation.ts';
import type { LineEvent, LineOutput } from './line-event.ts';
import type { LineFrame } from './line-frame.ts';
import type { LineAction, LineEnd, LineFailure, LineRequest } from './line-request.ts';
import { type LineSettings, silenceMs } from './line-settings.ts';
import { type PolledSlave, PollPlan, type PollResult } from './poll-plan.ts';
import { RequestQueue, type Waiting } from './request-queue.ts';

export class SerialLine {
  readonly #settings: LineSettings;
  readonly #queue = new RequestQueue();
  readonly #exchanges: Exchanges;
  readonly #plan: PollPlan;
  #actions: LineAction[] = [];
  #isPolling = true;
  #isClosed = false;
  #polls = 0;
  #quietUntil: number;
  #lastReceivedAt: number;
  /** Time of the first request since the last received byte that was not answered. */
  #unansweredSince: number | undefined;

  /** `now` is the time of the registration, epoch ms. */
  constructor(settings: LineSettings, slaves: readonly PolledSlave[], now: number) {
    this.#settings = settings;
    this.#exchanges = new Exchanges(settings);
    this.#plan = new PollPlan(slaves, settings, now);
    this.#quietUntil = now;
    this.#lastReceivedAt = now;
  }

  /** Frames that answered nothing, in bytes. */
  get discarded(): Readonly<Discards> {
    return this.#exchanges.discarded;
  }

  /** `now` must not be less than at the last event. */
  handle(event: LineEvent, now: number): LineOutput {
    this.#actions = [];
    if (event.kind === 'enqueue') this.#enqueue(event.request);
    if (!this.#isClosed) {
      if (event.kind === 'received') this.#receive(event.frames, now);
      if (event.kind === 'polling') this.#isPolling = event.isAllowed;
      if (event.kind === 'slaves') this.#plan.replace(event.slaves, now);
      if (event.kind === 'end') this.#close(event.reason);
      else this.#advance(now);
    }
    return { actions: this.#actions, wakeAt: this.#isClosed ? undefined : this.#nextWake(now) };
  }

  #enqueue(request: LineRequest): void {
    if (this.#isClosed) this.#fail({ request, attempts: 0 }, 'line-closed');
    else if (this.#queue.size >= this.#settings.maxWaiting) {
      this.#fail({ request, attempts: 0 }, 'queue-full');
    } else this.#queue.add(request);
  }

  #receive(frames: readonly LineFrame[], now: number): void {
    this.#lastReceivedAt = now;
    this.#unansweredSince = undefined;
    this.#quietUntil = Math.max(this.#quietUntil, now + silenceMs(this.#settings));
    for (const frame of frames) {
      const ended = this.#exchanges.receive(frame, now);
      if (ended !== undefined) this.#endAnswered(ended, frame, now);
    }
  }

  #advance(now: number): void {
    const overdue = this.#exchanges.endOverdue(now);
    if (overdue !== undefined) this.#endOverdue(overdue, now);
    for (const waiting of this.#queue.removeExpired(now)) {
      this.#fail(waiting, wasSent(waiting) ? 'no-answer' : 'expired');
    }
    const { halfOpenMs, idleMs } = this.#settings;
    const unansweredSince = this.#unansweredSince ?? now;
    if (overdue !== undefined && now - unansweredSince >= halfOpenMs) this.#close('half-open');
    else if (now - this.#lastReceivedAt >= idleMs) this.#close('idle');
    else if (!this.#exchanges.isBusy && now >= this.#quietUntil) this.#sendNext(now);
  }

  #endAnswered(ended: Answered, frame: LineFrame, now: number): void {
    const { request, chain } = ended;
    const doubts = Math.max(ended.doubts, chain?.doubts ?? 0);
    const frames = [...(chain?.frames ?? []), frame];
    if (frame.refusal !== undefined) this.#fail(ended, 'refused', frame);
    else if (isIncomplete(request.exchange, { frames })) {
      this.#queue.retry({ request, attempts: 0, chain: { frames, doubts } });
      this.#actions.push(...this.#plan.reach(frame.slave, now));
      return;
    } else {
      const joined = joinedFrame(request.exchange, frames);
      this.#actions.push({ kind: 'answer', request, frame: joined, doubts });
    }
    this.#actions.push(...this.#plan.reach(frame.slave, now));
    // A slave that refuses the rest of its answer has the data.
    const isAbsent = frame.refusal === 'no-such-data' && chain === undefined;
    this.#endPoll(request, isAbsent ? 'no-such-data' : 'answered', now);
  }

  #endOverdue({ request, attempts, chain, sentAt }: InProgress, now: number): void {
    if (request.exchange.expects === null) {
      this.#actions.push({ kind: 'answer', request, frame: undefined, doubts: 0 });
      return;
    }
    this.#unansweredSince ??= sentAt;
    const canRepeat = attempts <= this.#settings.retries[request.priority];
    if (canRepeat && (request.expiresAt ?? Infinity) > now) {
      this.#queue.retry({ request, attempts, chain });
      return;
    }
    this.#fail({ request, attempts }, 'no-answer');
    this.#endPoll(request, chain === undefined ? 'no-answer' : 'answered', now);
  }

  #sendNext(now: number): void {
    const canSend = (exchange: Exchange, id?: string) => this.#exchanges.canSend(exchange, id);
    const waiting =
      this.#queue.take(
        ({ request, chain }) =>
          canSend(nextExchange(request, chain), request.id) &&
          (request.priority !== 'poll' || this.#isPolling),
      ) ?? this.#nextPoll(now);
    if (waiting === undefined) return;
    const { request } = waiting;
    const { bytes } = this.#exchanges.start(waiting, now);
    this.#actions.push({ kind: 'send', request, bytes });
  }

  #nextPoll(now: number): Waiting | undefined {
    if (!this.#isPolling) return undefined;
    const due = this.#plan.take(now, (exchange) => this.#exchanges.canSend(exchange));
    if (due === undefined) return undefined;
    const { slave, block } = due;
    const request: LineRequest = {
      id: `poll-${++this.#polls}`,
      priority: 'poll',
      exchange: block.exchange,
      expiresAt: undefined,
      polled: { slave, block: block.id },
    };
    return { request, attempts: 0 };
  }

  #endPoll({ polled }: LineRequest, result: PollResult, now: number): void {
    if (polled === undefined) return;
    this.#actions.push(...this.#plan.end(polled.slave, polled.block, result, now));
  }

  #fail(waiting: Waiting, reason: LineFailure, frame?: LineFrame): void {
    const { request } = waiting;
    const refusal = frame?.refusal;
    this.#actions.push({
      ...{ kind: 'failure', request, reason, refusal, frame },
      wasSent: wasSent(waiting),
    });
  }

  #close(reason: LineEnd): void {
    this.#isClosed = true;
    const current = this.#exchanges.abort();
    const open = current === undefined ? [] : [current];
    for (const waiting of [...open, ...this.#queue.removeAll()]) this.#fail(waiting, 'line-closed');
    this.#actions.push({ kind: 'close', reason });
  }

  #nextWake(now: number): number {
    const always = [
      this.#lastReceivedAt + this.#settings.idleMs,
      this.#queue.nextExpiry,
      this.#exchanges.nextEnd,
    ];
    if (this.#exchanges.isBusy) return Math.min(...always);
    const due = this.#isPolling
      ? this.#plan.nextDueAt((exchange) => this.#exchanges.canSend(exchange))
      : Infinity;
    const ready = this.#queue.size > 0 ? now : Infinity;
    // What is ready now and was not sent waits for silence or for the end of an owed answer.
    const next = [ready, due].map((at) => Math.max(at, this.#quietUntil)).filter((at) => at > now);
    return Math.min(...always, ...next);
  }
}

const wasSent = ({ attempts, chain }: Waiting): boolean => attempts > 0 || chain !== undefined;
