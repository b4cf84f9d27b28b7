/**
 * All screens must use the shared modules for numbers, dates and page loads; these tests find code
 * that does not.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '../src');

const files = readdirSync(SOURCES, { recursive: true, withFileTypes: true })
  .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map(({ name, parentPath }) => {
    const path = join(parentPath, name);
    return { path: relative(SOURCES, path), text: readFileSync(path, 'utf8') };
  });

const filesWith = (pattern: RegExp) =>
  files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

it('only the shared number field imports InputNumber', () => {
  expect(filesWith(/\bInputNumber\b/)).toEqual(['components/fields/number-field.tsx']);
});

it('only the shared module formats numbers', () => {
  expect(filesWith(/\.toFixed\(|Intl\.NumberFormat|\.toLocaleString\(/)).toEqual([
    'lib/formats/number-format.ts',
  ]);
});

it('only the shared fields import the pickers of the library', () => {
  expect(filesWith(/import \{[^}]*\b(Date|Time|Range)Picker\b[^}]*\} from 'antd'/)).toEqual([
    'components/fields/date-field.tsx',
    'components/fields/wall-clock-picker.ts',
  ]);
  expect(filesWith(/\bWallClockPicker\b/)).toEqual([
    'components/fields/moment-picker.tsx',
    'components/fields/wall-clock-picker.ts',
  ]);
});

it('no screen uses a native date or time field, because it follows the language of the browser', () => {
  expect(filesWith(/type=["'{]+(date|datetime-local|time|month|week)\b/)).toEqual([]);
});

it('only the shared forms and some multi-step editors guard unsaved input', () => {
  expect(filesWith(/import \{ useUnsavedGuard \}/).toSorted()).toEqual([
    'components/forms/form-dialog.tsx',
    'components/forms/form-panel.tsx',
    'device-kit/components/device-form-dialog.tsx',
    'features/configuration/configuration-page.tsx',
    'features/menus/menus-page.tsx',
    'features/protection-templates/components/template-editor.tsx',
    'features/protection/components/dry-contacts-panel.tsx',
    'features/protection/components/protection-panel.tsx',
    'features/real-data/real-data-page.tsx',
    'features/timers/components/timer-form.tsx',
  ]);
});

it('every page is loaded through loadPage, which has a timeout', () => {
  const routes = files.filter(({ path }) => path.startsWith(join('app', 'routes')));
  const shellPage = routes.find(({ path }) => path.endsWith('shell-page.ts'));
  expect(shellPage?.text).toContain('loadPage(load())');
  expect(routes.some(({ text }) => text.includes('loadPage(import('))).toBe(true);
  const unlimited = routes.filter(({ text }) =>
    /(?<!loadPage\(\s*|^ {2}load: \(\) =>\s*)import\(/m.test(text),
  );
  expect(unlimited.map(({ path }) => path)).toEqual([]);
});
