/**
 * Detects a secret that two devices use (docs/promises.md G4): their connections replace each other
 * again and again. A device on a bad line also reconnects before its old connection is closed, but
 * less often.
 */
import type { Clock } from '../clock.ts';

/** More takeovers than this within the window block the code. */
const MAX_TAKEOVERS = 10;
const WINDOW_MS = 60_000;
const HOLD_MS = 5 * 60_000;
const MAX_CODES = 10_000;

interface Takeovers {
  /** Times of the last takeovers, oldest first. */
  times: number[];
  heldUntil: number;
}

export class TakeoverLimit {
  readonly #clock: Clock;
  /** Takeovers keyed by device code, the latest last. */
  readonly #codes = new Map<string, Takeovers>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  isHeld(code: string): boolean {
    const known = this.#codes.get(code);
    return known !== undefined && known.heldUntil > this.#clock.monotonic();
  }

  /** Counts a takeover; returns true if it starts a block. */
  count(code: string): boolean {
    const now = this.#clock.monotonic();
    const known = this.#codes.get(code);
    const times = [...(known?.times ?? []), now].filter((at) => now - at < WINDOW_MS);
    const isOver = times.length > MAX_TAKEOVERS;
    this.#codes.delete(code);
    this.#codes.set(code, {
      times: isOver ? [] : times,
      heldUntil: isOver ? now + HOLD_MS : (known?.heldUntil ?? 0),
    });
    if (this.#codes.size > MAX_CODES) {
      const [oldest] = this.#codes.keys();
      this.#codes.delete(oldest!);
    }
    return isOver;
  }
}
