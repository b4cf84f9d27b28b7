import { describe, expect, it } from 'vitest';
import { readsClock, withTime } from './coordinator-time.ts';
import { insertReturning } from './insert-select.ts';
import { notificationAfter } from './notification-after.ts';
import { runOnNodes } from './run-on-nodes.ts';

describe('a statement that notifies', () => {
  it.each([
    [
      'insert into a values ($1) returning pg_notify($2, $3)',
      'insert into a values ($1) returning 1',
    ],
    [
      'insert into a values ($1) returning pg_notify($2, $3) as "woken"',
      'insert into a values ($1) returning 1',
    ],
    [
      'insert into a values ($1) returning "b", pg_notify($2, $3) as "woken"',
      'insert into a values ($1) returning "b", 1',
    ],
  ])('%j is divided', (text, first) => {
    expect(notificationAfter(text, [7, 'jobs', 'energy'])).toEqual({
      text: first,
      values: [7],
      notification: ['jobs', 'energy'],
    });
  });

  it('is not divided if its parameters are not the last ones', () => {
    expect(() =>
      notificationAfter('update a set b = $3 returning pg_notify($1, $2)', ['x', 'y', 1]),
    ).toThrow('must be the last');
  });

  it.each(['select pg_notify($1, $2)', 'update a set b = $1 returning c'])('%j is not', (text) => {
    expect(notificationAfter(text, ['x', 'y'])).toBeUndefined();
  });
});

describe('the clock of a statement', () => {
  it('is replaced wherever it is read', () => {
    const text = 'update a set b = now() where c < clock_timestamp() and d = $1';
    expect(readsClock(text)).toBe(true);
    expect(withTime(text, [5], '2026-11-29 00:00:00+00')).toEqual({
      text: 'update a set b = $2::timestamptz where c < $2::timestamptz and d = $1',
      values: [5, '2026-11-29 00:00:00+00'],
    });
  });

  it.each(['create table a (b timestamptz default now())', 'select b_now() from a'])(
    'is left in %j',
    (text) => {
      expect(readsClock(text)).toBe(false);
    },
  );
});

describe('an insert of selected rows', () => {
  it.each([
    'insert into a (b) select b from c',
    'insert into a select * from unnest($1::int4[]) on conflict do nothing',
  ])('%j returns its rows', (text) => {
    expect(insertReturning(text)).toBe(`${text} returning 1`);
  });

  it.each([
    'insert into a values ($1)',
    'insert into a select 1 returning b',
    'with b as (select 1) insert into a select * from b',
  ])('%j is not changed', (text) => {
    expect(insertReturning(text)).toBeUndefined();
  });
});

describe('a statement on nodes', () => {
  const run = async (text: string, rows: readonly unknown[]) => {
    const ran: string[] = [];
    const result = await runOnNodes(
      async (statement) => {
        ran.push(statement);
        const found = statement.includes('as now') ? [{ now: 'then' }] : rows;
        return { command: 'INSERT', rowCount: 99, oid: 0, fields: [], rows: [...found] };
      },
      text,
      text.includes('$2') ? ['jobs', 'energy'] : [],
    );
    return { ran, rowCount: result.rowCount, rows: result.rows };
  };

  it('counts the rows that were inserted', async () => {
    const { rowCount, rows } = await run('insert into a select 1 on conflict do nothing', [{}, {}]);
    expect([rowCount, rows]).toEqual([2, []]);
  });

  it('notifies only if it wrote a row', async () => {
    const text = 'update a set b = 1 returning pg_notify($1, $2)';
    expect((await run(text, [])).ran).toEqual(['update a set b = 1 returning 1']);
    expect((await run(text, [{}])).ran.at(-1)).toBe('select pg_notify($1, $2)');
  });

  it('reads the clock of the coordinator before', async () => {
    expect((await run('select now()', [])).ran).toEqual([
      'select clock_timestamp()::text as now',
      'select $1::timestamptz',
    ]);
  });
});
