/**
 * When a DTU dials again. The platform does not answer a registration, so a connection that it
 * closes soon without having sent anything may have been refused.
 */
import { reconnectDelayMs, refusedDelayMs } from '../connection/backoff.ts';

/** Age after which a connection that is closed was not refused. */
const ACCEPTED_MS = 60_000;
/** Number of such connections in a row after which the DTU waits long before it tries again. */
const QUICK_REFUSALS = 5;

export class Reconnection {
  #connectedAt: number | undefined;
  #attempt = 0;
  #refusals = 0;

  get isConnected(): boolean {
    return this.#connectedAt !== undefined;
  }

  connected(now: number): void {
    this.#connectedAt = now;
  }

  /** The platform has sent bytes: it has accepted the registration. */
  accepted(): void {
    this.#attempt = 0;
    this.#refusals = 0;
  }

  /** Returns the delay before the next attempt; `random` is in [0, 1). */
  lost(now: number, random: number): number {
    const connectedAt = this.#connectedAt;
    this.#connectedAt = undefined;
    if (connectedAt !== undefined) {
      if (now - connectedAt >= ACCEPTED_MS) this.accepted();
      const refusals = this.#refusals++ - QUICK_REFUSALS;
      if (refusals >= 0) return refusedDelayMs(refusals, random);
    }
    return reconnectDelayMs(this.#attempt++, random);
  }
}
