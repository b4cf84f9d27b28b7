/**
 * Groups the modules of the build into few files. A first pass without groups yields one chunk for
 * each set of pages that share modules, hundreds in all, most of them tiny. Chunks are then merged
 * while a request that is saved is worth more than the code that a page loads without need.
 */

/** A chunk of the first pass. */
export interface Chunk {
  readonly name: string;
  readonly modules: readonly string[];
  /** Length of the code of its modules. */
  readonly size: number;
  /** Names of the pages that load it. */
  readonly pages: ReadonlySet<string>;
  /** The chunks that its modules import, directly or not; a page that loads it loads them too. */
  readonly imports?: ReadonlySet<Pick<Chunk, 'size' | 'pages'>>;
}

/**
 * The dashboard is opened after most sign-ins, when nothing is in the browser's cache; breakers are
 * controlled more often than anything else is opened afterwards.
 */
function weightOf(page: string): number {
  if (page.includes('/dashboard-page.')) return 200;
  return page.includes('/control-tab.') ? 4 : 1;
}

/** Merges pairs, the best first, until no merge is worth it. */
export function mergeChunks(chunks: readonly Chunk[], requestCost: number): Chunk[] {
  const merged = [...chunks];
  for (;;) {
    let best: { readonly gain: number; readonly i: number; readonly j: number } | undefined;
    for (let i = 0; i < merged.length; i += 1) {
      for (let j = i + 1; j < merged.length; j += 1) {
        const [a, b] = [merged[i]!, merged[j]!];
        const atMost = gainOf(a, b, requestCost);
        if (atMost <= (best?.gain ?? 0)) continue;
        const gain = atMost - importsCost(a, b) - importsCost(b, a);
        if (gain > (best?.gain ?? 0)) best = { gain, i, j };
      }
    }
    if (best === undefined) return merged;
    const { i, j } = best;
    merged[i] = joined(merged[i]!, merged[j]!);
    merged.splice(j, 1);
  }
}

function gainOf(a: Chunk, b: Chunk, requestCost: number): number {
  let gain = 0;
  for (const page of a.pages) gain += weightOf(page) * (b.pages.has(page) ? requestCost : -b.size);
  for (const page of b.pages) if (!a.pages.has(page)) gain -= weightOf(page) * a.size;
  return gain;
}

/** Code that pages of `b` would load because `a` imports it. */
function importsCost(a: Chunk, b: Chunk): number {
  let cost = 0;
  for (const page of b.pages) {
    if (a.pages.has(page)) continue;
    for (const { size, pages } of a.imports ?? []) {
      if (!pages.has(page)) cost += weightOf(page) * size;
    }
  }
  return cost;
}

function joined(a: Chunk, b: Chunk): Chunk {
  return {
    name: a.size > b.size ? a.name : b.name,
    modules: [...a.modules, ...b.modules],
    size: a.size + b.size,
    pages: new Set([...a.pages, ...b.pages]),
    imports: new Set([...(a.imports ?? []), ...(b.imports ?? [])]),
  };
}
