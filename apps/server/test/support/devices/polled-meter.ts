/**
 * A Modbus meter of the profile `eastron-sdm630` for the conformance suite of the drivers. It has no
 * values except those that a test sends. A request for readings that follows another one too early
 * is a summon; the only other command is a frame that reads a register of no profile.
 */
import type { CommandKind } from '../../../src/storage/schema/schema.ts';
import { type ReadRequest, valuesReply } from './line-client.ts';

export const INTERVAL_S = 2;
const EARLY_MS = 700;
const FRAME_REGISTER = 0x1234;
const NAN_WORDS = [0x7fc0, 0];
const UNREADABLE_V = 5_000;

/** Sends the frame that answers a request. */
type Answer = (frame: Buffer) => void;

export class PolledMeter {
  /** Commands that have arrived; the protocol has no ids. */
  readonly received: { readonly id: string; readonly kind: CommandKind }[] = [];
  #voltage: number | undefined;
  #reply: (() => void) | undefined;
  #lastCycleAt = Number.NEGATIVE_INFINITY;
  /** Called at the next request for readings. */
  #onCycle: (() => void)[] = [];

  onRequest(request: ReadRequest, answer: Answer): void {
    if (request.first === FRAME_REGISTER) {
      this.received.push({ id: '', kind: 'frame' });
      this.#reply = () => answer(valuesReply(request, [42]));
      return;
    }
    if (request.first === 0) {
      const now = performance.now();
      if (now - this.#lastCycleAt < EARLY_MS) this.received.push({ id: '', kind: 'summon' });
      this.#lastCycleAt = now;
      const waiting = this.#onCycle;
      this.#onCycle = [];
      for (const next of waiting) next();
    }
    answer(valuesReply(request, wordsFor(request, this.#voltage)));
    if (request.first === 0) this.#voltage = undefined;
  }

  nextCycle(): Promise<void> {
    return new Promise((resolve) => this.#onCycle.push(resolve));
  }

  /** The value is sent at the next request for readings; the one after it acknowledges it. */
  async sendVoltage(value: number): Promise<void> {
    this.#voltage = value;
    await this.nextCycle();
    await this.nextCycle();
  }

  sendUnreadable(): Promise<void> {
    return this.sendVoltage(UNREADABLE_V);
  }

  /** Answers the frame of the command. */
  async reply(): Promise<void> {
    this.#reply!();
    await this.nextCycle();
  }

  /** Resolves when the time of the next request has passed. */
  ping(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, 1_200 * INTERVAL_S));
  }
}

const floatWords = (value: number): number[] => {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value);
  return [view.getUint16(0), view.getUint16(2)];
};

/** Registers of a meter whose first value is the voltage of phase A. */
function wordsFor({ first, count }: ReadRequest, voltage: number | undefined): number[] {
  const words = Array.from({ length: count / 2 }, () => NAN_WORDS).flat();
  if (first === 0 && voltage !== undefined) words.splice(0, 2, ...floatWords(voltage));
  return words;
}
