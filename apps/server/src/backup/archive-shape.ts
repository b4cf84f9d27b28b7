/** Checks that the JSON files inside an archive have the shape this program writes. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Contents, Manifest } from './archive-format.ts';

const Name = Type.String({ pattern: '^[a-z][a-z0-9_]{0,62}$' });
const Count = Type.Integer({ minimum: 0 });
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const packed = { parts: Count, bytes: Count, sha256: Sha256 };

/** A newer archive may contain more properties. */
const manifestShape = Compile(
  Type.Object({
    format: Type.Literal('busbar-backup'),
    version: Type.Integer({ minimum: 1 }),
    app: Type.String({ maxLength: 100, pattern: '^[0-9A-Za-z.+-]+$' }),
    createdAt: Type.String({ maxLength: 40 }),
    // Earlier versions recorded other engine names; the rows have the same format.
    engine: Type.String({ maxLength: 40 }),
    migrations: Type.Array(
      Type.Object({ number: Count, name: Type.String({ maxLength: 200 }), checksum: Sha256 }),
    ),
    tables: Type.Array(Type.Object({ name: Name, columns: Type.Array(Name) })),
  }),
);

const contentsShape = Compile(
  Type.Object({
    tables: Type.Array(Type.Object({ ...packed, name: Name, rows: Count })),
    files: Type.Array(Type.Object({ ...packed, path: Type.String({ maxLength: 4_000 }) })),
    sequences: Type.Array(
      Type.Object({
        name: Name,
        last: Type.Union([Type.Null(), Type.String({ pattern: '^\\d{1,19}$' })]),
      }),
    ),
  }),
);

export const isManifest = (value: unknown): value is Manifest => manifestShape.Check(value);
export const isContents = (value: unknown): value is Contents => contentsShape.Check(value);

/** Accepts only paths inside the folder on all systems: no `..`, root, drive or empty segment. */
export function isInside(path: string): boolean {
  if (/[\\:\0]/.test(path)) return false;
  return path.split('/').every((step) => step !== '' && step !== '.' && step !== '..');
}
