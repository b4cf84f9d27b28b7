/**
 * Distinguishes a device that reports its present state from one that sends a backlog, by the bytes
 * that it has sent lately (ADR 64). A reading of all values has about 600 bytes. A device that has used
 * its allowance is behind until none of its bytes wait: otherwise a backlog that is left unread for
 * longer than the allowance takes to fill would be taken for live messages, piece by piece.
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
  #isBehind = false;

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
    if (this.#bytes <= 0) this.#isBehind = true;
  }

  /** Called when no bytes of the device wait to be read. */
  caughtUp(): void {
    this.#isBehind = false;
  }

  /** False while the device has sent more than its allowance, or is behind. */
  isLive(now: number): boolean {
    this.#fill(now);
    return this.#bytes > 0 && !this.#isBehind;
  }

  #fill(now: number): void {
    const grown = ((now - this.#filledAt) * BYTES_PER_SECOND * this.#devices) / 1000;
    this.#bytes = Math.min(BURST_BYTES * this.#devices, this.#bytes + grown);
    this.#filledAt = now;
  }
}
