/**
 * The areas of the server only import lower areas, and no folders of them import each other in a
 * cycle. The linter enforces the direction too; this test computes the whole graph.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../apps/server/src/areas', import.meta.url));
/** From the lowest area to the highest. */
const AREAS = [
  'shared',
  'fleet',
  'messaging',
  'identity',
  'alarms',
  'control',
  'telemetry',
  'energy',
  'sites',
  'platform',
  'onboarding',
  'reports',
];
const MAX_FILES = 25;

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.m?ts$/.test(file) && !file.endsWith('.test.ts'),
);
const imports = files.flatMap((file) => {
  const text = readFileSync(`${root}/${file}`, 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
    .map(([, name]) => relative(root, resolve(root, dirname(file), name!)))
    .filter((target) => !target.startsWith('..'))
    .map((target) => ({ file, target }));
});
const areaOf = (file: string): string => file.split('/')[0]!;

/** Returns the folders that can reach themselves through at least one other folder. */
function foldersInCircles(): string[] {
  const next = new Map<string, Set<string>>();
  for (const { file, target } of imports) {
    const [from, to] = [dirname(file), dirname(target)];
    if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const reaches = (start: string): boolean => {
    const seen = new Set<string>();
    const waiting = [...(next.get(start) ?? [])];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      if (folder === start) return true;
      if (seen.has(folder)) continue;
      seen.add(folder);
      waiting.push(...(next.get(folder) ?? []));
    }
    return false;
  };
  return [...next.keys()].filter(reaches);
}

describe('areas of the server', () => {
  it('are the twelve of ARCHITECTURE.md', () => {
    expect(new Set(files.map(areaOf))).toEqual(new Set(AREAS));
  });

  it('import no area above them', () => {
    const level = (file: string) => AREAS.indexOf(areaOf(file));
    expect(imports.length).toBeGreaterThan(1_000);
    expect(imports.filter(({ file, target }) => level(target) > level(file))).toEqual([]);
  });

  it('have no import cycle between folders', () => {
    expect(foldersInCircles()).toEqual([]);
  });

  it(`have at most ${MAX_FILES} files in a folder`, () => {
    const counts = new Map<string, number>();
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([]);
  });

  it('have a README that names files of the area', () => {
    const missing = AREAS.flatMap((area) => {
      const text = readFileSync(`${root}/${area}/README.md`, 'utf8');
      return [...text.matchAll(/^\| `([^`]+)`/gm)]
        .map(([, file]) => `${area}/${file}`)
        .filter((file) => !files.includes(file));
    });
    expect(missing).toEqual([]);
  });
});
