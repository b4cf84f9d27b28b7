import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AlarmLife, type AlarmTransition, furthest, live } from './alarm-life.ts';
import { ALARM_LATE_MS } from './limit-watch.ts';

const NEVER: AlarmLife = { open: null, endedAt: Number.NEGATIVE_INFINITY };

const transition = (atS: number, more: Partial<AlarmTransition> = {}): AlarmTransition => ({
  source: 'device',
  active: true,
  at: atS * 1000,
  arrivedAt: atS * 1000,
  value: null,
  limit: null,
  ...more,
});

function apply(transitions: readonly AlarmTransition[], type = 'overVoltage') {
  let life = NEVER;
  const changes: string[] = [];
  for (const one of transitions) {
    const step = live(type, life, one);
    life = step.life;
    changes.push(step.change);
  }
  return { life, changes };
}

const over = { active: false };
const platform = { source: 'platform' as const };

describe('alarm events', () => {
  it.each<[string, AlarmTransition[], string[]]>([
    ['open an alarm', [transition(1)], ['opened']],
    ['count a repeated alarm', [transition(1), transition(2)], ['opened', 'again']],
    ['end an alarm', [transition(1), transition(2, over)], ['opened', 'ended']],
    ['change nothing at an end without a beginning', [transition(2, over)], ['none']],
    [
      'open another alarm after the end',
      [transition(1), transition(2, over), transition(3)],
      ['opened', 'ended', 'opened'],
    ],
    [
      'open nothing if they are older than the end',
      [transition(1), transition(5, over), transition(3)],
      ['opened', 'ended', 'history'],
    ],
    [
      'end nothing if they are older than the last beginning',
      [transition(1), transition(5), transition(3, over)],
      ['opened', 'again', 'none'],
    ],
    [
      'are applied in order of arrival if they have the same time',
      [transition(5), transition(5, over), transition(5)],
      ['opened', 'ended', 'opened'],
    ],
    [
      'are history if they arrive too late',
      [transition(1, { arrivedAt: 1000 + ALARM_LATE_MS + 1 })],
      ['history'],
    ],
    [
      'open an alarm if they arrive just in time',
      [transition(1, { arrivedAt: 1000 + ALARM_LATE_MS })],
      ['opened'],
    ],
    [
      'of the platform are never late',
      [transition(1, { ...platform, arrivedAt: 1e9 })],
      ['opened'],
    ],
    [
      'of the platform add nothing to an alarm of the device',
      [transition(1), transition(2, platform)],
      ['opened', 'none'],
    ],
    [
      'of the platform do not end an alarm of the device',
      [transition(1), transition(2, { ...platform, ...over })],
      ['opened', 'none'],
    ],
    [
      'of the device take over an alarm of the platform',
      [
        transition(1, platform),
        transition(2),
        transition(3, { ...platform, ...over }),
        transition(4, over),
      ],
      ['opened', 'again', 'none', 'ended'],
    ],
    [
      'of the device do not end an alarm of the platform',
      [transition(1, platform), transition(2, over)],
      ['opened', 'none'],
    ],
  ])('%s', (_name, transitions, changes) => {
    expect(apply(transitions).changes).toEqual(changes);
  });

  it('store the first, last and most extreme value and the newest limit', () => {
    const { life } = apply([
      transition(1, { value: 260, limit: 253 }),
      transition(2, { value: 281 }),
      transition(3, { value: 270, limit: 250 }),
    ]);
    expect(life.open).toMatchObject({
      count: 3,
      openedAt: 1000,
      lastAt: 3000,
      firstValue: 260,
      lastValue: 270,
      peakValue: 281,
      limitValue: 250,
    });
  });

  it('store a more extreme peak, and count nothing while the alarm only continues', () => {
    const { life } = apply([
      transition(1, { value: 260 }),
      transition(2, { value: 261, peak: 290, times: 0 }),
      transition(3, { value: 262, peak: 270, times: 2 }),
    ]);
    expect(life.open).toMatchObject({ count: 3, lastValue: 262, peakValue: 290 });
  });

  it('store the lowest value of a low-value alarm', () => {
    expect(furthest('underVoltage', 180, 150)).toBe(150);
    expect(furthest('overVoltage', 180, 150)).toBe(180);
    expect(furthest('overVoltage', null, 150)).toBe(150);
  });
});

const anyTransition = fc
  .record({
    atS: fc.integer({ min: 0, max: 3000 }),
    lateS: fc.integer({ min: 0, max: 1500 }),
    active: fc.boolean(),
    source: fc.constantFrom('device' as const, 'platform' as const),
  })
  .map(({ atS, lateS, active, source }) =>
    transition(atS, { active, source, arrivedAt: (atS + lateS) * 1000 }),
  );

describe('arbitrary sequences of alarm events', () => {
  it('leave at most one alarm active, and raise none by a late event or twice', () => {
    fc.assert(
      fc.property(fc.array(anyTransition, { maxLength: 60 }), (transitions) => {
        let life = NEVER;
        for (const one of transitions) {
          const step = live('overVoltage', life, one);
          if (step.change === 'opened') {
            expect(life.open).toBeNull();
            expect(one.active).toBe(true);
            if (one.source === 'device') {
              expect(one.arrivedAt - one.at).toBeLessThanOrEqual(ALARM_LATE_MS);
            }
            expect(one.at).toBeGreaterThanOrEqual(life.endedAt);
          }
          if (step.change === 'ended') expect(one.at).toBeGreaterThanOrEqual(step.was.lastAt);
          life = step.life;
        }
      }),
    );
  });
});
