/** URL parameters of the live wall: the open layout, so that a wall display can be linked to it. */
import { WALL_NAME_LENGTH } from '@busbar/domain/wall/wall-cell';
import { present, readText, type SearchInput } from '../../lib/address/search-params.ts';

export interface RealDataSearch {
  layout?: string;
}

export function readRealDataSearch(search: SearchInput): RealDataSearch {
  return present({ layout: readText(search.layout, WALL_NAME_LENGTH) });
}
