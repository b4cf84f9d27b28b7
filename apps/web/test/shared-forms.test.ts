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

it('only the module of formats turns numbers into text', () => {
  expect(filesWith(/\.toFixed\(/)).toEqual([]);
});

it('only the shared fields import the pickers of the library', () => {
  expect(filesWith(/import \{[^}]*\b(Date|Time|Range)Picker\b[^}]*\} from 'antd'/)).toEqual([
    'components/fields/date-field.tsx',
    'components/fields/wall-clock-picker.ts',
  ]);
  expect(filesWith(/\bWallClockPicker\b/)).toEqual([
    'components/fields/moment-picker.tsx',
    'components/fields/period-field.tsx',
    'components/fields/wall-clock-picker.ts',
  ]);
});

it('no screen uses a native date or time field, because it follows the language of the browser', () => {
  expect(filesWith(/type=["'{]+(date|datetime-local|time|month|week)\b/)).toEqual([]);
});

it('no screen uses the form of the library', () => {
  expect(filesWith(/import \{[^}]*\bForm\b[^}]*\} from 'antd'/)).toEqual([]);
});

it('only the shared forms and some editors that they do not fit guard unsaved input', () => {
  expect(filesWith(/import \{ useUnsavedGuard \}/).toSorted()).toEqual([
    'components/forms/form-dialog.tsx',
    'components/forms/form-panel.tsx',
    // One guard for five sections, which are saved separately.
    'features/configuration/configuration-page.tsx',
    // Selecting another role discards the draft without leaving the page.
    'features/menus/menus-page.tsx',
    // Resolves a conflict with another user's version in the form.
    'features/protection-templates/components/template-editor.tsx',
    // Saving is an exchange with the device, which owns the progress and the refusal.
    'features/protection/components/dry-contacts-panel.tsx',
    'features/protection/components/protection-panel.tsx',
    // The draft is a grid of values and has no form.
    'features/real-data/real-data-page.tsx',
    // Saves a pair with two requests and retains the second if only the first succeeds.
    'features/timers/components/timer-form.tsx',
  ]);
});

it('only dialogs that the shared forms do not fit are built without them', () => {
  const others = new Set([
    // Saves nothing: runs the selected entry.
    'app/shell/palette/command-palette.tsx',
    'components/dialogs/confirm-dialog.tsx',
    'components/forms/form-dialog.tsx',
    // The page repeats its own request with the password, and shows the refusal in this dialog.
    'device-kit/components/step-up-dialog.tsx',
    // A refusal of the frame extends the dialog by a password.
    'features/command-console/components/send-dialog.tsx',
    // The error of the reset is shown in the section, with the button that reads it again.
    'features/configuration/components/section-frame.tsx',
    // Confirms one consequence of a form that remains open.
    'features/configuration/components/retention-section.tsx',
    // The results of the copy are shown on the page.
    'features/device-deploy/components/copy-preview.tsx',
    // Confirmations of commands, whose progress and refusal are shown at the device.
    'features/device-control/components/command-dialog.tsx',
    'features/group-control/components/batch-command-dialog.tsx',
    'features/protection/components/save-dialog.tsx',
    'features/slaves/components/slave-command-dialog.tsx',
    // Explains a refusal with a text of its own.
    'features/device-control/components/override-command.tsx',
    // Cannot be cancelled: the secret is shown once.
    'features/devices/components/connection-dialog.tsx',
    // Saves nothing: returns the selected reading.
    'features/energy-repair/components/reading-picker.tsx',
    // The error of the reset is shown on the page, with the button that reads the menu again.
    'features/menus/components/menu-editor.tsx',
    // A write that requires the password continues in the step-up dialog.
    'features/protection-templates/components/run-dialog.tsx',
    // Repeats a failed read.
    'features/rates/components/rate-dialogs.tsx',
  ]);
  expect(new Set(filesWith(/import \{ (Confirm)?Dialog \}/))).toEqual(others);
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
