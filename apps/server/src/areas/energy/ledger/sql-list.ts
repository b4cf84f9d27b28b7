/** Formats an array literal; the values must not need quoting. */
export function list<T>(
  items: readonly T[],
  value: (item: T) => string | number | boolean | null | undefined,
): string {
  return `{${items.map((item) => value(item) ?? 'NULL').join(',')}}`;
}
