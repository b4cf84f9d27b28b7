// Bundles the style sheet and the scripts. Their names contain a hash of their content, so that
// browsers cache them permanently; the same sources give the same bytes.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './documents.mjs';

const BROWSER = join(ROOT, 'site', 'browser');
const ENTRIES = {
  styles: join(BROWSER, 'styles', 'site.css'),
  theme: join(BROWSER, 'theme.mjs'),
  site: join(BROWSER, 'site.mjs'),
};

/** Writes the files and returns their addresses by name: `styles`, `theme`, `site` and `icon`. */
export async function writeAssets(output) {
  const folder = join(output, 'assets');
  mkdirSync(folder, { recursive: true });
  const { outputFiles } = await build({
    entryPoints: ENTRIES,
    outdir: folder,
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['es2022'],
    charset: 'utf8',
    legalComments: 'none',
  });
  const icon = readFileSync(join(ROOT, 'apps', 'web', 'public', 'busbar.svg'));
  const files = [
    ...outputFiles.map(({ path, contents }) => [basename(path), contents]),
    ['icon.svg', icon],
  ];
  return Object.fromEntries(
    files.map(([file, contents]) => {
      const [name, extension] = file.split('.');
      const hash = createHash('sha256').update(contents).digest('hex').slice(0, 10);
      const address = `assets/${name}.${hash}.${extension}`;
      writeFileSync(join(output, address), contents);
      return [name, address];
    }),
  );
}
