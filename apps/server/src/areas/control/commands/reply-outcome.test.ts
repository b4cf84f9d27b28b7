import { COMMAND_STATES, canMove } from '@busbar/domain/switch/command-state';
import { describe, expect, it } from 'vitest';
import { replyOutcome } from './reply-outcome.ts';

const MOVING = [
  [0, 'acknowledged', ['sent']],
  [400, 'rejected', ['sent', 'acknowledged', 'unknown']],
  [409, 'rejected', ['sent', 'acknowledged', 'unknown']],
  [410, 'expired', ['sent', 'unknown']],
  [423, 'rejected', ['sent', 'acknowledged', 'unknown']],
  [500, 'rejected', ['sent', 'acknowledged', 'unknown']],
] as const;

describe('replies to switch commands', () => {
  it.each(MOVING)('with code %i change the command to %s', (code, to, from) => {
    for (const kind of ['switch', 'slaves'] as const) {
      expect(replyOutcome(kind, code)).toMatchObject({ to, from });
    }
  });

  it('never confirm the command', () => {
    for (let code = 0; code <= 999; code++) {
      expect(replyOutcome('switch', code)?.to).not.toBe('confirmed');
    }
  });

  it('with an unlisted code have no outcome', () => {
    for (const code of [1, 200, 404, 499, 501, 999]) {
      expect(replyOutcome('switch', code)).toBeUndefined();
    }
  });

  it('cause only transitions that the command states allow', () => {
    for (const [code] of MOVING) {
      const outcome = replyOutcome('switch', code)!;
      for (const from of outcome.from) expect(canMove(from, outcome.to)).toBe(true);
      for (const from of COMMAND_STATES.filter((state) => !outcome.from.includes(state))) {
        // Excluded on purpose: a command that was never sent has no reply.
        if (canMove(from, outcome.to)) expect(from).toBe('queued');
      }
    }
  });
});

describe('replies to commands that do not switch', () => {
  it('with code 0 confirm the command', () => {
    for (const kind of ['summon', 'read', 'timers', 'frame'] as const) {
      expect(replyOutcome(kind, 0)?.to).toBe('confirmed');
    }
  });

  it('with code 0 only acknowledge a write, which is then read back', () => {
    expect(replyOutcome('write', 0)).toMatchObject({ to: 'acknowledged', from: ['sent'] });
  });

  it('with code 500 give a reason that does not mention a contact', () => {
    expect(replyOutcome('write', 500)?.reason).toBe('device-failed');
  });
});
