/** A serial line under test: collects its actions, and executes its wake-up times. */
import type { LineEvent } from '../src/line/line-event.ts';
import type { LineFrame, SlaveRefusal } from '../src/line/line-frame.ts';
import type { LineAction, LineRequest, Priority } from '../src/line/line-request.ts';
import { LINE_DEFAULTS, type LineSettings } from '../src/line/line-settings.ts';
import type { PolledSlave } from '../src/line/poll-plan.ts';
import { SerialLine } from '../src/line/serial-line.ts';

export interface Fields {
  readonly slave?: string;
  readonly fn?: number;
  readonly priority?: Priority;
  readonly expiresAt?: number;
  readonly isBroadcast?: boolean;
  readonly prefix?: readonly number[];
  readonly length?: number;
}

export function exchangeOf(id: string, fields: Fields = {}): LineRequest {
  const { slave = '1', fn = 3, priority = 'read', expiresAt, prefix = [], length = 4 } = fields;
  const expects = {
    slave,
    fn,
    prefix: Uint8Array.from(prefix),
    length,
    maxBytes: 20,
  };
  return {
    id,
    priority,
    expiresAt,
    polled: undefined,
    exchange: {
      bytes: Uint8Array.from(`${slave}:${fn}:${id}`, (letter) => letter.charCodeAt(0)),
      expects: fields.isBroadcast === true ? null : expects,
    },
  };
}

/** The answer to a request; `refusal` if the slave refuses. */
export function answerOf({ exchange }: LineRequest, refusal?: SlaveRefusal): LineFrame {
  const { slave, fn, prefix, length } = exchange.expects!;
  const data = new Uint8Array(length!);
  data.set(prefix.slice(0, length));
  const bytes = Uint8Array.of(0xa0, ...exchange.bytes);
  return { slave, fn, direction: 'reply', refusal, hasMore: false, data, bytes };
}

interface TestSlave {
  readonly slave: string;
  readonly blocks: readonly string[];
  readonly intervalMs?: number;
}

export function polledSlave({ slave, blocks, intervalMs = 60_000 }: TestSlave): PolledSlave {
  return {
    slave,
    intervalMs,
    blocks: blocks.map((id) => ({ id, exchange: exchangeOf(id, { slave }).exchange })),
  };
}

/** Polled blocks are named `slave/block` in `sent` and `ended`. */
export class TestLine {
  now = 1_000_000;
  readonly line: SerialLine;
  readonly sent: string[] = [];
  readonly ended: string[] = [];
  readonly notes: string[] = [];
  /** The slaves whose cycles have ended. */
  readonly cycles: string[] = [];
  readonly actions: { readonly at: number; readonly action: LineAction }[] = [];
  readonly polled: readonly PolledSlave[];
  closed: string | undefined;
  wakeAt: number | undefined;
  readonly #requests = new Map<string, LineRequest>();

  constructor(settings: Partial<LineSettings> = {}, slaves: readonly TestSlave[] = []) {
    this.polled = slaves.map(polledSlave);
    this.line = new SerialLine({ ...LINE_DEFAULTS, ...settings }, this.polled, this.now);
    this.handle({ kind: 'tick' });
  }

  handle(event: LineEvent): this {
    const { actions, wakeAt } = this.line.handle(event, this.now);
    this.wakeAt = wakeAt;
    if (wakeAt !== undefined && wakeAt <= this.now) throw new Error('wakes in the past');
    for (const action of actions) this.#note(action);
    return this;
  }

  enqueue(...requests: readonly LineRequest[]): this {
    for (const request of requests) this.handle({ kind: 'enqueue', request });
    return this;
  }

  receive(...frames: readonly LineFrame[]): this {
    return this.handle({ kind: 'received', frames });
  }

  /** Receives the answer to a request that was sent. */
  answer(name: string, refusal?: SlaveRefusal): this {
    return this.receive(answerOf(this.#requests.get(name)!, refusal));
  }

  advance(ms: number): this {
    return this.advanceTo(this.now + ms);
  }

  advanceTo(end: number): this {
    while (this.wakeAt !== undefined && this.wakeAt <= end) {
      this.now = this.wakeAt;
      this.handle({ kind: 'tick' });
    }
    this.now = end;
    return this;
  }

  /** Advances until so many requests were sent. */
  untilSent(count: number): this {
    while (this.sent.length < count) this.advanceTo(this.wakeAt!);
    return this;
  }

  #note(action: LineAction): void {
    this.actions.push({ at: this.now, action });
    if (action.kind === 'close') this.closed = action.reason;
    else if (action.kind === 'cycle-end') this.cycles.push(action.slave);
    else if (action.kind === 'left-alone') {
      this.notes.push(`${action.slave} left alone: ${action.until ?? 'no'}`);
    } else if (action.kind === 'left-out')
      this.notes.push(`${action.slave}/${action.block} left out`);
    else this.#noteRequest(action);
  }

  #noteRequest(action: Extract<LineAction, { readonly request: LineRequest }>): void {
    const { id, polled } = action.request;
    const name = polled === undefined ? id : `${polled.slave}/${polled.block}`;
    if (action.kind === 'send') {
      this.#requests.set(name, action.request);
      this.sent.push(name);
    } else if (action.kind === 'answer') this.ended.push(`${name}: answer`);
    else {
      const reason = action.refusal ?? action.reason;
      this.ended.push(`${name}: ${reason}, ${action.wasSent ? 'sent' : 'not sent'}`);
    }
  }
}
