/** Formats an instant (epoch ms) for an SQL list; -Infinity means before the first register. */
export function instantText(ms: number): string {
  return Number.isFinite(ms) ? new Date(ms).toISOString() : '-infinity';
}
