/** Cache for values that depend only on a day and the rules of a time zone. */

/** Entries of one cache; all are dropped when it is full. */
const MAX_ENTRIES = 2_000;

/** Returns `compute` with its results cached; an error is thrown again by the next call. */
export function cachedByDay<Value>(
  compute: (date: string, zone: string) => Value,
): (date: string, zone: string) => Value {
  const known = new Map<string, Value>();
  return (date, zone) => {
    const key = `${date} ${zone}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = compute(date, zone);
    if (known.size >= MAX_ENTRIES) known.clear();
    known.set(key, value);
    return value;
  };
}
