import { describe, expect, it } from 'vitest';
import type { FailureCause } from './exchange.ts';
import { afterRead, BEGUN, currentSet, type EndedRead, READ_SETS, readCount } from './read-all.ts';

const DONE: EndedRead = { kind: 'done', errand: 'read', at: 1 };
const failed = (cause: FailureCause): EndedRead => ({
  kind: 'failed',
  errand: 'read',
  cause,
  msg: null,
  afterMs: 10,
});

describe('reading all protections', () => {
  it('reads each protection once, in the order of the tabs', () => {
    let run = BEGUN;
    const order = [];
    for (let set = currentSet(run); set !== undefined; set = currentSet(run)) {
      order.push(set);
      run = afterRead(run, set, DONE);
    }
    expect(order).toEqual(READ_SETS);
    expect(run.end).toBe('complete');
    expect(readCount(run)).toBe(READ_SETS.length);
  });

  it.each([
    ['rejected', undefined],
    ['unreadable', undefined],
    ['expired', 'silent'],
    ['unknown', 'silent'],
    ['silence', 'silent'],
    ['cancelled', 'silent'],
  ] as const)('after a read that failed with %s ends as %s', (cause, end) => {
    const run = afterRead(BEGUN, 'overVoltage', failed(cause));
    expect(run.end).toBe(end);
    expect(currentSet(run)).toBe(end === undefined ? 'lowVoltage' : undefined);
    expect(readCount(run)).toBe(0);
  });

  it('stops after the read that was sent', () => {
    const run = afterRead({ ...BEGUN, isStopping: true }, 'overVoltage', DONE);
    expect(run.end).toBe('stopped');
    expect(readCount(run)).toBe(1);
  });

  it('ignores the end of a read that is not the current one', () => {
    expect(afterRead(BEGUN, 'overLoad', DONE)).toBe(BEGUN);
    const run = afterRead(BEGUN, 'overVoltage', DONE);
    expect(afterRead(run, 'overVoltage', failed('silence'))).toBe(run);
  });
});
