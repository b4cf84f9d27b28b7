/** Each checker of timers finds the bug planted for it, and nothing in a correct run. */
import { describe, expect, it } from 'vitest';
import {
  dueMinutes,
  type TimerLedger,
  type TimerRun,
  wrongCounts,
  wrongMinutes,
  wrongResults,
} from './check-timers.ts';

const utc = (text: string) => Date.parse(`${text}Z`);
const PARIS = { days: 127, zone: 'Europe/Paris' };
/** The clock goes from 02:00 to 03:00 on 29 March, and back on 25 October. */
const spring = {
  ...PARIS,
  id: 1,
  time: '02:30',
  from: utc('2026-03-28T12:00'),
  to: utc('2026-03-29T12:00'),
};
const autumn = {
  ...PARIS,
  id: 2,
  time: '02:30',
  from: utc('2026-10-24T12:00'),
  to: utc('2026-10-25T12:00'),
};
const GAP_END = utc('2026-03-29T01:00');
const FIRST = utc('2026-10-25T00:30');
const SECOND = utc('2026-10-25T01:30');

const run = (id: number, due: number, lateMs = 500, result = 'ordered'): TimerRun => ({
  id,
  due,
  result,
  recordedAt: due + lateMs,
});
const good: TimerLedger = {
  timers: [spring, autumn],
  runs: [run(1, GAP_END), run(2, FIRST)],
  commands: new Map([
    [1, 1],
    [2, 1],
  ]),
  missedLines: new Map(),
  looks: [GAP_END - 30_000, GAP_END + 500, FIRST + 500, SECOND + 500],
};

describe('the checkers of timers', () => {
  it('find nothing in a correct run', () => {
    expect(dueMinutes(spring)).toEqual([GAP_END]);
    expect(dueMinutes(autumn)).toEqual([FIRST]);
    expect([...wrongMinutes(good), ...wrongResults(good), ...wrongCounts(good)]).toEqual([]);
  });

  it('find a run at the second occurrence of a repeated time', () => {
    const bad = { ...good, runs: [...good.runs, run(2, SECOND)] };
    expect(wrongMinutes(bad)).toHaveLength(1);
    expect(wrongCounts(bad)).toHaveLength(1);
  });

  it('find a skipped time that never ran, and one that ran an hour early', () => {
    expect(wrongMinutes({ ...good, runs: [run(2, FIRST)] })).toHaveLength(1);
    const early = { ...good, runs: [run(1, GAP_END - 1_800_000), run(2, FIRST)] };
    expect(wrongMinutes(early)).toHaveLength(2);
  });

  it('find a run that was caught up', () => {
    const late = { ...good, runs: [run(1, GAP_END, 61_000), run(2, FIRST)] };
    expect(wrongResults(late)).toHaveLength(1);
    const unlooked = { ...good, looks: [GAP_END + 61_000, FIRST + 500] };
    expect(wrongResults(unlooked)).toHaveLength(1);
  });

  it('find a run that was abandoned though it was checked in time', () => {
    const bad = { ...good, runs: [run(1, GAP_END, 500, 'missed'), run(2, FIRST)] };
    expect(wrongResults(bad)).toHaveLength(1);
    expect(wrongCounts(bad)).toHaveLength(2);
  });

  it('find a second command, and a missed run without a log entry', () => {
    expect(
      wrongCounts({
        ...good,
        commands: new Map([
          [1, 2],
          [2, 1],
        ]),
      }),
    ).toHaveLength(1);
    const missed = {
      ...good,
      runs: [run(1, GAP_END, 90_000, 'missed'), run(2, FIRST)],
      commands: new Map([[2, 1]]),
    };
    expect(wrongCounts(missed)).toEqual(['timer 1 has 0 lines of missed runs']);
  });
});
