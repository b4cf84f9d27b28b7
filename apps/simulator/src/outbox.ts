/**
 * What a device still has to say, in sequence. A message stays until it is
 * acknowledged: one that was under way when the line broke goes out again,
 * before everything newer. A device's memory is bounded, so when it is full the
 * oldest waiting message goes; it was never acknowledged, and the count says so.
 */
export class Outbox<T> {
  #waiting: T[] = [];
  #underWay: T[] = [];
  readonly #window: number;
  readonly #capacity: number;
  dropped = 0;

  constructor(window: number, capacity: number) {
    this.#window = window;
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#waiting.length + this.#underWay.length;
  }

  add(message: T): void {
    this.#waiting.push(message);
    if (this.size > this.#capacity && this.#waiting.length > 1) {
      this.#waiting.shift();
      this.dropped++;
    }
  }

  /** The next message to send, now under way; undefined when the window is full or nothing waits. */
  next(): T | undefined {
    if (this.#underWay.length >= this.#window) return undefined;
    const message = this.#waiting.shift();
    if (message !== undefined) this.#underWay.push(message);
    return message;
  }

  acknowledged(message: T): void {
    const place = this.#underWay.indexOf(message);
    if (place >= 0) this.#underWay.splice(place, 1);
  }

  /** The line broke: nothing under way is known to have arrived. */
  lineBroke(): void {
    this.#waiting = [...this.#underWay, ...this.#waiting];
    this.#underWay = [];
  }
}
