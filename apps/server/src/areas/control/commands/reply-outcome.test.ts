import { COMMAND_STATES, canMove } from '@busbar/domain/switch/command-state';
import { describe, expect, it } from 'vitest';
import { replyOutcome } from './reply-outcome.ts';

const MOVING = [
  ['done', 'acknowledged', ['sent']],
  ['badArguments', 'rejected', ['sent', 'acknowledged', 'unknown']],
  ['refused', 'rejected', ['sent', 'acknowledged', 'unknown']],
  ['expired', 'expired', ['sent', 'unknown']],
  ['lockedByMechanism', 'rejected', ['sent', 'acknowledged', 'unknown']],
  ['notAuthorised', 'rejected', ['sent', 'acknowledged', 'unknown']],
  ['failed', 'rejected', ['sent', 'acknowledged', 'unknown']],
] as const;

describe('replyOutcome of a switch command', () => {
  it.each(MOVING)('maps the result %s to the state %s', (result, to, from) => {
    for (const kind of ['switch', 'slaves'] as const) {
      expect(replyOutcome(kind, result)).toMatchObject({ to, from });
    }
  });

  it('never confirms the command', () => {
    for (const [result] of MOVING) {
      expect(replyOutcome('switch', result)?.to).not.toBe('confirmed');
    }
  });

  it('is undefined for a result that the protocol does not define', () => {
    expect(replyOutcome('switch', undefined)).toBeUndefined();
  });

  it('contains only transitions that the command states allow', () => {
    for (const [result] of MOVING) {
      const outcome = replyOutcome('switch', result)!;
      for (const from of outcome.from) expect(canMove(from, outcome.to)).toBe(true);
      for (const from of COMMAND_STATES.filter((state) => !outcome.from.includes(state))) {
        // The state `queued` is excluded on purpose: a command that was never sent has no reply.
        if (canMove(from, outcome.to)) expect(from).toBe('queued');
      }
    }
  });
});

describe('replyOutcome of a command that does not switch', () => {
  it('confirms the command on the result done', () => {
    for (const kind of ['summon', 'read', 'timers', 'frame'] as const) {
      expect(replyOutcome(kind, 'done')?.to).toBe('confirmed');
    }
  });

  it('only acknowledges a write on the result done, because it is then read back', () => {
    expect(replyOutcome('write', 'done')).toMatchObject({ to: 'acknowledged', from: ['sent'] });
  });

  it('gives a reason for a failure that does not mention a contact', () => {
    expect(replyOutcome('write', 'failed')?.reason).toBe('device-failed');
  });
});
