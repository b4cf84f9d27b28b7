/**
 * Isolates a date or code within a sentence as left to right: in Arabic `2026-11-21` would
 * otherwise be displayed as 21-11-2026. Needed only in plain text, because elements have `dir`.
 */
export function ltrText(text: string): string {
  return `\u2066${text}\u2069`;
}
