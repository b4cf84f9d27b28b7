/**
 * Size of a page and number of its files: all scripts that the browser loads before it renders the page, read from the
 * manifest of the build, so that no chunk is missing. Run `size-limit` after a build.
 */
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const MANIFEST = join(__dirname, 'dist/.vite/manifest.json');
const manifest = existsSync(MANIFEST) ? JSON.parse(readFileSync(MANIFEST, 'utf8')) : {};

/** Scripts and style sheets of the given sources and of everything they import before they run. */
function filesOf(sources) {
  const found = { scripts: new Set(), styles: new Set() };
  const visit = (key) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`${key} is not in ${MANIFEST}: build first`);
    if (found.scripts.has(chunk.file)) return;
    found.scripts.add(chunk.file);
    for (const style of chunk.css ?? []) found.styles.add(style);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const source of sources) visit(source);
  return found;
}

const words = (...namespaces) =>
  namespaces.map((namespace) => `../../packages/texts/locales/ru/${namespace}.json`);
const ENTRY = ['index.html', 'src/i18n/catalogues/ru.ts'];
const SHELL = [
  ...ENTRY,
  'src/i18n/catalogues/later/ru.ts',
  'src/app/shell/library-texts/ru.ts',
  ...Object.keys(manifest).filter((key) => key.endsWith('virtual:call-paths')),
  'src/app/shell/shell.tsx',
];

/** Throws if the page has more files, because each of them is a request. */
function page(name, limit, sources, maxFiles) {
  const { scripts, styles } = filesOf(sources);
  const count = scripts.size + styles.size;
  if (count > maxFiles) throw new Error(`${name}: ${count} files, at most ${maxFiles}`);
  return { name, limit, gzip: true, path: [...scripts].map((file) => join('dist', file)) };
}

module.exports = [
  // docs/design.md 12.2: the first page under 150 KB of script. Russian words are the longest.
  page('sign-in page', '150 kB', [...ENTRY, 'src/features/auth/components/login-page.tsx'], 12),
  // Includes the charts and the built-in map, which are loaded after the page is rendered.
  page(
    'dashboard',
    '600 kB',
    [...SHELL, 'src/features/dashboard/dashboard-page.tsx', 'src/maps/offline-map.ts'],
    28,
  ),
  page(
    'operation log',
    '600 kB',
    [...SHELL, ...words('log'), 'src/features/log/components/log-page.tsx'],
    40,
  ),
  page(
    'device control',
    '500 kB',
    [
      ...SHELL,
      ...words('device-page', 'slaves', 'timers', 'protection'),
      'src/features/device-page/components/device-page.tsx',
      'src/features/device-control/control-tab.tsx',
    ],
    45,
  ),
  page(
    'group control',
    '500 kB',
    [...SHELL, ...words('group-control'), 'src/features/group-control/group-control-page.tsx'],
    40,
  ),
  page(
    'automatic protection',
    '500 kB',
    [
      ...SHELL,
      ...words('device-page', 'protection'),
      'src/features/device-page/components/device-page.tsx',
      'src/features/protection/protections-tab.tsx',
    ],
    45,
  ),
  page(
    'protection templates',
    '500 kB',
    [
      ...SHELL,
      ...words('protection', 'protection-templates'),
      'src/features/protection-templates/templates-page.tsx',
    ],
    40,
  ),
];
