/** Prints a table for the terminal that is also valid Markdown. */
export function printTable(title: string, rows: readonly Record<string, string | number>[]): void {
  const heads = Object.keys(rows[0] ?? {});
  const widths = heads.map((head) =>
    Math.max(head.length, ...rows.map((row) => String(row[head]).length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`;
  console.log(`\n${title}\n`);
  console.log(line(heads));
  console.log(line(widths.map((width) => '-'.repeat(width))));
  for (const row of rows) console.log(line(heads.map((head) => String(row[head]))));
  console.log('');
}

export function percentile(sorted: ArrayLike<number>, part: number): number {
  const index = Math.min(sorted.length - 1, Math.floor(sorted.length * part));
  return sorted[index] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}
