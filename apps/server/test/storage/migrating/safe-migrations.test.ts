/** Migrations leave the previous release running (docs/adr/0063). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMigrations } from '../../../src/storage/migrate.ts';
import { unsafeStatements } from './unsafe-statements.ts';

const previous = JSON.parse(
  readFileSync(new URL('../../../../../scripts/release/previous.json', import.meta.url), 'utf8'),
) as { migration: number };
/** Earlier migrations were written before the rule. */
const FIRST = 58;

describe('the shipped migrations', () => {
  it('have no statement that stops or breaks the previous release', () => {
    const faults = readMigrations()
      .filter(({ number }) => number >= FIRST)
      .flatMap(({ name, text, unusedSince }) =>
        unsafeStatements({ text, isContract: unusedSince !== undefined }).map(
          (fault) => `${name}: ${fault}`,
        ),
      );
    expect(faults).toEqual([]);
  });

  it('remove nothing that the previous release uses', () => {
    const early = readMigrations().filter(
      ({ number, unusedSince = 0 }) =>
        number > previous.migration && unusedSince > previous.migration,
    );
    expect(early.map(({ name }) => name)).toEqual([]);
  });

  it('are examined by rules that know the earlier ones as unsafe', () => {
    const unsafe = readMigrations()
      .filter(({ number }) => number < FIRST)
      .filter(({ text }) => unsafeStatements({ text, isContract: false }).length > 0);
    expect(unsafe.length).toBeGreaterThan(20);
  });
});

describe('a statement of a migration', () => {
  const faults = (text: string, isContract = false) => unsafeStatements({ text, isContract });

  it.each([
    'create table a (b integer primary key, c integer check (c > 0)); create index d on a (c);',
    'create table a (b integer); alter table a alter column b set not null, drop column b;',
    'create index concurrently a on b (c);',
    'drop index concurrently if exists a;',
    "alter table a add column b integer, add column c text not null default '', add column d text[] default '{}'::text[];",
    'alter table a add column b timestamptz not null default now();',
    'alter table a add constraint b check (c > 0) not valid;',
    'alter table a add constraint b foreign key (c) references d (e) not valid;',
    'alter table a add constraint b unique using index c;',
    'alter table a validate constraint b;',
    'alter table a alter column b drop not null, alter column c set default 3, drop constraint d;',
    "insert into a values (1); update a set b = 2; delete from a where b = '3';",
    'create function a() returns integer language sql as $$ select 1 $$; create view b as select 1;',
  ])('%j is safe', (text) => {
    expect(faults(text)).toEqual([]);
  });

  it.each([
    ['create index a on b (c);', 'index a must be created concurrently'],
    ['create unique index a on b (c);', 'must be created concurrently'],
    ['drop index a;', 'OBJECT_INDEX is dropped without a contract header'],
    ['alter table a alter column b set not null;', 'a.b is set not null'],
    ['alter table a alter column b type bigint;', 'a.b changes its type'],
    ['alter table a add constraint b check (c > 0);', 'must be added as not valid'],
    ['alter table a add foreign key (c) references d (e);', 'must be added as not valid'],
    ['alter table a add constraint b unique (c);', 'must use an existing index'],
    [
      'alter table a add constraint b check (c > 0) not valid; alter table a validate constraint b;',
      'constraint b must be validated in another migration',
    ],
    ['alter table a add column b integer not null;', 'not null without a default'],
    ['alter table a add column b integer references c (d);', 'has CONSTR_FOREIGN'],
    ['alter table a add column b integer check (b > 0);', 'has CONSTR_CHECK'],
    ['alter table a add column b uuid default gen_random_uuid();', 'computed for each row'],
    ['alter table a add column b bigserial;', 'is serial'],
    ['alter table a add column b integer generated always as identity;', 'has CONSTR_IDENTITY'],
    ['alter table a add column b integer; update a set b = 1;', 'while a table is locked'],
    ['alter table a set logged;', 'is not known to be safe'],
    ["do $$ begin execute 'drop table a'; end $$;", 'DoStmt is not known to be safe'],
    ['truncate a;', 'TruncateStmt is not known to be safe'],
  ])('%j is refused', (text, sentence) => {
    expect(faults(text)).toEqual([expect.stringContaining(sentence)]);
    expect(faults(text, true)).toEqual(faults(text).filter((one) => !one.includes('contract')));
  });

  it.each([
    'alter table a drop column b;',
    'drop table a;',
    'alter table a rename column b to c;',
    'alter table a rename to b;',
    'drop view a;',
  ])('%j is a contract step', (text) => {
    expect(faults(text)).toEqual([expect.stringContaining('without a contract header')]);
    expect(faults(text, true)).toEqual([]);
  });
});
