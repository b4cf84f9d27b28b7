import { describe, expect, it } from 'vitest';
import type { Caller } from '../../caller.ts';
import { JoinedReads } from './joined-reads.ts';

const OWN = { customerId: 1, groupId: 2, rootGroupId: 2, zone: 'UTC' };
const callerWith = (view: object = {}) => ({ userId: 7, ...OWN, ...view }) as Caller;

/** A read that ends when the test ends it, and counts how often it began. */
function slowRead() {
  const ends: (() => void)[] = [];
  return {
    begun: () => ends.length,
    work: () => {
      const number = ends.length;
      return new Promise<number>((resolve) => ends.push(() => resolve(number)));
    },
    end: (index: number) => ends[index]!(),
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('joined reads', () => {
  it('give a call no result of a read that had begun before it, and one to all calls after', async () => {
    const reads = new JoinedReads();
    const { begun, work, end } = slowRead();
    const first = reads.read(callerWith(), ['x'], work);
    const later = Array.from({ length: 100 }, () => reads.read(callerWith(), ['x'], work));
    await turn();
    expect(begun()).toBe(1);
    end(0);
    expect(await first).toBe(0);
    await turn();
    expect(begun()).toBe(2);
    const next = reads.read(callerWith(), ['x'], work);
    end(1);
    expect(new Set(await Promise.all(later))).toEqual(new Set([1]));
    await turn();
    end(2);
    expect(await next).toBe(2);
  });

  it.each<[string, object, readonly unknown[]]>([
    ['another group', { groupId: 3 }, ['x']],
    ['a group that is not known to be the root', { rootGroupId: undefined }, ['x']],
    ['another customer', { customerId: 9 }, ['x']],
    ['another time zone', { zone: 'Asia/Shanghai' }, ['x']],
    ['other fields', {}, ['x', { count: 3 }]],
  ])('are separate for %s', async (_, view, fields) => {
    const reads = new JoinedReads();
    const { begun, work } = slowRead();
    void reads.read(callerWith(), ['x'], work);
    void reads.read(callerWith(view), fields, work);
    expect(begun()).toBe(2);
  });

  it('are told only what they are shared by', async () => {
    const viewer = await new JoinedReads().read(callerWith(), [], async (known) => known);
    expect(viewer).toEqual(OWN);
  });

  it('reject for the calls that share them, and not for the next', async () => {
    const reads = new JoinedReads();
    const fail = () => Promise.reject(new Error('away'));
    const failed = [reads.read(callerWith(), [], fail), reads.read(callerWith(), [], fail)];
    for (const read of failed) await expect(read).rejects.toThrow('away');
    await expect(reads.read(callerWith(), [], async () => 'back')).resolves.toBe('back');
  });
});
