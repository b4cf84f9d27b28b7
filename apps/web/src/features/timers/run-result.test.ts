import { describe, expect, it } from 'vitest';
import { runResult } from './run-result.ts';

describe('the last run of a timer', () => {
  it.each([
    [null, null, { kind: 'none' }],
    ['done', null, { kind: 'done' }],
    ['device', null, { kind: 'unreported' }],
    ['sent', null, { kind: 'command', state: 'sent', reason: null }],
    ['confirmed', null, { kind: 'command', state: 'confirmed', reason: null }],
    [
      'expired',
      'expired-at-device',
      { kind: 'command', state: 'expired', reason: 'expired-at-device' },
    ],
    ['refused', 'close-disabled', { kind: 'refused', reason: 'close-disabled' }],
    ['missed', 'platform-away', { kind: 'missed', advice: 'platform-away' }],
    ['missed', 'not-on-device', { kind: 'missed', advice: 'not-on-device' }],
    ['missed', 'of a later version', { kind: 'missed', advice: 'other' }],
    ['ran', null, { kind: 'unknown' }],
  ] as const)('is mapped from %s, %s', (lastResult, lastReason, expected) => {
    expect(runResult({ lastResult, lastReason })).toEqual(expected);
  });
});
