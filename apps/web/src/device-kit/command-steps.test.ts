import { describe, expect, it } from 'vitest';
import { commandSteps } from './command-steps.ts';
import { isTooOld } from './shown-state.ts';

const stepsOf = (
  state: Parameters<typeof commandSteps>[0]['state'],
  times: Record<string, number>,
) => commandSteps({ state, times }).map((s) => `${s.state} ${s.place} ${s.at ?? '-'}`);

describe('the timeline of a command', () => {
  it('shows completed and remaining steps', () => {
    expect(stepsOf('sent', { queued: 1, sent: 2 })).toEqual([
      'queued done 1',
      'sent now 2',
      'acknowledged ahead -',
      'confirmed ahead -',
    ]);
  });

  it('marks a step as skipped if the state report overtook the reply', () => {
    expect(stepsOf('confirmed', { queued: 1, sent: 2, confirmed: 3 })).toEqual([
      'queued done 1',
      'sent done 2',
      'acknowledged skipped -',
      'confirmed now 3',
    ]);
  });

  it.each(['rejected', 'expired', 'cancelled', 'unknown'] as const)(
    'ends with %s and shows no further step',
    (state) => {
      expect(stepsOf(state, { queued: 1, sent: 2, [state]: 9 })).toEqual([
        'queued done 1',
        'sent done 2',
        `${state} now 9`,
      ]);
    },
  );
});

describe('the displayed state', () => {
  it.each([
    [10_000, false],
    [10_001, true],
  ])('is outdated at an age of %d ms: %s', (age, expected) => {
    expect(isTooOld(50_000, 50_000 + age)).toBe(expected);
  });
});
