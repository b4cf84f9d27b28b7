/** Bytes of a frame as pairs of upper-case hexadecimal digits. */
export function pairsOf(hex: string): string[] {
  return hex.toUpperCase().match(/../g) ?? [];
}
