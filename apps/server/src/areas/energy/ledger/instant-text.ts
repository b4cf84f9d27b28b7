/** An instant of an SQL list, epoch ms; -Infinity: before the first register. */
export function instantText(ms: number): string {
  return Number.isFinite(ms) ? new Date(ms).toISOString() : '-infinity';
}
