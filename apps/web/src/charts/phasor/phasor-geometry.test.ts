import { describe, expect, it } from 'vitest';
import { type PhasorReading, phasorPicture, phasorTip } from './phasor-geometry.ts';

const healthy: PhasorReading = {
  voltage: { A: 230, B: 230, C: 230 },
  lineVoltage: { A: 398.4, B: 398.4, C: 398.4 },
  current: { A: 10, B: 10, C: 10 },
  activePower: { A: 2, B: 2, C: 2 },
  reactivePower: { A: 2, B: 0, C: -2 },
  powerFactor: { A: 0.71, B: 1, C: 0.71 },
};
const angleOf = (reading: PhasorReading, kind: string, phase: string) =>
  phasorPicture(reading).phasors.find((p) => p.kind === kind && p.phase === phase)?.angle;

describe('phasor angles', () => {
  it('are 120 degrees apart, clockwise A B C, for healthy voltages', () => {
    expect(phasorPicture(healthy).voltageAnglesKnown).toBe(true);
    expect(angleOf(healthy, 'voltage', 'A')).toBe(0);
    expect(angleOf(healthy, 'voltage', 'B')).toBeCloseTo(-120, 0);
    expect(angleOf(healthy, 'voltage', 'C')).toBeCloseTo(-240, 0);
  });

  it('follow the line voltages when the neutral is shifted', () => {
    // Two phases close together: the line voltage between them is small.
    const shifted = {
      ...healthy,
      lineVoltage: { A: 230, B: 2 * 230 * Math.sin((75 * Math.PI) / 180), C: 444.3 },
    };
    expect(angleOf(shifted, 'voltage', 'B')).toBeCloseTo(-60, 0);
  });

  it('fall back to 120 degrees, flagged as assumed, if the angles do not sum to 360 degrees', () => {
    const wrong = { ...healthy, lineVoltage: { A: 100, B: 100, C: 100 } };
    expect(phasorPicture(wrong).voltageAnglesKnown).toBe(false);
    expect(angleOf(wrong, 'voltage', 'B')).toBe(-120);
  });

  it.each([
    ['A', -45, 'lags with imported reactive power'],
    ['B', -120, 'is in phase without reactive power'],
    ['C', -195, 'leads with exported reactive power'],
  ])('place current %s at %d degrees: it %s', (phase, angle) => {
    const nominal = { ...healthy, lineVoltage: {} };
    expect(angleOf(nominal, 'current', phase)).toBeCloseTo(angle, 5);
  });

  it('assume lag for a power factor without reactive power, flagged as assumed', () => {
    const bare = { ...healthy, lineVoltage: {}, reactivePower: {}, powerFactor: { A: 0.5 } };
    expect(angleOf(bare, 'current', 'A')).toBeCloseTo(-60, 5);
    expect(phasorPicture(bare).lagAssumed).toEqual(['A']);
  });

  it('omit a phase that was not measured', () => {
    const single = { ...healthy, voltage: { A: 230 }, current: {}, lineVoltage: {} };
    expect(phasorPicture(single).phasors.map((p) => p.phase)).toEqual(['A']);
  });

  it('omit a current if its voltage was not measured', () => {
    const blind = { ...healthy, voltage: { A: 230, C: 0 }, lineVoltage: {} };
    expect(phasorPicture(blind).phasors.map((p) => `${p.kind}${p.phase}`)).toEqual([
      'voltageA',
      'currentA',
    ]);
  });
});

describe('the tip of a phasor', () => {
  it('points up for the reference', () => {
    const tip = phasorTip({ phase: 'A', kind: 'voltage', magnitude: 115, angle: 0 }, 230, 100);
    expect(tip.x).toBeCloseTo(0);
    expect(tip.y).toBeCloseTo(-50);
  });

  it('rotates clockwise for a lagging phase', () => {
    const tip = phasorTip({ phase: 'B', kind: 'voltage', magnitude: 230, angle: -90 }, 230, 100);
    expect(tip.x).toBeCloseTo(100);
    expect(tip.y).toBeCloseTo(0);
  });
});
