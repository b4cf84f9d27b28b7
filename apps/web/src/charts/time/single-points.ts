/** Indexes of values with no line to either side; undefined is skipped, null ends a line. */
export function singlePoints(values: ArrayLike<number | null | undefined>): number[] {
  const cells = Array.from(values, (value, at) => ({ value, at })).filter(
    ({ value }) => value !== undefined,
  );
  return cells.flatMap(({ value, at }, i) => {
    const isSingle = [cells[i - 1], cells[i + 1]].every((next) => typeof next?.value !== 'number');
    return typeof value === 'number' && isSingle ? [at] : [];
  });
}
