/** The checker finds the errors it was written for. */
import { describe, expect, it } from 'vitest';
import { checkReadings, type SentReading } from './check-readings.ts';

const sent = (ts: number, register: number, acknowledged = true): SentReading => ({
  device: 'd',
  ts,
  register,
  acknowledged,
});
const stored = (ts: number, register: number) => ({ device: 'd', ts, register });
const NOTHING = { lost: [], doubled: [], invented: [], miscounted: [] };

describe('the checker of readings', () => {
  it('finds nothing if all is well', () => {
    const all = [sent(1, 10), sent(2, 20), sent(2, 21), sent(3, 30, false), sent(4, 40, false)];
    const counting = [stored(1, 10), stored(2, 21), stored(3, 30)];
    expect(checkReadings(all, counting, [stored(2, 20)])).toEqual(NOTHING);
  });

  it('finds an acknowledgement that came before its commit', () => {
    const all = [sent(1, 10), sent(2, 20)];
    expect(checkReadings(all, [stored(1, 10)], [])).toMatchObject({ lost: [sent(2, 20)] });
  });

  it('finds a second content that was dropped instead of stored', () => {
    const all = [sent(1, 10), sent(2, 20), sent(2, 21)];
    const findings = checkReadings(all, [stored(1, 10), stored(2, 20)], []);
    expect(findings.lost).toEqual([sent(2, 21)]);
  });

  it('finds a reading that was overwritten', () => {
    const all = [sent(1, 10), sent(2, 20), sent(2, 21)];
    const findings = checkReadings(all, [stored(1, 10), stored(2, 21)], []);
    expect(findings.lost).toEqual([sent(2, 20)]);
  });

  it('finds a reading that is counted twice', () => {
    const findings = checkReadings([sent(1, 10)], [stored(1, 10), stored(1, 10)], []);
    expect(findings.doubled).toEqual([stored(1, 10)]);
  });

  it('finds a redelivery that was stored with another timestamp', () => {
    const all = [sent(1, 10), sent(2, 20)];
    const counting = [stored(1, 10), stored(2, 20), stored(3, 10)];
    const findings = checkReadings(all, counting, []);
    expect(findings.invented).toEqual([stored(3, 10)]);
    expect(checkReadings(all, [...counting, stored(4, 20)], []).miscounted).toEqual([
      { device: 'd', difference: 10 },
    ]);
  });

  it('finds a value that changed in transit', () => {
    const findings = checkReadings([sent(1, 10)], [stored(1, 11)], []);
    expect(findings.lost).toEqual([sent(1, 10)]);
    expect(findings.invented).toEqual([stored(1, 11)]);
  });

  it('finds a device with no stored readings', () => {
    expect(checkReadings([sent(1, 10)], [], []).miscounted).toEqual([
      { device: 'd', difference: Number.NaN },
    ]);
  });
});
