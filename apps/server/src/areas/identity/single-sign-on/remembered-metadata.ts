/**
 * Remembers what providers publish. Each customer has one entry, so no customer displaces entries of
 * others, and an entry has a few KB at most (see `read-metadata.ts`).
 */
import type { ServerMetadata } from 'openid-client';
import type { Context } from '../../../context.ts';

const REMEMBERED_MS = 10 * 60_000;
const MAX_ENTRIES = 500;

interface Named {
  readonly customerId: number;
  readonly issuer: string;
}

interface Entry {
  readonly issuer: string;
  readonly metadata: ServerMetadata;
  readonly until: number;
}

export class RememberedMetadata {
  readonly #entries = new Map<number, Entry>();

  get size(): number {
    return this.#entries.size;
  }

  find({ clock }: Pick<Context, 'clock'>, { customerId, issuer }: Named) {
    const entry = this.#entries.get(customerId);
    const isUsable = entry?.issuer === issuer && entry.until > clock.monotonic();
    return isUsable ? entry.metadata : undefined;
  }

  store(
    { clock }: Pick<Context, 'clock'>,
    { customerId, issuer }: Named,
    metadata: ServerMetadata,
  ): void {
    const now = clock.monotonic();
    for (const [id, { until }] of this.#entries) if (until <= now) this.#entries.delete(id);
    this.#entries.delete(customerId);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size >= MAX_ENTRIES && oldest !== undefined) this.#entries.delete(oldest);
    this.#entries.set(customerId, { issuer, metadata, until: now + REMEMBERED_MS });
  }
}
