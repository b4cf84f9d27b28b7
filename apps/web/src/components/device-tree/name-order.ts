/**
 * Alphabetical order of names in which digits count as numbers. Comparing names is slow, and the
 * same ten thousand are sorted again at each change of a state, so the order of known names is kept.
 */
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

let known: ReadonlyMap<string, number> = new Map();

/** Returns the rank of each name; equal ones, such as those that differ in case, share a rank. */
export function nameRanks(names: readonly string[]): ReadonlyMap<string, number> {
  if (names.every((name) => known.has(name))) return known;
  const ranks = new Map<string, number>();
  let last: string | undefined;
  let rank = 0;
  // Known names stay known, because the tree and a search sort different parts of the devices.
  for (const name of [...new Set([...known.keys(), ...names])].sort(collator.compare)) {
    if (last !== undefined && collator.compare(last, name) !== 0) rank += 1;
    ranks.set(name, rank);
    last = name;
  }
  known = ranks;
  return ranks;
}

/** Returns the devices by name, those of the same name by code. */
export function inNameOrder<T extends { readonly name: string; readonly code: string }>(
  devices: readonly T[],
): T[] {
  const ranks = nameRanks(devices.map(({ name }) => name));
  return devices
    .map((device) => ({ device, rank: ranks.get(device.name)! }))
    .sort((a, b) => a.rank - b.rank || collator.compare(a.device.code, b.device.code))
    .map(({ device }) => device);
}
