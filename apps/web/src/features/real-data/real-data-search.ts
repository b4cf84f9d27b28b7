/**
 * URL parameters of the live wall, so that a wall display can be linked to what it shows: a saved
 * layout, a preset by load, or a wall of the user's own, and how often its pages change.
 */
import { WALL_NAME_LENGTH } from '@busbar/domain/wall/wall-name';
import {
  present,
  readOneOf,
  readText,
  readWhole,
  type SearchInput,
} from '../../lib/address/search-params.ts';

export const WALL_VIEWS = ['top', 'group', 'own'] as const;
/** Seconds after which the pages of a wall change. */
export const TURN_SECONDS = [10, 20, 30, 60] as const;

export interface RealDataSearch {
  layout?: string;
  /** Without a layout; the default is the preset of the highest loads. */
  view?: (typeof WALL_VIEWS)[number];
  /** Order of a preset; the default is percent of the rated current. */
  by?: 'kw';
  /** Group of a preset; the default is the user's group. */
  group?: number;
  every?: number;
}

/** A parameter that is undefined is removed from the URL. */
export type WallChange = { readonly [K in keyof RealDataSearch]?: RealDataSearch[K] | undefined };

export function readRealDataSearch(search: SearchInput): RealDataSearch {
  const every = readWhole(search.every, 1, 3_600);
  return present({
    layout: readText(search.layout, WALL_NAME_LENGTH),
    view: readOneOf(search.view, WALL_VIEWS),
    by: readOneOf(search.by, ['kw']),
    group: readWhole(search.group, 1, 2_147_483_647),
    every: TURN_SECONDS.find((seconds) => seconds === every),
  });
}
