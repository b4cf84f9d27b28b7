/** Cache of the device order on the map, for the scopes that requested the map most recently. */
import type { Scope } from '../../caller.ts';

/**
 * Max number of positions for all scopes together, a little above the largest fleet; a single scope
 * is cached whatever its size.
 */
const MAX_CACHED_POSITIONS = 40_000;

export interface OrderedPlaces {
  readonly texts: readonly string[];
  /** Position of each row, keyed by `<device id> <version of its row>`. */
  readonly positions: ReadonlyMap<string, number>;
}

export class OrdersOfScopes {
  readonly #orders = new Map<string, OrderedPlaces>();
  #positions = 0;

  of(scope: Scope): OrderedPlaces | undefined {
    return this.#orders.get(keyOf(scope));
  }

  /** If a text has another version of the row, its key is not found and the row is reread. */
  keep(scope: Scope, rows: readonly { readonly place: string; readonly text: string }[]): void {
    this.#evict(keyOf(scope));
    this.#orders.set(keyOf(scope), {
      texts: rows.map(({ text }) => text),
      positions: new Map(rows.map(({ place }, i) => [place, i])),
    });
    this.#positions += rows.length;
    for (const key of this.#orders.keys()) {
      if (this.#positions <= MAX_CACHED_POSITIONS || this.#orders.size === 1) break;
      this.#evict(key);
    }
  }

  #evict(key: string): void {
    this.#positions -= this.#orders.get(key)?.texts.length ?? 0;
    this.#orders.delete(key);
  }
}

const keyOf = ({ customerId, groupId }: Scope): string => `${customerId} ${groupId}`;
