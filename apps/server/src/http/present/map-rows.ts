/**
 * The rows of the map as JSON. A row is the concatenation of three texts: the device's name and
 * position, rendered once for each version of its row, its state, of which a fleet has only a few
 * different ones, and its load. The order of the rows is cached until a device's row changes.
 */

import {
  type MapMark,
  mapMarks,
  mapPlaces,
  mapStateOf,
} from '../../areas/fleet/devices/map-list-queries.ts';
import type { Scope } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { mapLoadJson } from './map-load-json.ts';
import { type OrderedPlaces, OrdersOfScopes } from './ordered-places.ts';
import { presentMapPlace, presentMapState } from './present-device.ts';
import { RecentTexts } from './recent-texts.ts';

/** Number of cached position texts (some 200 bytes each), in addition to as many older ones. */
const MAX_CACHED_PLACES = 20_000;
const MAX_CACHED_STATES = 2_000;
const SLICE_ROWS = 2_000;

/** Returns the rows in slices; the rows of a slice are separated by commas. */
export function mapRows(ctx: Context): (scope: Scope) => Promise<Buffer[]> {
  const places = new RecentTexts(MAX_CACHED_PLACES);
  const states = new RecentTexts(MAX_CACHED_STATES);
  const orders = new OrdersOfScopes();
  const stateText = (state: string) =>
    states.of(state, () => JSON.stringify(presentMapState(mapStateOf(state))).slice(1, -1));
  const rowText = (place: string, { state, load }: Omit<MapMark, 'place'>) =>
    `${place},${stateText(state)},${mapLoadJson(load)}}`;

  /** Reads rows and returns their texts by device, whatever the current version of each row. */
  async function learn(scope: Scope, marks: readonly string[]): Promise<Map<string, string>> {
    if (marks.length === 0) return new Map();
    const found = await mapPlaces(ctx, scope, marks);
    return new Map(
      found.map(({ mark, ...place }) => [
        deviceOf(mark),
        places.of(mark, () => JSON.stringify(presentMapPlace(place)).slice(0, -1)),
      ]),
    );
  }

  /** Rows in the scope's cached order; undefined if a device's row has changed since caching. */
  function rowsInOrder(order: OrderedPlaces, marks: readonly MapMark[]): string[] | undefined {
    const rows = Array<string>(order.texts.length).fill('');
    for (const { place, ...mark } of marks) {
      const position = order.positions.get(place);
      if (position === undefined) return undefined;
      rows[position] = rowText(order.texts[position]!, mark);
    }
    // Empty positions belong to devices that were deleted or left the scope.
    return marks.length === rows.length ? rows : rows.filter((row) => row !== '');
  }

  async function sortedRows(scope: Scope): Promise<string[]> {
    const marks = await mapMarks(ctx, scope, 'by name');
    // Cached texts are copied first, because adding the missing ones may evict them.
    const known = marks.map(({ place }) => places.get(place));
    const learned = await learn(
      scope,
      marks.flatMap(({ place }, i) => (known[i] === undefined ? [place] : [])),
    );
    const rows = marks.flatMap((mark, i) => {
      const text = known[i] ?? learned.get(deviceOf(mark.place));
      return text === undefined ? [] : [{ ...mark, text }];
    });
    orders.keep(scope, rows);
    return rows.map(({ text, ...mark }) => rowText(text, mark));
  }

  return async (scope) => {
    const order = orders.of(scope);
    const ordered = order && rowsInOrder(order, await mapMarks(ctx, scope, 'any'));
    const rows = ordered ?? (await sortedRows(scope));
    const slices: Buffer[] = [];
    for (let from = 0; from < rows.length; from += SLICE_ROWS) {
      slices.push(Buffer.from(rows.slice(from, from + SLICE_ROWS).join(',')));
    }
    return slices;
  };
}

const deviceOf = (mark: string) => mark.slice(0, mark.indexOf(' '));
