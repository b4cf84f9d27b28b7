// Copies a package of the registry without the files that only developers need.
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { basename, extname, join, relative, sep } from 'node:path';
import { isEmbeddedDatabase } from './production-packages.mjs';

/** Types, maps and static libraries; `.md` is not among them, because licences have that ending. */
const UNUSED_ENDINGS = new Set(['.ts', '.mts', '.cts', '.map', '.a', '.tsbuildinfo']);

/** Folders at the top of a package that its program does not use, as those that begin with a dot. */
const UNUSED_FOLDERS = new Set([
  'benchmark',
  'benchmarks',
  'doc',
  'docs',
  'example',
  'examples',
  'test',
  'tests',
  '__tests__',
]);

/** Fonts, and the pictures of them. */
const FONT_ENDINGS = ['.ttf', '.otf', '.png'];

/**
 * The weights of the fonts that bills and reports use; the packages contain up to eighteen, each with a
 * picture.
 */
const FONTS = {
  '@embedpdf/fonts-sc': ['NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf'],
  '@expo-google-fonts/noto-sans': ['NotoSans_400Regular.ttf', 'NotoSans_700Bold.ttf'],
  '@expo-google-fonts/ibm-plex-sans-arabic': [
    'IBMPlexSansArabic_400Regular.ttf',
    'IBMPlexSansArabic_700Bold.ttf',
  ],
};

/**
 * Builds for browsers, sources of a build, the build for `require` of packages that are only imported
 * and that for `import` of the others, and the compressor of brotli: fontkit uses the decompressor.
 */
const UNUSED_FILES = {
  '@swc/helpers': ['cjs', 'src'],
  brotli: ['build', 'enc', 'compress.js', 'index.js'],
  fontkit: ['dist/browser.cjs', 'dist/browser-module.mjs', 'dist/main.cjs', 'src'],
  glob: ['dist/esm'],
  i18next: ['dist/cjs', 'dist/umd', 'i18next.js', 'i18next.min.js'],
  kysely: ['dist/cjs'],
  'lru-cache': ['dist/esm'],
  minimatch: ['dist/esm'],
  mqtt: ['dist'],
  nodemailer: ['dist/cjs'],
  pako: ['dist'],
  pdfkit: [
    'js/pdfkit.browser.js',
    'js/pdfkit.browser.mjs',
    'js/pdfkit.browser.old.js',
    'js/pdfkit.browser.old.mjs',
    'js/pdfkit.js',
    'js/pdfkit.old.js',
    'js/pdfkit.standalone.js',
    'tools',
  ],
  'temporal-polyfill': ['full/global.js', 'global.js'],
};

/** Copies `{ path, name }` from the folder `root` to the same path in `target`. */
export function copyPackage(root, { path, name }, target) {
  const source = join(root, path);
  cpSync(source, join(target, path), {
    recursive: true,
    // Links inside a package remain relative, so that the copy can be moved.
    verbatimSymlinks: true,
    filter: (file) => isNeeded(name, relative(source, file)),
  });
  if (isEmbeddedDatabase(name)) completeDatabase(join(target, path));
}

function isNeeded(name, file) {
  const folders = file.split(sep);
  // A package's own node_modules are packages with paths of their own.
  if (folders.includes('node_modules')) return false;
  if (UNUSED_FOLDERS.has(folders[0]) || folders[0].startsWith('.')) return false;
  if (UNUSED_FILES[name]?.includes(folders.join('/'))) return false;
  const ending = extname(file);
  if (UNUSED_ENDINGS.has(ending)) return false;
  const fonts = FONTS[name];
  if (fonts === undefined || !FONT_ENDINGS.includes(ending)) return true;
  return fonts.includes(basename(file));
}

/** Creates the links that npm packages cannot contain, because the copy may be read-only later. */
function completeDatabase(folder) {
  rmSync(join(folder, 'scripts'), { recursive: true, force: true });
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}
