import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decodeData } from '@busbar/device-protocol/up/decode-data';
import { encodeData } from '@busbar/device-protocol/up/encode-up';
import { describe, expect, it } from 'vitest';
import { parseRecording, replayReadings, replayShiftMs } from './replay.ts';

const HEAD = 'local_time,active_kw,reactive_kvar,voltage_v,current_a';
const WEEK = 7 * 86_400_000;
const utc = (text: string) => Date.parse(`${text}Z`);

describe('a recording', () => {
  it('is parsed row by row, in local time', () => {
    expect(parseRecording(`${HEAD}\n2006-12-16T17:24,4.216,0.418,234.84,18.4\n`)).toEqual([
      {
        at: utc('2006-12-16T16:24'),
        activeKw: 4.216,
        reactiveKvar: 0.418,
        voltageV: 234.84,
        currentA: 18.4,
      },
    ]);
  });

  it.each([
    ['', 'no column local_time'],
    ['local_time,active_kw', 'no column reactive_kvar'],
    [HEAD, 'no rows'],
    [`${HEAD}\n2006-12-16T17:24,4.216,0.418,234.84,18.4\n2006-12-16T17:25,,1,2,3`, 'line 3'],
    [`${HEAD}\nyesterday,1,1,1,1`, 'line 2'],
    [`${HEAD}\n2006-12-16T17:24,1,1`, 'line 2'],
  ])('refuses %j', (csv, sentence) => {
    expect(() => parseRecording(csv)).toThrow(sentence);
  });

  it('is shifted by whole weeks to end in the past', () => {
    const rows = parseRecording(`${HEAD}\n2006-12-16T17:24,1,1,1,1`);
    const now = utc('2026-05-05T12:00');
    const shift = replayShiftMs(rows, now);
    expect(shift % WEEK).toBe(0);
    const end = (rows[0]?.at ?? 0) + shift;
    expect(end <= now && end > now - WEEK).toBe(true);
  });
});

describe('replayed readings', () => {
  it('add the energy of each minute to the register', () => {
    const rows = parseRecording(
      `${HEAD}\n2006-12-16T17:24,0.3,0,230,1\n2006-12-16T17:25,0.3,0,230,1\n2006-12-16T17:26,60,0,230,1`,
    );
    const readings = replayReadings(rows, 0);
    expect(readings.map(({ registers }) => registers?.activeTotal)).toEqual([0, 0.01, 0.01, 1.01]);
    expect(readings[0]).toMatchObject({
      deviceTime: utc('2006-12-16T16:23'),
      measurement: undefined,
    });
  });
});

const path = fileURLToPath(
  new URL('../../../../../shared/data/household-load-1min.csv', import.meta.url),
);
const recorded = existsSync(path);
if (!recorded) console.info(`skipped: no recorded load at ${path}`);

describe.skipIf(!recorded)('the recorded household', () => {
  const rows = recorded ? parseRecording(readFileSync(path, 'utf8')) : [];
  const readings = replayReadings(rows, WEEK);

  it('has 37,283 minutes and 1063.84 kWh', () => {
    expect(rows).toHaveLength(37_283);
    expect(readings).toHaveLength(37_284);
    const registers = readings.map((reading) => reading.registers?.activeTotal ?? Number.NaN);
    expect(registers.at(-1)).toBeCloseTo(1063.84, 2);
    expect((registers.at(-1) ?? 0) - (registers[0] ?? 0)).toBeCloseTo(1063.84, 2);
    expect(registers.every((kwh, index) => kwh >= (registers[index - 1] ?? 0))).toBe(true);
  });

  it('is accepted unchanged by the platform, at distinct instants', () => {
    const lines = readFileSync(path, 'utf8').trim().split('\n').slice(1);
    const arrived = [];
    for (let from = 1; from < readings.length; from += 500) {
      const decoded = decodeData(encodeData(readings.slice(from, from + 500)));
      expect(decoded.rejected).toEqual([]);
      arrived.push(...decoded.accepted);
    }
    expect(new Set(arrived.map(({ deviceTime }) => deviceTime)).size).toBe(37_283);
    const decoded = arrived.map(({ measurement: m }) =>
      [m?.activePower, m?.reactivePower, m?.voltageA, m?.currentA].join(','),
    );
    const source = lines.map((line) => line.split(',').slice(1).map(Number).join(','));
    expect(decoded).toEqual(source);
  });
});
