/**
 * Distinguishes a device that reports its present state from one that sends a backlog, by the bytes
 * that it has sent lately (ADR 64). A reading of all values has about 600 bytes.
 */

const BYTES_PER_SECOND = 1_024;
/** Allowance at the connection: a returning device is assumed to have a backlog. */
const FIRST_BYTES = 1_024;
const BURST_BYTES = 4_096;
/** A device is regarded as behind for at most this long after its backlog. */
const MAX_DEBT_S = 60;

export class LiveAllowance {
  /** Number of devices that report over the connection. */
  #devices = 1;
  #bytes = FIRST_BYTES;
  #filledAt: number;

  constructor(now: number) {
    this.#filledAt = now;
  }

  /** Raises the allowance of a gateway, which reports for its slaves too. */
  raise(slaves: number): void {
    this.#devices = 1 + slaves;
    this.#bytes += slaves * FIRST_BYTES;
  }

  spend(bytes: number, now: number): void {
    this.#fill(now);
    const lowest = -MAX_DEBT_S * BYTES_PER_SECOND * this.#devices;
    this.#bytes = Math.max(lowest, this.#bytes - bytes);
  }

  /** False while the device has sent more than its allowance. */
  isLive(now: number): boolean {
    this.#fill(now);
    return this.#bytes > 0;
  }

  #fill(now: number): void {
    const grown = ((now - this.#filledAt) * BYTES_PER_SECOND * this.#devices) / 1000;
    this.#bytes = Math.min(BURST_BYTES * this.#devices, this.#bytes + grown);
    this.#filledAt = now;
  }
}
