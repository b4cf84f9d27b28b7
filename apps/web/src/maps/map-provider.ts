import type { Answer } from '../lib/calls/call-types.ts';
import type { MapProvider } from './map-frame.tsx';

type GroupMap = Pick<
  Answer<'v2.ping-token'>['data']['group'],
  'map_type' | 'map_key' | 'map_tiles'
>;

/**
 * The customer's map provider if the installation has a key for it, else its tile server, else the
 * built-in map.
 */
export function providerOf(group: GroupMap | undefined): MapProvider | undefined {
  const key = group?.map_key ?? null;
  const name = group?.map_type;
  if (key !== null && (name === 'baidu' || name === 'google')) return { name, key };
  return tilesOf(group);
}

/** The tile server, for maps on which positions are set. */
export function tilesOf(group: Pick<GroupMap, 'map_tiles'> | undefined): MapProvider | undefined {
  const tiles = group?.map_tiles ?? null;
  return tiles === null ? undefined : { name: 'tiles', key: tiles.url, credit: tiles.attribution };
}
