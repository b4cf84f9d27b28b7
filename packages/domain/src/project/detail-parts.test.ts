import { describe, expect, it } from 'vitest';
import { detailParts } from './detail-parts.ts';
import { FINDINGS, type Findings } from './lamp-check.ts';
import { toNotify } from './lamp-findings.ts';
import { DEFAULT_LIMITS } from './project-limits.ts';

const VALUES: Required<Findings> = {
  failed: 2,
  under: 34,
  over: 60,
  dark: 1,
  dayBurning: 18,
  bypassed: 1,
  noReport: 1,
  energyLevel: 3,
};
const WITHOUT_VALUE = ['dark', 'bypassed', 'noReport'];

describe('details of lamp alarms', () => {
  it.each(FINDINGS)('are parsed for the finding %s', (finding) => {
    const alarms = toNotify({ [finding]: VALUES[finding] }, DEFAULT_LIMITS, 9);
    const value = WITHOUT_VALUE.includes(finding) ? null : VALUES[finding];
    const parts = Object.entries(alarms).flatMap(([type, { detail }]) => detailParts(type, detail));
    expect(parts.length).toBeGreaterThan(0);
    for (const part of parts) expect(part).toEqual({ word: finding, value });
  });

  it('are split into findings, and other details are omitted', () => {
    expect(detailParts('lampFault', '2 lamps, 18 lamps on by day, by hand')).toEqual([
      { word: 'failed', value: 2 },
      { word: 'dayBurning', value: 18 },
    ]);
    expect(detailParts('lampFault', '')).toEqual([]);
    // The custom name of a dry contact.
    expect(detailParts('dryContact1', '2 lamps')).toEqual([]);
  });
});
