/** In which order the places of a scope's devices stand, for the scopes that asked last. */
import type { Scope } from '../caller.ts';

/** Of all scopes together, a little above the largest fleet; one scope is kept whatever it has. */
const KEPT_POSITIONS = 40_000;

export interface OrderedPlaces {
  readonly texts: readonly string[];
  /** By `<device id> <version of its row>`. */
  readonly positions: ReadonlyMap<string, number>;
}

export class OrdersOfScopes {
  readonly #orders = new Map<string, OrderedPlaces>();
  #kept = 0;

  of(scope: Scope): OrderedPlaces | undefined {
    return this.#orders.get(keyOf(scope));
  }

  /** A place that is not the version its text was made of is not found again, and so read anew. */
  keep(scope: Scope, rows: readonly { readonly place: string; readonly text: string }[]): void {
    this.#forget(keyOf(scope));
    this.#orders.set(keyOf(scope), {
      texts: rows.map(({ text }) => text),
      positions: new Map(rows.map(({ place }, i) => [place, i])),
    });
    this.#kept += rows.length;
    for (const key of this.#orders.keys()) {
      if (this.#kept <= KEPT_POSITIONS || this.#orders.size === 1) break;
      this.#forget(key);
    }
  }

  #forget(key: string): void {
    this.#kept -= this.#orders.get(key)?.texts.length ?? 0;
    this.#orders.delete(key);
  }
}

const keyOf = ({ customerId, groupId }: Scope): string => `${customerId} ${groupId}`;
