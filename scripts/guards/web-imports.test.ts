/**
 * In the web client, features do not import each other in a cycle, and shared folders import no
 * feature.
 */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importsOf, partsInCircles } from './import-graph.ts';

const root = fileURLToPath(new URL('../../apps/web/src', import.meta.url));
const imports = importsOf(root);

/** Returns `features/alarms` for a file of that feature, otherwise the folder below `src`. */
function partOf(file: string): string {
  const [folder = '', feature = ''] = file.split('/');
  return folder === 'features' ? `features/${feature}` : folder;
}

const isFeature = (file: string): boolean => file.startsWith('features/');
const isApp = (file: string): boolean => file.startsWith('app/') || file === 'main.tsx';

describe('the web client', () => {
  it('has no features that import each other in a cycle', () => {
    expect(imports.length).toBeGreaterThan(3_000);
    expect(
      partsInCircles(
        imports.filter(({ file, target }) => isFeature(file) && isFeature(target)),
        partOf,
      ),
    ).toEqual([]);
  });

  it('has shared folders that import no feature and nothing of the app', () => {
    const upwards = imports
      .filter(({ file }) => !isFeature(file) && !isApp(file))
      .filter(({ target }) => isFeature(target) || isApp(target));
    expect(upwards).toEqual([]);
  });

  it('has features that import nothing of the app', () => {
    expect(imports.filter(({ file, target }) => isFeature(file) && isApp(target))).toEqual([]);
  });
});
