/**
 * Runs actions after a delay, never before an action that was requested earlier: an action behind
 * one with a longer delay waits for it, like bytes in a stream. The queue has a single timer,
 * because two timers of different lengths may fire in either order if they end in the same
 * millisecond.
 */
export class OrderedDelay {
  #queue: { readonly at: number; readonly act: () => void }[] = [];
  #timer: NodeJS.Timeout | undefined;

  after(delayMs: number, act: () => void): void {
    this.#queue.push({ at: performance.now() + delayMs, act });
    if (this.#timer === undefined) this.#wait();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
  }

  #wait(): void {
    const first = this.#queue[0];
    if (first === undefined) return;
    this.#timer = setTimeout(() => this.#run(), Math.max(0, first.at - performance.now()));
  }

  #run(): void {
    this.#timer = undefined;
    // An action counts as due a millisecond early, because timers round.
    const now = performance.now() + 1;
    while ((this.#queue[0]?.at ?? Number.POSITIVE_INFINITY) <= now) this.#queue.shift()?.act();
    if (this.#timer === undefined) this.#wait();
  }
}
