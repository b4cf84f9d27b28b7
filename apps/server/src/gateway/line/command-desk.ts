/** The commands of one connection that wait for the line or for their answers. */
import type { LineEvent } from '@busbar/domain/line/line-event';
import type { LineFrame } from '@busbar/domain/line/line-frame';
import type { LineAction, LineRequest } from '@busbar/domain/line/line-request';
import type { DeviceCommand } from '../../areas/control/commands/device-command.ts';
import type { SendResult } from '../../areas/control/commands/device-link.ts';
import type { DeviceMessage } from '../../areas/telemetry/ingest/device-message.ts';
import {
  type CommandPart,
  type LineCommand,
  newCommand,
  readFrame,
  replyTo,
  summonParts,
} from './line-commands.ts';
import { addTo } from './line-meters.ts';
import type { LineKind, PolledMeter } from './poll-blocks.ts';

export interface DeskParts {
  readonly line: (event: LineEvent) => void;
  readonly monotonic: () => number;
  /** Called for an answer that cannot be used. */
  readonly incomplete: () => void;
  /** True if the server stops, or has bytes for the connection that could wait for minutes. */
  readonly mayNotWrite: () => boolean;
  readonly submit: (content: DeviceMessage, bytes: Uint8Array) => void;
  /** Called for a request that may have written and was not answered. */
  readonly unanswered: () => void;
}

interface Waiting extends CommandPart {
  sentAt: number | undefined;
}

const EMPTY = new Uint8Array();

export class CommandDesk {
  readonly #parts: DeskParts;
  readonly #waiting = new Map<string, Waiting>();
  #lastId = 0;
  /** True after a broadcast that may write, until the line has answered a later request. */
  #isBroadcastOpen = false;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  /** True while a request that may write may still be on its way to the line. */
  get hasUnansweredWrite(): boolean {
    if (this.#isBroadcastOpen) return true;
    return [...this.#waiting.values()].some(
      ({ command, sentAt }) => command.mayWrite && sentAt !== undefined,
    );
  }

  /** Resolves when the first byte is written, or when it is certain that none will be. */
  async send(
    command: DeviceCommand,
    remainingMs: () => number,
    kind: LineKind,
    meters: readonly PolledMeter[],
  ): Promise<SendResult> {
    if (remainingMs() <= 0) return 'too-late';
    if (command.op === 'frame') {
      const raw = readFrame(kind, command.hex);
      if (raw === undefined) return 'not-supported';
      const { command: frame, sent } = newCommand(command.id, raw.mayWrite, remainingMs);
      this.#enqueue([{ command: frame, exchange: raw.exchange, block: undefined }], 'command');
      return sent;
    }
    if (command.op !== 'summon' || meters.length === 0) return 'not-supported';
    const { command: summon, sent } = newCommand(command.id, false, remainingMs);
    this.#enqueue(summonParts(summon, meters), 'read');
    return sent;
  }

  #enqueue(parts: readonly CommandPart[], priority: LineRequest['priority']): void {
    const requests = parts.map((part) => {
      const id = `command-${++this.#lastId}`;
      this.#waiting.set(id, { ...part, sentAt: undefined });
      part.command.open += 1;
      const { exchange } = part;
      const expiresAt = this.#parts.monotonic() + part.command.remainingMs();
      return { id, priority, exchange, expiresAt, polled: undefined };
    });
    for (const request of requests) this.#parts.line({ kind: 'enqueue', request });
  }

  /** Returns false if the request must not be written: its command has expired. */
  sending(requestId: string): boolean {
    const waiting = this.#waiting.get(requestId);
    if (waiting === undefined) return true;
    const { command } = waiting;
    if (command.remainingMs() <= 0) return false;
    if (command.mayWrite && this.#parts.mayNotWrite()) return false;
    waiting.sentAt ??= this.#parts.monotonic();
    command.isSent = true;
    command.report('sent');
    return true;
  }

  /** The line has answered a request: a broadcast before it has arrived. */
  lineAnswered(): void {
    this.#isBroadcastOpen = false;
  }

  answered(requestId: string, frame: LineFrame | undefined): void {
    const waiting = this.#take(requestId);
    if (waiting === undefined) return;
    const { command, block } = waiting;
    command.answered += 1;
    if (frame === undefined && command.mayWrite) this.#isBroadcastOpen = true;
    if (block !== undefined && frame !== undefined) {
      const reading = command.readings.get(block.meter)!;
      const isUsed = addTo(reading, block.meter, block.block, frame, this.#parts.monotonic());
      if (!isUsed) this.#parts.incomplete();
    }
    this.#finish(command, frame);
  }

  failed({ request, reason, frame }: Extract<LineAction, { kind: 'failure' }>): void {
    if (reason === 'refused') this.lineAnswered();
    if (reason === 'no-answer' && this.#isBroadcastOpen) this.#parts.unanswered();
    const waiting = this.#take(request.id);
    if (waiting === undefined) return;
    const { command, sentAt } = waiting;
    if (sentAt === undefined) {
      command.report(reason === 'line-closed' ? 'not-connected' : 'too-late');
    }
    // The outcome of a request that was sent on a closed line remains unknown.
    if (reason === 'line-closed') return;
    if (reason === 'refused') command.answered += 1;
    this.#finish(command, frame);
    if (reason === 'no-answer' && command.mayWrite && sentAt !== undefined) {
      this.#parts.unanswered();
    }
  }

  #take(requestId: string): Waiting | undefined {
    const waiting = this.#waiting.get(requestId);
    this.#waiting.delete(requestId);
    if (waiting !== undefined) waiting.command.open -= 1;
    return waiting;
  }

  /** Replies when the last request of the command has ended. */
  #finish(command: LineCommand, frame: LineFrame | undefined): void {
    const { id, open, answered, readings, isSent } = command;
    if (open > 0 || !isSent) return;
    const values = [...readings].map(([{ meter }, reading]) =>
      reading.take(meter.slot, this.#parts.monotonic()),
    );
    const content = {
      readings: values.flatMap(({ reading }) => (reading === undefined ? [] : [reading])),
      rejected: values.flatMap(({ rejected }) => rejected),
      unknownFields: 0,
      reply:
        answered > 0
          ? replyTo(id, 'done', undefined, frame)
          : replyTo(id, 'failed', 'no answer on the serial line'),
    };
    const bytes = Buffer.concat(values.map((one) => one.bytes));
    this.#parts.submit(content, bytes.length > 0 ? bytes : (frame?.bytes ?? EMPTY));
  }
}
