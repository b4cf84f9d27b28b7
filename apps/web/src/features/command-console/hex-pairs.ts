/** Bytes of a frame as people read them: pairs of large letters and figures. */
export function pairsOf(hex: string): string[] {
  return hex.toUpperCase().match(/../g) ?? [];
}
