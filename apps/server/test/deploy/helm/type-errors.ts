/** Compares manifests with the types of Kubernetes. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manifest } from './render-chart.ts';

const ROOT = new URL('../../../../../', import.meta.url);

/** Unknown fields of object literals, missing ones and wrong types are errors of the compiler. */
export function typeErrors(manifests: readonly Manifest[]): string {
  const below = fileURLToPath(new URL('../../../dist/', import.meta.url));
  mkdirSync(below, { recursive: true });
  // Below the workspace, where the types are found.
  const folder = mkdtempSync(join(below, 'test-chart-'));
  try {
    const lines = manifests.map((manifest, index) => {
      const { apiVersion, kind } = manifest;
      const group = apiVersion === 'v1' ? 'core/v1' : apiVersion.replace('.k8s.io', '');
      return `export const m${index}: import('kubernetes-types/${group}').${kind} = ${JSON.stringify(manifest)};`;
    });
    const file = join(folder, 'manifests.ts');
    writeFileSync(file, lines.join('\n'));
    const compiler = fileURLToPath(new URL('node_modules/typescript/bin/tsc', ROOT));
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig'];
    const where = [
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--target',
      'es2023',
      '--types',
      '',
    ];
    const { stdout } = spawnSync(process.execPath, [compiler, ...options, ...where, file], {
      encoding: 'utf8',
    });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
