/**
 * Writes into the page which files the browser needs after the sign-in: those of the shell and of
 * the dashboard, and their texts by language. The sign-in page fetches them while the user types
 * (`src/lib/fetch-ahead.ts`). Only names of public files are listed.
 */
import type { Plugin, Rolldown } from 'vite';
import { LANGUAGES } from './src/i18n/languages.ts';

const FIRST = ['/src/main.tsx', '/src/features/auth/components/login-page.tsx'];
const LATER = [
  '/src/app/shell/shell.tsx',
  'virtual:call-paths',
  '/src/features/dashboard/dashboard-page.tsx',
  '/src/maps/offline-map.ts',
];
const TEXTS = ['shell', 'alarms', 'refusals', 'dashboard', 'devices', 'control', 'maps'];

export function listLaterFiles(): Plugin {
  return {
    name: 'list-later-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const first = new Set(filesOf(chunks, FIRST));
        const later = (modules: readonly string[]) =>
          filesOf(chunks, modules).filter((file) => !first.has(file));
        const texts = LANGUAGES.map((language) => [
          language,
          later(TEXTS.map((name) => `/locales/${language}/${name}.json`)),
        ]);
        const files = { files: later(LATER), texts: Object.fromEntries(texts) };
        return [
          {
            tag: 'script',
            attrs: { type: 'application/json', id: 'later-files' },
            children: JSON.stringify(files),
            injectTo: 'body',
          },
        ];
      },
    },
  };
}

/** Files of the modules and of everything they import before they run. */
function filesOf(chunks: readonly Rolldown.OutputChunk[], modules: readonly string[]): string[] {
  const files = new Set<string>();
  const visit = (chunk: Rolldown.OutputChunk) => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
    for (const name of chunk.imports) {
      const next = chunks.find(({ fileName }) => fileName === name);
      if (next !== undefined) visit(next);
    }
  };
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
    if (chunk === undefined) throw new Error(`no chunk contains ${module}`);
    visit(chunk);
  }
  return [...files];
}
