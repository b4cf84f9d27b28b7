/**
 * Migrations on `main` are frozen: a database that ran one compares its checksum at the start. A new
 * migration adds its row to `landed-migrations.json`.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../../src/storage/migrations/', import.meta.url);
const landed: Record<string, string> = JSON.parse(
  readFileSync(new URL('landed-migrations.json', import.meta.url), 'utf8'),
);

it('landed migrations are unchanged, and each one is listed', () => {
  const present = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8').replaceAll('\r\n', '\n');
      return [file, createHash('sha256').update(text).digest('hex')];
    });
  expect(Object.fromEntries(present)).toEqual(landed);
});
