import { describe, expect, it } from 'vitest';
import { MAINS_UNKNOWN, type Mains, nextMains } from './supply.ts';

const DELAYS = { missedMs: 10_000, seenMs: 60_000 };

/** `+` mains, `-` no mains, `|` a gap before; a reading every five seconds. */
function fold(readings: string): Mains {
  let mains = MAINS_UNKNOWN;
  let at = 0;
  let afterGap = false;
  for (const mark of readings) {
    if (mark === '|') {
      afterGap = true;
      at += 600_000;
      continue;
    }
    at += 5_000;
    mains = nextMains(mains, { at, isPresent: mark === '+', afterGap }, DELAYS);
    afterGap = false;
  }
  return mains;
}

describe('mains of a tower', () => {
  it.each<[string, string, Mains['state'], number | null]>([
    ['are unknown before anything is read', '', 'unknown', null],
    ['are there at the first good reading', '+', 'present', null],
    ['fail first', '+-', 'failing', null],
    ['are back after a short failure', '+--+', 'present', null],
    ['are absent after the delay, since the first bad reading', '+---', 'absent', 10_000],
    ['are absent from the beginning', '---', 'absent', 5_000],
    ['return first', '+---+', 'returning', 10_000],
    ['that flicker leave the outage as old as it was', '+---+-+-', 'absent', 10_000],
    ['are there again after the hold', `+---${'+'.repeat(13)}`, 'present', null],
    [
      'are not there one reading before the hold is over',
      `+---${'+'.repeat(12)}`,
      'returning',
      10_000,
    ],
    ['are not absent by what a gap joins', '+-|-', 'failing', null],
    ['are not back by what a gap joins', '+---+|+', 'returning', 10_000],
    ['stay absent over a gap', '+---|-', 'absent', 10_000],
  ])('%s', (_, readings, state, absentSince) => {
    const mains = fold(readings);
    expect([mains.state, mains.absentSince]).toEqual([state, absentSince]);
  });
});
