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

describe('a reply about a movement', () => {
  it.each(MOVING)('with code %i makes it %s', (code, to, from) => {
    for (const kind of ['switch', 'slaves'] as const) {
      expect(replyOutcome(kind, code)).toMatchObject({ to, from });
    }
  });

  it('never confirms', () => {
    for (let code = 0; code <= 999; code++) {
      expect(replyOutcome('switch', code)?.to).not.toBe('confirmed');
    }
  });

  it('with a code outside the list proves nothing', () => {
    for (const code of [1, 200, 404, 499, 501, 999]) {
      expect(replyOutcome('switch', code)).toBeUndefined();
    }
  });

  it('moves only as the life of a command allows', () => {
    for (const [code] of MOVING) {
      const outcome = replyOutcome('switch', code)!;
      for (const from of outcome.from) expect(canMove(from, outcome.to)).toBe(true);
      for (const from of COMMAND_STATES.filter((state) => !outcome.from.includes(state))) {
        // Left out on purpose: a command that was never sent has no reply.
        if (canMove(from, outcome.to)) expect(from).toBe('queued');
      }
    }
  });
});

describe('a reply about what moves nothing', () => {
  it('with code 0 is all there is to confirm', () => {
    for (const kind of ['summon', 'read', 'timers', 'frame'] as const) {
      expect(replyOutcome(kind, 0)?.to).toBe('confirmed');
    }
  });

  it('with code 0 confirms no write: it is read back', () => {
    expect(replyOutcome('write', 0)).toMatchObject({ to: 'acknowledged', from: ['sent'] });
  });

  it('speaks of no contact', () => {
    expect(replyOutcome('write', 500)?.reason).toBe('device-failed');
  });
});
