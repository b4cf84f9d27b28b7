import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AlarmLife, type AlarmWord, furthest, live } from './alarm-life.ts';
import { ALARM_LATE_MS } from './limit-watch.ts';

const NEVER: AlarmLife = { open: null, endedAt: Number.NEGATIVE_INFINITY };

const word = (atS: number, more: Partial<AlarmWord> = {}): AlarmWord => ({
  source: 'device',
  active: true,
  at: atS * 1000,
  arrivedAt: atS * 1000,
  value: null,
  limit: null,
  ...more,
});

function tell(words: readonly AlarmWord[], type = 'overVoltage') {
  let life = NEVER;
  const changes: string[] = [];
  for (const one of words) {
    const step = live(type, life, one);
    life = step.life;
    changes.push(step.change);
  }
  return { life, changes };
}

const over = { active: false };
const platform = { source: 'platform' as const };

describe('a word about an alarm', () => {
  it.each<[string, AlarmWord[], string[]]>([
    ['opens it', [word(1)], ['opened']],
    ['told again is counted', [word(1), word(2)], ['opened', 'again']],
    ['ends it', [word(1), word(2, over)], ['opened', 'ended']],
    ['of an end without a beginning changes nothing', [word(2, over)], ['none']],
    [
      'after the end opens another',
      [word(1), word(2, over), word(3)],
      ['opened', 'ended', 'opened'],
    ],
    [
      'from before the end opens nothing',
      [word(1), word(5, over), word(3)],
      ['opened', 'ended', 'history'],
    ],
    [
      'of an end older than the last beginning ends nothing',
      [word(1), word(5), word(3, over)],
      ['opened', 'again', 'none'],
    ],
    [
      'of one instant counts as said last',
      [word(5), word(5, over), word(5)],
      ['opened', 'ended', 'opened'],
    ],
    ['told too late is history', [word(1, { arrivedAt: 1000 + ALARM_LATE_MS + 1 })], ['history']],
    ['told just in time opens it', [word(1, { arrivedAt: 1000 + ALARM_LATE_MS })], ['opened']],
    ['of the platform is never late', [word(1, { ...platform, arrivedAt: 1e9 })], ['opened']],
    [
      'of the platform adds nothing to one of the device',
      [word(1), word(2, platform)],
      ['opened', 'none'],
    ],
    [
      'of the platform does not end one of the device',
      [word(1), word(2, { ...platform, ...over })],
      ['opened', 'none'],
    ],
    [
      'of the device takes over one of the platform',
      [word(1, platform), word(2), word(3, { ...platform, ...over }), word(4, over)],
      ['opened', 'again', 'none', 'ended'],
    ],
    [
      'of the device does not end one of the platform',
      [word(1, platform), word(2, over)],
      ['opened', 'none'],
    ],
  ])('%s', (_name, words, changes) => {
    expect(tell(words).changes).toEqual(changes);
  });

  it('keeps first, last and furthest value and the newest limit', () => {
    const { life } = tell([
      word(1, { value: 260, limit: 253 }),
      word(2, { value: 281 }),
      word(3, { value: 270, limit: 250 }),
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

  it('that only goes on adds no count, yet a further peak', () => {
    const { life } = tell([
      word(1, { value: 260 }),
      word(2, { value: 261, peak: 290, times: 0 }),
      word(3, { value: 262, peak: 270, times: 2 }),
    ]);
    expect(life.open).toMatchObject({ count: 3, lastValue: 262, peakValue: 290 });
  });

  it('of a low value keeps the lowest', () => {
    expect(furthest('underVoltage', 180, 150)).toBe(150);
    expect(furthest('overVoltage', 180, 150)).toBe(180);
    expect(furthest('overVoltage', null, 150)).toBe(150);
  });
});

const anyWord = fc
  .record({
    atS: fc.integer({ min: 0, max: 3000 }),
    lateS: fc.integer({ min: 0, max: 1500 }),
    active: fc.boolean(),
    source: fc.constantFrom('device' as const, 'platform' as const),
  })
  .map(({ atS, lateS, active, source }) =>
    word(atS, { active, source, arrivedAt: (atS + lateS) * 1000 }),
  );

describe('any words', () => {
  it('leave one open at most, opened by nothing late and never twice', () => {
    fc.assert(
      fc.property(fc.array(anyWord, { maxLength: 60 }), (words) => {
        let life = NEVER;
        for (const one of words) {
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
