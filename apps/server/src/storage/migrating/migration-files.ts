/**
 * Migration files and their headers. Lines at the beginning that start with `--!` say how a
 * migration is run (docs/adr/0063):
 *
 * `--! no-transaction`: the file has one statement that creates or drops an index concurrently.
 * `--! contract: unused since 0058`: the file removes what programs from migration 58 on no longer
 * use; older programs cannot work with the database any longer.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
  /** The statement that must run outside a transaction; undefined in a file that runs in one. */
  readonly concurrently: ConcurrentStatement | undefined;
  /** Number of the oldest program that works with the changed tables; undefined if all do. */
  readonly unusedSince: number | undefined;
}

export interface ConcurrentStatement {
  readonly text: string;
  readonly index: string;
  readonly creates: boolean;
}

/** The migrations of a folder, in order; number 1 first. */
export function readFolder(folder: URL): Migration[] {
  const migrations = readdirSync(folder)
    .filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file))
    .sort()
    .map((file) => {
      // A checkout may have converted the line ends, which is not a change.
      const text = readFileSync(new URL(file, folder), 'utf8').replaceAll('\r\n', '\n');
      return parseMigration(file.slice(0, -'.sql'.length), text);
    });
  migrations.forEach(({ number, name }, index) => {
    if (number !== index + 1) throw new Error(`migration ${name} is out of order in ${folder}`);
  });
  return migrations;
}

export function parseMigration(name: string, text: string): Migration {
  const number = Number(name.slice(0, 4));
  let isTransactional = true;
  let unusedSince: number | undefined;
  for (const [, header = ''] of text.matchAll(/^--!(.*)$/gm)) {
    const since = /^ contract: unused since (\d{4})$/.exec(header)?.[1];
    if (header === ' no-transaction') isTransactional = false;
    else if (since === undefined) throw new Error(`migration ${name} has a header --!${header}`);
    else unusedSince = Number(since);
  }
  if (unusedSince !== undefined && unusedSince > number) {
    throw new Error(`migration ${name} is older than the programs that it requires`);
  }
  return {
    number,
    name,
    text,
    checksum: createHash('sha256').update(text).digest('hex'),
    concurrently: isTransactional ? undefined : concurrentStatement(name, text),
    unusedSince,
  };
}

const CREATE = /^create (?:unique )?index concurrently (\w+) on [^;]+;?$/i;
const DROP = /^drop index concurrently if exists (\w+)\s*;?$/i;

function concurrentStatement(name: string, file: string): ConcurrentStatement {
  const text = file.replaceAll(/^\s*--.*$/gm, '').trim();
  const created = CREATE.exec(text)?.[1];
  const index = created ?? DROP.exec(text)?.[1];
  if (index === undefined) {
    throw new Error(
      `migration ${name} runs outside a transaction: it must be one "create index concurrently name on …" or "drop index concurrently if exists name"`,
    );
  }
  return { text, index, creates: created !== undefined };
}
