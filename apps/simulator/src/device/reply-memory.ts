/**
 * The commands that a device remembers, so that it answers a repeated one without executing it
 * again (device protocol, "Rules of safety"): all of the last 10 minutes, and the last 64
 * regardless of age.
 */
const KEEP_MS = 600_000;
const KEEP_AT_LEAST = 64;

export interface FirstReply {
  readonly code: number;
  readonly payload: string;
}

/** One remembered command, in the form that survives a restart. */
export interface KeptReply extends FirstReply {
  readonly id: string;
  readonly at: number;
}

export class ReplyMemory {
  readonly #replies = new Map<string, { readonly reply: FirstReply; readonly at: number }>();

  /** `kept` is the result of `kept()`, oldest first. */
  constructor(kept: readonly KeptReply[] = []) {
    for (const { id, code, payload, at } of kept) this.remember(id, { code, payload }, at);
  }

  /** Oldest first. */
  kept(): KeptReply[] {
    return [...this.#replies].map(([id, { reply, at }]) => ({ id, ...reply, at }));
  }

  firstReply(id: string): FirstReply | undefined {
    return this.#replies.get(id)?.reply;
  }

  remember(id: string, reply: FirstReply, at: number): void {
    this.#replies.set(id, { reply, at });
    // A Map iterates in insertion order, so the oldest entry comes first.
    for (const [known, { at: then }] of this.#replies) {
      if (this.#replies.size <= KEEP_AT_LEAST || then >= at - KEEP_MS) return;
      this.#replies.delete(known);
    }
  }

  get size(): number {
    return this.#replies.size;
  }
}
