import { describe, expect, it } from 'vitest';
import { loadOfDevice } from './device-load.ts';
import { type LampLoad, lampLoadText, lampsKwAt, parseLampLoad } from './lamp-load.ts';
import { energySince } from './load-energy.ts';
import { measurementAt } from './load-profile.ts';

const SHANGHAI = { latitude: 31.2304, longitude: 121.4737 };
const led: LampLoad = { count: 18, watts: 100, kind: 'led', place: null };
const HOUR = 3_600_000;

describe('street lamp load', () => {
  // Almanac of Shanghai: sunset 16:52 on 20 November 2026, sunrise 06:27 on the 21st; at midsummer
  // sunrise 04:50 and sunset 19:01, local time.
  it.each([
    ['for LED lamps that burn day and night', led, '2026-11-20T12:00:00+08:00', 1.8],
    ['before sunset', { ...led, place: SHANGHAI }, '2026-11-20T16:45:00+08:00', 0],
    ['after sunset', { ...led, place: SHANGHAI }, '2026-11-20T17:00:00+08:00', 1.8],
    ['at midnight', { ...led, place: SHANGHAI }, '2026-11-21T00:00:00+08:00', 1.8],
    ['before sunrise', { ...led, place: SHANGHAI }, '2026-11-21T06:20:00+08:00', 1.8],
    ['after sunrise', { ...led, place: SHANGHAI }, '2026-11-21T06:35:00+08:00', 0],
    ['on a summer evening', { ...led, place: SHANGHAI }, '2026-06-21T18:50:00+08:00', 0],
    ['on a summer night', { ...led, place: SHANGHAI }, '2026-06-21T19:10:00+08:00', 1.8],
    [
      'where the sun does not set',
      { ...led, place: { latitude: 78.2, longitude: 15.6 } },
      '2026-06-21T00:00:00+02:00',
      0,
    ],
  ] as const)('has the expected power %s', (_, lamps, at, kw) => {
    expect(lampsKwAt(7, lamps, Date.parse(at))).toBeCloseTo(kw, 6);
  });

  it('of sodium lamps varies with the measured voltage, including the ballast', () => {
    const sodium: LampLoad = { count: 24, watts: 250, kind: 'sodium', place: null };
    const load = loadOfDevice({
      code: 'LAMPS-0001',
      phases: 3,
      ratedCurrentA: 63,
      zone: 'Asia/Shanghai',
      countsFrom: 0,
      lamps: sodium,
    });
    for (let hour = 0; hour < 48; hour++) {
      const { activePower, voltageA, voltageB, voltageC } = measurementAt(load, hour * HOUR, true);
      const volts = Math.max(voltageA!, voltageB!, voltageC!);
      const expected = 24 * 0.25 * 1.12 * (volts / 230) ** 1.8;
      // Less than the power of half a lamp of 24.
      expect(Math.abs(activePower! - expected)).toBeLessThan(0.14);
    }
  });

  it('estimates the energy as its power for one hour', () => {
    const question = {
      code: 'L',
      phases: 3,
      ratedCurrentA: 63,
      zone: 'UTC',
      countsFrom: 0,
    } as const;
    const load = loadOfDevice({ ...question, lamps: led });
    const kwh = (at: number) =>
      energySince(load, at).activeKwh.reduce((sum, band) => sum + band, 0);
    expect(kwh(30 * HOUR) - kwh(29 * HOUR)).toBeCloseTo(1.8, 6);
  });

  it.each(['18x100led', '24x250sodium@31.2304,121.4737', '1x60led@-33.9,18.4'])(
    'formats and parses %s',
    (text) => {
      expect(lampLoadText(parseLampLoad(text)!)).toBe(text);
    },
  );

  it.each(['', '18', '18x100', '18x100neon', 'x100led', '18x100led@91,0', '18x100led@1'])(
    'rejects "%s"',
    (text) => expect(parseLampLoad(text)).toBeUndefined(),
  );
});
