/**
 * The outgoing messages of a device, in order. A message remains queued until it is acknowledged: a
 * message that was in flight when the connection broke is sent again, before all newer messages. A
 * device's memory is bounded, so a full queue drops its oldest waiting message, which was never
 * acknowledged, and counts it.
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

  /**
   * Returns the next message to send, which is then in flight; undefined if the window is full or
   * the queue empty.
   */
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

  /** Marks every message in flight as unsent after the connection was lost. */
  lineBroke(): void {
    this.#waiting = [...this.#underWay, ...this.#waiting];
    this.#underWay = [];
  }
}
