/** The imports between source files below a folder, for tests of the structure. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

export interface Import {
  /** The importing file and the imported file, both relative to the folder. */
  readonly file: string;
  readonly target: string;
}

export function sourceFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.m?tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  );
}

/** Returns the relative imports between files below the folder. */
export function importsOf(root: string): Import[] {
  return sourceFiles(root).flatMap((file) => {
    const text = readFileSync(`${root}/${file}`, 'utf8');
    return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
      .map(([, name]) => relative(root, resolve(root, dirname(file), name!)))
      .filter((target) => !target.startsWith('..'))
      .map((target) => ({ file, target }));
  });
}

/** Returns the groups of files, as defined by `partOf`, that import each other in a cycle. */
export function partsInCircles(
  imports: readonly Import[],
  partOf: (file: string) => string,
): string[] {
  const next = new Map<string, Set<string>>();
  for (const { file, target } of imports) {
    const [from, to] = [partOf(file), partOf(target)];
    if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const reaches = (start: string): boolean => {
    const seen = new Set<string>();
    const waiting = [...(next.get(start) ?? [])];
    for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
      if (part === start) return true;
      if (seen.has(part)) continue;
      seen.add(part);
      waiting.push(...(next.get(part) ?? []));
    }
    return false;
  };
  return [...next.keys()].filter(reaches);
}
