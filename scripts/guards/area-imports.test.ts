/**
 * The areas of the server import only lower areas, and the folders of the areas do not import each
 * other in a cycle. The linter enforces the direction too; this test computes the whole graph.
 */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importsOf, partsInCircles, sourceFiles } from './import-graph.ts';

const root = fileURLToPath(new URL('../../apps/server/src/areas', import.meta.url));
/** The areas from the lowest to the highest. */
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

const files = sourceFiles(root);
const imports = importsOf(root);
const areaOf = (file: string): string => file.split('/')[0]!;

describe('areas of the server', () => {
  it('are the twelve in ARCHITECTURE.md', () => {
    expect(new Set(files.map(areaOf))).toEqual(new Set(AREAS));
  });

  it('import no higher area', () => {
    const level = (file: string) => AREAS.indexOf(areaOf(file));
    expect(imports.length).toBeGreaterThan(1_000);
    expect(imports.filter(({ file, target }) => level(target) > level(file))).toEqual([]);
  });

  it('import no codec of a device protocol, because drivers of the gateway decode and encode', () => {
    const codec = /@busbar\/device-protocol\/(?!frame\/|up\/alarm-names'|up\/reading-fields')/;
    const users = files.filter(
      (file) => !file.endsWith('.test.ts') && codec.test(readFileSync(`${root}/${file}`, 'utf8')),
    );
    expect(users).toEqual([]);
  });

  it('have no import cycle between their folders', () => {
    expect(partsInCircles(imports, dirname)).toEqual([]);
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
