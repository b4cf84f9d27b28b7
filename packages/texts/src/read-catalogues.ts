/** Reads the catalogues for tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCALES = join(import.meta.dirname, '../locales');
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Names of the catalogues of a language; those that only the server reads begin with `server/`. */
export function cataloguesOf(language: string): string[] {
  return readdirSync(join(LOCALES, language), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace('.json', '').replaceAll('\\', '/'))
    .sort();
}

/** Texts of a catalogue by key; plural forms are keys with a suffix. */
export function readTexts(language: string, catalogue: string): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (value: unknown, path: string) => {
    if (typeof value === 'string') texts.set(path, value);
    else {
      for (const [key, part] of Object.entries(value as object)) {
        walk(part, path === '' ? key : `${path}.${key}`);
      }
    }
  };
  walk(JSON.parse(readFileSync(join(LOCALES, language, `${catalogue}.json`), 'utf8')), '');
  return texts;
}

export const isPlural = (key: string): boolean => PLURAL.test(key);

export const withoutPlural = (key: string): string => key.replace(PLURAL, '');

/** Keys without their plural suffixes. */
export const plainKeys = (texts: ReadonlyMap<string, string>): Set<string> =>
  new Set([...texts.keys()].map(withoutPlural));
