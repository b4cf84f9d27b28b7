/** Pages whose address or name resembles a mistyped address. */

/** Dice coefficient from which two texts resemble each other. */
const MIN_LIKENESS = 0.3;

interface NamedPage {
  readonly path: string;
  readonly label: string;
}

/** Returns up to `max` pages, the most similar first; none if nothing resembles the address. */
export function nearestPages<P extends NamedPage>(
  address: string,
  pages: readonly P[],
  max: number,
): P[] {
  const wanted = pairsOf(address);
  return pages
    .map((page) => ({
      page,
      likeness: Math.max(
        likeness(wanted, pairsOf(page.path)),
        likeness(wanted, pairsOf(page.label)),
      ),
    }))
    .filter((found) => found.likeness >= MIN_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, max)
    .map(({ page }) => page);
}

/** Pairs of neighbouring letters and digits, in lower case. */
function pairsOf(text: string): Set<string> {
  const letters = [...text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')];
  return new Set(letters.slice(1).map((letter, at) => `${letters[at]}${letter}`));
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return (2 * shared) / (a.size + b.size);
}
