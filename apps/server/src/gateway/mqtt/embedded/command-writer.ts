/**
 * Writes commands and requests to the socket of a device, and detects a half-open connection by a
 * command without PUBACK or, at QoS 0, without an answer (docs/promises.md C2).
 */
import type { Socket } from 'node:net';
import type { Clock } from '../../../clock.ts';
import type { DownMessage, PreparedCommand } from '../foreign/foreign-protocol.ts';
import { publishFrame } from './publish-frame.ts';

const COMMAND_ACK_MS = 5_000;

export interface CommandWriterParts {
  readonly socket: Socket;
  readonly clock: Clock;
  /** Called if the device has not acknowledged a command in time. */
  readonly onUnacknowledged: () => void;
}

export class CommandWriter {
  /** QoS of the subscription to commands; undefined without one. */
  qos: 0 | 1 | undefined;
  readonly #parts: CommandWriterParts;
  #lastMessageId = 0;
  readonly #unacknowledged = new Map<number, () => void>();
  /** Commands sent without PUBACK, whose answers show that the connection is not half open. */
  readonly #unanswered = new Map<string, () => void>();

  constructor(parts: CommandWriterParts) {
    this.#parts = parts;
  }

  /** True if the device has subscribed, and no earlier write is still pending. */
  get takesCommands(): boolean {
    const { socket } = this.#parts;
    return this.qos !== undefined && socket.writable && socket.writableLength === 0;
  }

  /** True while the device has not acknowledged, or answered, something that was written to it. */
  get isPending(): boolean {
    return this.#unacknowledged.size > 0 || this.#unanswered.size > 0;
  }

  /** Writes a command now; the caller must have checked `takesCommands` immediately before. */
  writeCommand(prepared: PreparedCommand, remainingMs: number): void {
    const { commandId, isAnswered = false, further = [], written } = prepared;
    const qos = this.write(prepared);
    for (const message of further) this.write(message);
    written?.(remainingMs);
    if (qos === 1 || !isAnswered) return;
    this.answered(commandId);
    this.#unanswered.set(commandId, this.#startTimer());
  }

  write({ topic, payload }: DownMessage): 0 | 1 {
    const qos = this.qos ?? 0;
    this.#lastMessageId = (this.#lastMessageId % 0xffff) + 1;
    const messageId = this.#lastMessageId;
    this.#parts.socket.write(publishFrame({ topic, payload, qos, messageId }));
    if (qos === 1) this.#unacknowledged.set(messageId, this.#startTimer());
    return qos;
  }

  /** Handles a PUBACK of the device. */
  acknowledged(messageId: number): void {
    this.#unacknowledged.get(messageId)?.();
    this.#unacknowledged.delete(messageId);
  }

  /** Handles the answer of the device to a command. */
  answered(commandId: string): void {
    this.#unanswered.get(commandId)?.();
    this.#unanswered.delete(commandId);
  }

  /** Ends all timers, because the connection has closed. */
  close(): void {
    for (const pending of [this.#unacknowledged, this.#unanswered]) {
      for (const cancel of pending.values()) cancel();
      pending.clear();
    }
  }

  #startTimer(): () => void {
    const { clock, onUnacknowledged } = this.#parts;
    return clock.after(COMMAND_ACK_MS, onUnacknowledged);
  }
}
