/**
 * A date or code inside a sentence, kept left to right: in Arabic `2026-11-21` would otherwise read
 * 21-11-2026. Only where the sentence is plain text; elements have `dir`.
 */
export function ltrText(text: string): string {
  return `\u2066${text}\u2069`;
}
