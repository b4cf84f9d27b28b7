/**
 * Acts after a delay, and never one before another that was asked for earlier:
 * whoever stands behind a longer wait waits with it, as bytes do in a stream.
 * One timer for the whole queue: two timers of different lengths may fire in
 * either sequence when their ends fall into one millisecond.
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
    // A millisecond early is on time: timers round.
    const now = performance.now() + 1;
    while ((this.#queue[0]?.at ?? Number.POSITIVE_INFINITY) <= now) this.#queue.shift()?.act();
    if (this.#timer === undefined) this.#wait();
  }
}
