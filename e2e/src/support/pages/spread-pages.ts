/**
 * Orders screens so that one rarely follows another of the same page, which would require a reload:
 * the first screen of each page, then the second of each, and so on.
 */
export function spreadPages<T>(screens: readonly T[], pathOf: (screen: T) => string): T[] {
  const rounds: T[][] = [];
  const seen = new Map<string, number>();
  for (const screen of screens) {
    const { pathname } = new URL(pathOf(screen), 'http://screen');
    const round = seen.get(pathname) ?? 0;
    seen.set(pathname, round + 1);
    rounds[round] = [...(rounds[round] ?? []), screen];
  }
  return rounds.flat();
}
