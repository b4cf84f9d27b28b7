import { describe, expect, it } from 'vitest';
import { MAINS_UNKNOWN, type Mains, nextMains } from './supply.ts';

const DELAYS = { missedMs: 10_000, seenMs: 60_000 };

/**
 * Evaluates a series of readings, one every five seconds: `+` mains, `-` no mains, `|` a gap before
 * the next reading.
 */
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
    ['are unknown before the first reading', '', 'unknown', null],
    ['are present at the first good reading', '+', 'present', null],
    ['are failing at first', '+-', 'failing', null],
    ['are present again after a short failure', '+--+', 'present', null],
    ['are absent after the delay, since the first bad reading', '+---', 'absent', 10_000],
    ['are absent from the start', '---', 'absent', 5_000],
    ['are returning at first', '+---+', 'returning', 10_000],
    ['do not restart the outage if they flicker', '+---+-+-', 'absent', 10_000],
    ['are present again after the hold', `+---${'+'.repeat(13)}`, 'present', null],
    [
      'are not present one reading before the end of the hold',
      `+---${'+'.repeat(12)}`,
      'returning',
      10_000,
    ],
    ['are not absent if a gap is in between', '+-|-', 'failing', null],
    ['are not present if a gap is in between', '+---+|+', 'returning', 10_000],
    ['remain absent over a gap', '+---|-', 'absent', 10_000],
  ])('%s', (_, readings, state, absentSince) => {
    const mains = fold(readings);
    expect([mains.state, mains.absentSince]).toEqual([state, absentSince]);
  });
});
