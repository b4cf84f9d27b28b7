import { describe, expect, it } from 'vitest';
import { isStalePreparation, StatementNames } from './statement-names.ts';

const executed = (names: StatementNames, text: string, times: number) =>
  Array.from({ length: times }, () => names.nameOf(text)).at(-1);

describe('statement names', () => {
  it('are given to a statement that is executed often', () => {
    const names = new StatementNames('busbar');
    expect(executed(names, 'select 1', 5)).toBeUndefined();
    expect(names.nameOf('select 1')).toBe('busbar_1');
    expect(names.nameOf('select 1')).toBe('busbar_1');
    expect(executed(names, 'select 2', 6)).toBe('busbar_2');
  });

  it.each([
    'select * from "device"',
    'select "device".* from "device"',
    'select a, b.* from b',
    'insert into "device" ("name") values ($1) returning *',
    'with d as (select distinct on_.* from on_) select 1',
  ])('are not given to %s, whose columns a migration may change', (text) => {
    expect(executed(new StatementNames('busbar'), text, 20)).toBeUndefined();
  });

  it.each(['select count(*) from "device"', 'select "a" * 2, 3 * "b" from "c"'])(
    'are given to %s',
    (text) => {
      expect(executed(new StatementNames('busbar'), text, 6)).toBe('busbar_1');
    },
  );

  it('are bounded in number', () => {
    const names = new StatementNames('busbar');
    for (let n = 0; n < 400; n += 1) executed(names, `select ${n}`, 6);
    expect(names.nameOf('select 299')).toBe('busbar_300');
    expect(executed(names, 'select 300', 20)).toBeUndefined();
    expect(names.nameOf('select 0')).toBe('busbar_1');
  });

  it('survive many statements that are executed once', () => {
    const names = new StatementNames('busbar');
    for (let n = 0; n < 10_000; n += 1) names.nameOf(`select ${n}`);
    expect(executed(names, 'select a', 6)).toBe('busbar_1');
  });
});

describe('a stale preparation', () => {
  it.each([
    ['0A000', true],
    ['26000', true],
    ['42P05', true],
    ['23505', false],
    [undefined, false],
  ])('of an error with code %s is %s', (code, isStale) => {
    expect(isStalePreparation(Object.assign(new Error('failed'), { code }))).toBe(isStale);
  });
});
