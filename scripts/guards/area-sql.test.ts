/**
 * The SQL of an area is in its `*-queries.ts` files; all other files call functions named in domain
 * terms. Only these files may import Kysely, so that no fragment of a statement is built elsewhere.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from './import-graph.ts';

const root = fileURLToPath(new URL('../../apps/server/src/areas', import.meta.url));
const SQL =
  /from 'kysely'|\.(?:selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\.with(?:Recursive)?\(\s*'|`\(?(?:select|insert into|update|delete from|with) /;

const filesWithSql = sourceFiles(root).filter((file) =>
  SQL.test(readFileSync(`${root}/${file}`, 'utf8')),
);

describe('SQL in the areas', () => {
  it('is found by this test in more than 100 files', () => {
    expect(filesWithSql.length).toBeGreaterThan(100);
  });

  it('is only in files whose names end in -queries', () => {
    const elsewhere = filesWithSql.filter((file) => !file.endsWith('-queries.ts'));
    expect(elsewhere).toEqual([]);
  });
});
