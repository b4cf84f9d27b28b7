/**
 * Keeps one outgoing line connected: resolves its name, checks the address, connects, and starts
 * again after a pause when the connection has ended or could not be made.
 */
import type { Socket } from 'node:net';
import { dialPauseMs, failuresAfter } from '@busbar/domain/line/dial-pause';
import {
  type OutgoingLine,
  recordAddress,
  recordTrouble,
} from '../../../areas/fleet/serial-lines/outgoing-line-queries.ts';
import type { LookUp } from '../../../areas/shared/outbound/fair-lookups.ts';
import {
  connectTo,
  type DialError,
  resolveGuarded,
} from '../../../areas/shared/outbound/guarded-connect.ts';
import type { Context } from '../../../context.ts';
import type { LineSession } from '../line-session.ts';

export interface DialParts {
  readonly ctx: Context;
  readonly lookUp: LookUp;
  /** Returns undefined if the settings of the line have changed. The socket is paused. */
  readonly open: (line: OutgoingLine, socket: Socket) => Promise<LineSession | undefined>;
}

/** Reasons why a line is not connected; `no-answer`: the port is open, and no meter answers. */
export type DialTrouble = DialError | 'address-taken' | 'no-answer' | 'connection-lost';

export class LineDial {
  readonly line: OutgoingLine;
  readonly #parts: DialParts;
  readonly #stopping = new AbortController();
  #session: LineSession | undefined;
  #failures = 0;
  #cancel = () => {};

  constructor(parts: DialParts, line: OutgoingLine) {
    this.#parts = parts;
    this.line = line;
  }

  /** Connects after the delay. */
  start(delayMs: number): void {
    this.#cancel = this.#parts.ctx.clock.after(delayMs, () => void this.#run());
  }

  /** Ends the attempts; an open connection remains. */
  freeze(): void {
    this.#stopping.abort();
    this.#cancel();
  }

  /** Ends the attempts and the connection. */
  stop(): void {
    this.freeze();
    this.#session?.close();
  }

  async #run(): Promise<void> {
    const { ctx } = this.#parts;
    let answeredMs = 0;
    try {
      const socket = await this.#connect();
      if (typeof socket === 'string') await this.#note(socket);
      else answeredMs = await this.#use(socket);
    } catch (err) {
      ctx.log.warn({ err, device: this.line.deviceCode }, 'a line could not be connected');
    }
    if (this.#stopping.signal.aborted) return;
    this.#failures = failuresAfter(this.#failures, answeredMs);
    const chance = ctx.random.bytes(1)[0]! / 255;
    const pauseMs = dialPauseMs(this.#failures, chance);
    this.#cancel = ctx.clock.after(pauseMs, () => void this.#run());
  }

  async #connect(): Promise<Socket | DialTrouble> {
    const { ctx, lookUp } = this.#parts;
    const { customerId, host, port } = this.line;
    const resolve = (name: string) => lookUp(customerId, name);
    const found = await resolveGuarded({ host, resolve, rules: ctx.config.outbound });
    if (typeof found === 'string') return found;
    const isOwn = await recordAddress(ctx.database.db, this.line, found.address);
    return isOwn ? connectTo(found, port, this.#stopping.signal) : 'address-taken';
  }

  /** Resolves when the connection has ended, with the time since its first answer. */
  async #use(socket: Socket): Promise<number> {
    const { clock } = this.#parts.ctx;
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const session = await this.#parts.open(this.line, socket);
    if (session === undefined || this.#stopping.signal.aborted) {
      if (session === undefined) socket.destroy();
      else session.close();
      return 0;
    }
    this.#session = session;
    void session.reached.then(() => this.#note(null)).catch(() => undefined);
    await closed;
    this.#session = undefined;
    const { reachedAt } = session;
    if (!this.#stopping.signal.aborted) {
      await this.#note(reachedAt === undefined ? 'no-answer' : 'connection-lost');
    }
    return reachedAt === undefined ? 0 : clock.monotonic() - reachedAt;
  }

  #note(trouble: DialTrouble | null): Promise<void> {
    return recordTrouble(this.#parts.ctx.database.db, this.line, trouble);
  }
}
