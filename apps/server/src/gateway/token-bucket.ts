/** A token bucket: a rate per second, with a burst above it. Times are monotonic milliseconds. */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #filledAt: number;

  constructor(perSecond: number, burst: number, now: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
    this.#filledAt = now;
  }

  take(now: number): boolean {
    const grown = ((now - this.#filledAt) * this.#perSecond) / 1000;
    this.#tokens = Math.min(this.#burst, this.#tokens + grown);
    this.#filledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
