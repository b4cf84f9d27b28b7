/**
 * The rows of the map as JSON. A row is two pieces of text: the device's place, written once for
 * each version of its row, and its state, of which a fleet has a handful of different ones.
 */
import type { Scope } from '../caller.ts';
import type { Context } from '../context.ts';
import { mapMarks, mapPlaces, mapStateOf } from '../modules/devices/map-list.ts';
import { presentMapPlace, presentMapState } from './present-device.ts';
import { RecentTexts } from './recent-texts.ts';

/** Of this many places (some 200 bytes each) the texts are kept, and of as many before them. */
const KEPT_PLACES = 20_000;
const KEPT_STATES = 2_000;

/** Slices of rows, commas between the rows of a slice. */
export function mapRows(ctx: Context): (scope: Scope) => Promise<Buffer[]> {
  const places = new RecentTexts(KEPT_PLACES);
  const states = new RecentTexts(KEPT_STATES);
  const stateText = (state: string) =>
    states.of(state, () => JSON.stringify(presentMapState(mapStateOf(state))).slice(1));

  /** By device: the texts of rows read now, in whatever version they are found. */
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

  return async (scope) => {
    const slices: Buffer[] = [];
    for await (const marks of mapMarks(ctx, scope)) {
      // Held here at once: learning the others may let go of them.
      const known = marks.map(({ place }) => places.get(place));
      const learned = await learn(
        scope,
        marks.flatMap(({ place }, i) => (known[i] === undefined ? [place] : [])),
      );
      const rows = marks.flatMap(({ place, state }, i) => {
        const text = known[i] ?? learned.get(deviceOf(place));
        return text === undefined ? [] : [`${text},${stateText(state)}`];
      });
      slices.push(Buffer.from(rows.join(',')));
    }
    return slices;
  };
}

const deviceOf = (mark: string) => mark.slice(0, mark.indexOf(' '));
