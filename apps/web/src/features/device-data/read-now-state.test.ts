import { describe, expect, it } from 'vitest';
import {
  afterCommand,
  afterReading,
  afterTime,
  READ_NOW_LIMIT_MS,
  type ReadNow,
} from './read-now-state.ts';

const asking: ReadNow = { kind: 'asking', since: 1_000, commandId: 'c1' };

describe('read now', () => {
  it('arrives with the first reading after the question', () => {
    expect(afterReading(asking, 3_000)).toEqual({ kind: 'arrived', at: 3_000 });
  });

  it('does not call a reading nobody asked for an answer', () => {
    expect(afterReading({ kind: 'idle' }, 3_000)).toEqual({ kind: 'idle' });
  });

  it.each(['rejected', 'expired', 'cancelled', 'unknown'] as const)(
    'fails when the command is %s',
    (state) => {
      expect(afterCommand(asking, state, 4_000)).toEqual({
        kind: 'failed',
        cause: state,
        afterMs: 3_000,
      });
    },
  );

  it.each(['queued', 'sent', 'acknowledged', 'confirmed'] as const)(
    'waits on while the command is %s',
    (state) => {
      expect(afterCommand(asking, state, 4_000)).toBe(asking);
    },
  );

  it('stops waiting by itself', () => {
    expect(afterTime(asking, 1_000 + READ_NOW_LIMIT_MS - 1)).toBe(asking);
    expect(afterTime(asking, 1_000 + READ_NOW_LIMIT_MS)).toMatchObject({
      kind: 'failed',
      cause: 'silence',
    });
  });
});
