/** Debian packages of this version and of planted later ones, from the built program. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const scripts = new URL('../../../../scripts/release/', import.meta.url);

interface Scripts {
  assemble(folder: string): unknown;
  buildDeb(
    program: string,
    output: string,
    options: { version: string; epoch: number; compression: readonly string[] },
  ): Promise<string>;
}

export interface PackageFolder {
  readonly folder: string;
  /** Builds the version with further migrations, whose numbers follow those of the program. */
  build(version: string, migrations?: readonly string[], output?: string): Promise<string>;
  /** The number of the nth further migration, as in file names. */
  numberOf(nth: number): string;
  remove(): void;
}

export async function packageFolder(): Promise<PackageFolder> {
  // Scripts are plain JavaScript, which this project does not compile.
  const load = (name: string) => import(/* @vite-ignore */ new URL(name, scripts).href);
  const { assemble, buildDeb } = {
    ...(await load('assemble.mjs')),
    ...(await load('build-deb.mjs')),
  } as Scripts;
  const scratch = mkdtempSync(join(tmpdir(), 'busbar-packages-'));
  const program = join(scratch, 'program');
  const folder = join(scratch, 'packages');
  assemble(program);
  const shipped = join(program, 'apps', 'server', 'dist', 'migrations');
  const count = readdirSync(shipped).length;
  const numberOf = (nth: number) => String(count + nth).padStart(4, '0');
  return {
    folder,
    numberOf,
    async build(version, migrations = [], output = folder) {
      const added = migrations.map((_, index) =>
        join(shipped, `${numberOf(index + 1)}-planted.sql`),
      );
      for (const [index, file] of added.entries()) writeFileSync(file, migrations[index]!);
      // Stored without compression, which would take most of the time of the test.
      const options = { version, epoch: 1_764_547_200, compression: ['-Znone'] };
      try {
        return await buildDeb(program, output, options);
      } finally {
        for (const file of added) rmSync(file);
      }
    },
    remove: () => rmSync(scratch, { recursive: true }),
  };
}
