/**
 * A cache of texts in two generations of at most `capacity` each: a text that is requested again moves
 * to the young generation, and the old generation is dropped as a whole.
 */
export class RecentTexts {
  readonly #capacity: number;
  #young = new Map<string, string>();
  #old = new Map<string, string>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: string): string | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.#set(key, old);
    return old;
  }

  of(key: string, make: () => string): string {
    const known = this.get(key);
    if (known !== undefined) return known;
    const text = make();
    this.#set(key, text);
    return text;
  }

  #set(key: string, text: string): void {
    if (this.#young.size >= this.#capacity) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, text);
  }
}
