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
  it('completes with the first reading after the request', () => {
    expect(afterReading(asking, 3_000)).toEqual({ kind: 'arrived', at: 3_000 });
  });

  it('ignores a reading from before the request', () => {
    expect(afterReading({ kind: 'idle' }, 3_000)).toEqual({ kind: 'idle' });
  });

  it.each(['rejected', 'expired', 'cancelled', 'unknown'] as const)(
    'fails if the command is %s',
    (state) => {
      expect(afterCommand(asking, state, 4_000)).toEqual({
        kind: 'failed',
        cause: state,
        afterMs: 3_000,
      });
    },
  );

  it.each(['queued', 'sent', 'acknowledged', 'confirmed'] as const)(
    'keeps waiting while the command is %s',
    (state) => {
      expect(afterCommand(asking, state, 4_000)).toBe(asking);
    },
  );

  it('times out', () => {
    expect(afterTime(asking, 1_000 + READ_NOW_LIMIT_MS - 1)).toBe(asking);
    expect(afterTime(asking, 1_000 + READ_NOW_LIMIT_MS)).toMatchObject({
      kind: 'failed',
      cause: 'silence',
    });
  });
});
