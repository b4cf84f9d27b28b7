import type { MapProvider } from './map-frame.tsx';

/** The customer's map provider if the installation has a key for it, else the built-in map. */
export function providerOf(
  group: { readonly map_type: string; readonly map_key: string | null } | undefined,
): MapProvider | undefined {
  const key = group?.map_key ?? null;
  const name = group?.map_type;
  if (key === null || (name !== 'baidu' && name !== 'google')) return undefined;
  return { name, key };
}
