import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CATALOGUE } from './catalogue.ts';

it('the catalogue contains every call that a file declares, each name once', async () => {
  const files = ['health.ts', ...filesOf('v1'), ...filesOf('v2')];
  const declared: string[] = [];
  for (const file of files) {
    const exported: unknown[] = Object.values(await import(`./${file}`));
    for (const calls of exported) {
      if (typeof calls === 'object' && calls !== null) {
        declared.push(...Object.keys(calls).filter((name) => /^(v[12]\.|health)/.test(name)));
      }
    }
  }
  expect(declared.sort()).toEqual(CATALOGUE.map(({ name }) => name).sort());
});

function filesOf(folder: string): string[] {
  return readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file}`);
}
