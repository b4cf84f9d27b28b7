import { expect, it } from 'vitest';
import type { ResolvedAddress } from './checked-exchange.ts';
import { limitedResolve } from './limited-resolve.ts';

const ADDRESS: ResolvedAddress = { address: '192.0.2.1', family: 4 };

it('runs no more lookups at once than allowed, and each in its turn', async () => {
  const started: string[] = [];
  const ends: ((address: readonly ResolvedAddress[] | Error) => void)[] = [];
  const resolve = limitedResolve((name) => {
    started.push(name);
    return new Promise((done, fail) =>
      ends.push((result) => (result instanceof Error ? fail(result) : done(result))),
    );
  }, 2);
  const all = ['a', 'b', 'c', 'd'].map((name) => resolve(name).catch(() => []));
  expect(started).toEqual(['a', 'b']);
  ends[0]!(new Error('ENOTFOUND'));
  expect(await all[0]).toEqual([]);
  expect(started).toEqual(['a', 'b', 'c']);
  ends[1]!([ADDRESS]);
  ends[2]!([ADDRESS]);
  expect(await Promise.all([all[1], all[2]])).toEqual([[ADDRESS], [ADDRESS]]);
  ends[3]!([ADDRESS]);
  expect(await all[3]).toEqual([ADDRESS]);
  const last = resolve('e');
  ends[4]!([ADDRESS]);
  expect(await last).toEqual([ADDRESS]);
});
