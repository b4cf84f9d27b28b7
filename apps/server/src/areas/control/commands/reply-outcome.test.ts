import { COMMAND_STATES, canMove } from '@busbar/domain/switch/command-state';
import { describe, expect, it } from 'vitest';
import { replyOutcome } from './reply-outcome.ts';

const MOVING = [
  ['done', 'acknowledged', ['sent']],
  ['badArguments', 'rejected', ['sent', 'acknowledged', 'unknown']],
  ['refused', 'rejected', ['sent', 'acknowledged', 'unknown']],
  ['expired', 'expired', ['sent', 'unknown']],
  ['lockedByMechanism', 'rejected', ['sent', 'acknowledged', 'unknown']],
  ['failed', 'rejected', ['sent', 'acknowledged', 'unknown']],
] as const;

describe('replies to switch commands', () => {
  it.each(MOVING)('with the result %s change the command to %s', (result, to, from) => {
    for (const kind of ['switch', 'slaves'] as const) {
      expect(replyOutcome(kind, result)).toMatchObject({ to, from });
    }
  });

  it('never confirm the command', () => {
    for (const [result] of MOVING) {
      expect(replyOutcome('switch', result)?.to).not.toBe('confirmed');
    }
  });

  it('with a result that the protocol does not define have no outcome', () => {
    expect(replyOutcome('switch', undefined)).toBeUndefined();
  });

  it('cause only transitions that the command states allow', () => {
    for (const [result] of MOVING) {
      const outcome = replyOutcome('switch', result)!;
      for (const from of outcome.from) expect(canMove(from, outcome.to)).toBe(true);
      for (const from of COMMAND_STATES.filter((state) => !outcome.from.includes(state))) {
        // Excluded on purpose: a command that was never sent has no reply.
        if (canMove(from, outcome.to)) expect(from).toBe('queued');
      }
    }
  });
});

describe('replies to commands that do not switch', () => {
  it('with the result done confirm the command', () => {
    for (const kind of ['summon', 'read', 'timers', 'frame'] as const) {
      expect(replyOutcome(kind, 'done')?.to).toBe('confirmed');
    }
  });

  it('with the result done only acknowledge a write, which is then read back', () => {
    expect(replyOutcome('write', 'done')).toMatchObject({ to: 'acknowledged', from: ['sent'] });
  });

  it('with a failure give a reason that does not mention a contact', () => {
    expect(replyOutcome('write', 'failed')?.reason).toBe('device-failed');
  });
});
