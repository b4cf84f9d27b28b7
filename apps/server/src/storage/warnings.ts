/**
 * Sentences for the operator: faults of the database or the MQTT broker that permit the server to
 * run. Each has a key, by which it is replaced or removed when the fault changes.
 */
export class Warnings {
  /** The same array during the life of the server. */
  readonly texts: readonly string[];
  readonly #texts: string[] = [];
  readonly #byKey = new Map<string, string>();

  constructor() {
    this.texts = this.#texts;
  }

  /** Removes the warning if `text` is undefined. */
  set(key: string, text: string | undefined): void {
    if (text === undefined) this.#byKey.delete(key);
    else this.#byKey.set(key, text);
    this.#texts.splice(0, this.#texts.length, ...this.#byKey.values());
  }
}
