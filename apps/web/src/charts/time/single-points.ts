/** Indexes of values with no line to either side; undefined is skipped, null ends a line. */
export function singlePoints(values: ArrayLike<number | null | undefined>): number[] {
  const single: number[] = [];
  let first = 0;
  let length = 0;
  const endLine = () => {
    if (length === 1) single.push(first);
    length = 0;
  };
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at];
    if (value === null) endLine();
    else if (value !== undefined) {
      if (length === 0) first = at;
      length += 1;
    }
  }
  endLine();
  return single;
}
