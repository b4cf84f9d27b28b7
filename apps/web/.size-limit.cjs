/**
 * The size of a page: all scripts that the browser loads before it renders the page, read from the
 * manifest of the build, so that no chunk is missing. Run `size-limit` after a build.
 */
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const MANIFEST = join(__dirname, 'dist/.vite/manifest.json');
const manifest = existsSync(MANIFEST) ? JSON.parse(readFileSync(MANIFEST, 'utf8')) : {};

/** Scripts of the given sources and of everything they import before they run. */
function scriptsOf(sources) {
  const found = new Set();
  const visit = (key) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`${key} is not in ${MANIFEST}: build first`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const source of sources) visit(source);
  return [...found].map((file) => join('dist', file));
}

const words = (...namespaces) =>
  namespaces.map((namespace) => `../../packages/texts/locales/ru/${namespace}.json`);
const ENTRY = ['index.html', 'src/i18n/catalogues/ru.ts', ...words('common', 'errors')];
const SHELL = [...ENTRY, ...words('shell', 'alarms', 'refusals'), 'src/app/shell/shell.tsx'];

const page = (name, limit, sources) => ({
  name,
  limit,
  gzip: true,
  path: scriptsOf(sources),
});

module.exports = [
  // docs/design.md 12.2: the first page under 150 KB of script. Russian words are the longest.
  page('sign-in page', '150 kB', [
    ...ENTRY,
    ...words('auth'),
    'src/features/auth/components/login-page.tsx',
  ]),
  // Includes the charts and the built-in map, which are loaded after the page is rendered.
  page('dashboard', '600 kB', [
    ...SHELL,
    ...words('dashboard', 'devices', 'control', 'maps'),
    'src/features/dashboard/dashboard-page.tsx',
    'src/maps/offline-map.ts',
  ]),
  page('operation log', '600 kB', [
    ...SHELL,
    ...words('log'),
    'src/features/log/components/log-page.tsx',
  ]),
  page('device control', '500 kB', [
    ...SHELL,
    ...words('devices', 'control', 'slaves', 'timers', 'protection'),
    'src/features/device-control/device-control-page.tsx',
  ]),
  page('group control', '500 kB', [
    ...SHELL,
    ...words('devices', 'control', 'group-control'),
    'src/features/group-control/group-control-page.tsx',
  ]),
  page('automatic protection', '500 kB', [
    ...SHELL,
    ...words('devices', 'control', 'protection'),
    'src/features/protection/protection-page.tsx',
  ]),
  page('protection templates', '500 kB', [
    ...SHELL,
    ...words('devices', 'control', 'protection', 'protection-templates'),
    'src/features/protection-templates/templates-page.tsx',
  ]),
];
