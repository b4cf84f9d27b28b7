/** The clock of statements on a distributed database. */

const NOW = /\b(?:now|clock_timestamp)\(\)/g;

const READS_OR_WRITES = /^\s*(?:select|insert|update|delete|with)\b/i;

/** Returns whether the statement reads the clock of the node that runs it. */
export const readsClock = (text: string): boolean =>
  READS_OR_WRITES.test(text) && text.search(NOW) >= 0;

/**
 * Replaces the clock in a statement by a time that was read on the coordinator, as a further
 * parameter: a worker node has a clock of its own, which may differ.
 */
export function withTime(
  text: string,
  values: readonly unknown[],
  time: string,
): { readonly text: string; readonly values: readonly unknown[] } {
  return {
    text: text.replace(NOW, `$${values.length + 1}::timestamptz`),
    values: [...values, time],
  };
}
