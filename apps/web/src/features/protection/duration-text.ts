/** A set length of time, without decimals it does not have: `850 ms`, `1.5 s`, `30 s`, `8 min`, `2 min 30 s`. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 60_000) return `${Number((ms / 1_000).toFixed(2))} s`;
  const seconds = Math.round(ms / 1_000);
  const minutes = `${Math.floor(seconds / 60)} min`;
  return seconds % 60 === 0 ? minutes : `${minutes} ${seconds % 60} s`;
}
