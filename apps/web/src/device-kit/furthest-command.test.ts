import type { CommandState } from '@busbar/domain/switch/command-state';
import { describe, expect, it } from 'vitest';
import { furthestCommand } from './furthest-command.ts';

const view = (state: CommandState, times: Record<string, number>, id = 'c1') => ({
  id,
  order: 'open' as const,
  state,
  reason: null,
  times,
});

describe('two views of one command', () => {
  it.each<[CommandState, CommandState]>([
    ['queued', 'sent'],
    ['sent', 'acknowledged'],
    ['acknowledged', 'confirmed'],
    ['acknowledged', 'unknown'],
    ['unknown', 'confirmed'],
    ['sent', 'expired'],
  ])('treat %s as earlier than %s, in either order', (behind, ahead) => {
    const [a, b] = [view(behind, { queued: 1 }), view(ahead, { [ahead]: 9 })];
    expect(furthestCommand(a, b)?.state).toBe(ahead);
    expect(furthestCommand(b, a)?.state).toBe(ahead);
  });

  it('use an end from an event although the polled view has more steps', () => {
    const asked = view('acknowledged', { queued: 1, sent: 2, acknowledged: 3 });
    const heard = view('confirmed', { confirmed: 4 });
    expect(furthestCommand(asked, heard)).toMatchObject({
      state: 'confirmed',
      times: { queued: 1, sent: 2, acknowledged: 3, confirmed: 4 },
    });
  });

  it('use the locally submitted command if the other view has a different command', () => {
    const own = view('sent', {}, 'c2');
    expect(furthestCommand(own, view('confirmed', {}, 'c1'))).toBe(own);
    expect(furthestCommand(undefined, own)).toBe(own);
  });
});
