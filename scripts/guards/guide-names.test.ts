/** Names in italics in the guides are names on the English screens. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const GUIDES = join(root, 'docs', 'guides');
const CATALOGUE = join(root, 'packages', 'texts', 'locales', 'en');

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsIn);

const shown = readdirSync(CATALOGUE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => textsIn(JSON.parse(readFileSync(join(CATALOGUE, file), 'utf8'))))
  .map((text) => text.toLowerCase());

const names = readdirSync(GUIDES).flatMap((guide) =>
  [...readFileSync(join(GUIDES, guide), 'utf8').matchAll(/(?<![*\w])\*([^*\n]+)\*(?!\*)/g)].map(
    ([, name]) => ({ guide, name: name! }),
  ),
);

/** A text with a value, such as “Current still flows: {{current}}”, is named by its beginning. */
const isShown = (name: string) =>
  shown.some((text) => text === name || text.startsWith(`${name}: {{`));

it('the guides name pages and buttons that exist', () => {
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter(({ name }) => !isShown(name.toLowerCase()))).toEqual([]);
});
