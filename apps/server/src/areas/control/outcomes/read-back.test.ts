import { describe, expect, it } from 'vitest';
import { readBack } from './read-back.ts';

const question = {
  order: 'open',
  expiresAt: 10_000,
  beforeAction: 'closeByCommand',
  reported: 'openByCommand',
  reportedAt: 10_001,
  ofOtherCommand: false,
} as const;

describe('a report that does not name the command whose outcome is unknown', () => {
  it.each([
    ['made by the deadline', { reportedAt: 10_000 }, undefined],
    ['made before the order', { reportedAt: 1 }, undefined],
    ['showing what was ordered', {}, 'confirmed'],
    ['showing the state before', { reported: 'closeByCommand' }, 'expired'],
    ['showing a third state', { reported: 'openByFault' }, 'cancelled'],
    ['showing it closed by hand meanwhile', { reported: 'closeByManual' }, 'cancelled'],
    ['showing what was ordered, by another command', { ofOtherCommand: true }, 'cancelled'],
    ['showing what was ordered, with nothing known before', { beforeAction: null }, 'cancelled'],
  ] as const)('%s', (_name, change, state) => {
    expect(readBack({ ...question, ...change })?.state).toBe(state);
  });

  it('of an unlocked switch is believed by how it was opened', () => {
    const unlock = { ...question, order: 'unlock', beforeAction: 'lockByCommand' } as const;
    expect(readBack({ ...unlock, reported: 'openByManual' })?.state).toBe('confirmed');
    expect(readBack({ ...unlock, reported: 'lockByCommand' })?.state).toBe('expired');
  });
});
