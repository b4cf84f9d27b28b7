/**
 * The commands that a device remembers, so that it answers a repeated command without executing it
 * again (device protocol, "Rules of safety"): all commands of the last 10 minutes, and the last 64
 * regardless of age.
 */
const KEEP_MS = 600_000;
const MIN_RETAINED = 64;

export interface FirstReply {
  readonly code: number;
  readonly payload: string;
}

/** One remembered command, in the form that survives a restart. */
export interface StoredReply extends FirstReply {
  readonly id: string;
  readonly at: number;
}

export class ReplyMemory {
  readonly #replies = new Map<string, { readonly reply: FirstReply; readonly at: number }>();

  /** `stored` is the result of `snapshot()`, oldest first. */
  constructor(stored: readonly StoredReply[] = []) {
    for (const { id, code, payload, at } of stored) this.remember(id, { code, payload }, at);
  }

  /** Remembered commands, oldest first. */
  snapshot(): StoredReply[] {
    return [...this.#replies].map(([id, { reply, at }]) => ({ id, ...reply, at }));
  }

  firstReply(id: string): FirstReply | undefined {
    return this.#replies.get(id)?.reply;
  }

  remember(id: string, reply: FirstReply, at: number): void {
    this.#replies.set(id, { reply, at });
    // A Map iterates in insertion order, so the oldest entry comes first.
    for (const [known, { at: then }] of this.#replies) {
      if (this.#replies.size <= MIN_RETAINED || then >= at - KEEP_MS) return;
      this.#replies.delete(known);
    }
  }

  get size(): number {
    return this.#replies.size;
  }
}
