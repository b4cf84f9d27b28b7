/** The system's PostgreSQL (Debian's package), the counterpart of the embedded one. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const DEBIAN_ROOT = '/usr/lib/postgresql';

/** Returns the newest installed version; its folder contains `bin`. */
export function externalPostgres(): { readonly folder: string } {
  const versions = existsSync(DEBIAN_ROOT) ? readdirSync(DEBIAN_ROOT) : [];
  const folder = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN_ROOT, version))
    .find((version) => existsSync(join(version, 'bin', 'initdb')));
  if (folder === undefined) {
    throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  }
  return { folder };
}
