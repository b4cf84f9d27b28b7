import { MEASUREMENT_ORDER, REGISTER_ORDER } from '@busbar/domain/device/measurement';
import { REJECT_REASONS } from '@busbar/domain/device/rejection';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_DATA_BYTES } from '../payload.ts';
import { UP_KINDS } from '../topics.ts';
import { decodeData, type Reading } from './decode-data.ts';
import { MAX_READINGS } from './decode-readings.ts';
import { decodeUp } from './decode-up.ts';
import { encodeData } from './encode-up.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

const arbitraryReading: fc.Arbitrary<Reading> = fc.record({
  address: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
  deviceTime: fc.option(fc.integer({ min: 0, max: 4e12 }), { nil: undefined }),
  measurement: fc
    .dictionary(
      fc.constantFrom(...MEASUREMENT_ORDER),
      fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000),
      {
        minKeys: 1,
      },
    )
    .map((values) => ({ ...values })),
  registers: fc
    .dictionary(
      fc.constantFrom(...REGISTER_ORDER),
      fc.integer({ min: 0, max: 1e9 }).map((n) => n / 100),
      {
        minKeys: 1,
      },
    )
    .map((values) => ({ ...values })),
});

describe('decodeData', () => {
  it('decodes every encoded reading', () => {
    fc.assert(
      fc.property(fc.array(arbitraryReading, { minLength: 1, maxLength: 20 }), (readings) => {
        const decoded = decodeData(bytes(encodeData(readings)));
        expect(decoded.accepted).toEqual(readings);
        expect(decoded.rejected).toEqual([]);
        expect(decoded.unknownFields).toBe(0);
      }),
    );
  });

  it('accepts 500 readings and rejects a message of 501', () => {
    const readings = Array.from({ length: MAX_READINGS + 1 }, (_, ts) => ({ ts, freq: 50 }));
    expect(decodeData(JSON.stringify(readings.slice(1))).accepted).toHaveLength(500);
    const decoded = decodeData(JSON.stringify(readings));
    expect(decoded.accepted).toEqual([]);
    expect(decoded.rejected.map(({ reason }) => reason)).toEqual(['too-many']);
  });

  it('returns a repeated reading as often as it occurs in the array', () => {
    const reading = { ts: 1767225600000, freq: 50 };
    expect(decodeData(JSON.stringify([reading, reading])).accepted).toHaveLength(2);
  });

  it('uses the last value of a repeated field', () => {
    const [reading] = decodeData('{"freq":50,"freq":51}').accepted;
    expect(reading?.measurement).toEqual({ frequency: 51 });
  });

  it('converts negligible values to zero without a sign', () => {
    const [reading] = decodeData(
      '{"volPa":1e-300,"volPb":-1e-13,"epT":-0,"volPc":-0.001}',
    ).accepted;
    expect(reading?.measurement).toStrictEqual({ voltageA: 0, voltageB: 0, voltageC: -0.001 });
    expect(Object.is(reading?.registers?.activeTotal, 0)).toBe(true);
  });

  it.each([
    ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'not-utf8'],
    ['a truncated character', bytes('{"é":1}').slice(0, 3), 'not-utf8'],
    ['a byte order mark', bytes('\uFEFF{"ts":1}'), 'not-json'],
    ['an empty payload', new Uint8Array(), 'not-json'],
    ['60,000 brackets', '['.repeat(60_000), 'not-json'],
    ['more than 256 KiB', ' '.repeat(MAX_DATA_BYTES + 1), 'too-large'],
  ] as const)('rejects %s', (_name, payload, reason) => {
    expect(decodeData(payload)).toMatchObject({ accepted: [], rejected: [{ reason }] });
  });

  it('ignores deeply nested unknown fields', () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    const decoded = decodeData(`{"ts":1767225600000,"freq":50,"x":${deep}}`);
    expect(decoded.accepted).toHaveLength(1);
    expect(decoded.unknownFields).toBe(1);
  });

  it('returns a short and printable rejection', () => {
    const decoded = decodeData(JSON.stringify({ volPa: `\u0000\n${'x'.repeat(10_000)}` }));
    const detail = decoded.rejected[0]?.detail ?? '';
    expect(detail).toMatch(/^volPa: \?\?x+/);
    expect(detail.length).toBeLessThanOrEqual(200);
  });
});

describe('hostile payloads', () => {
  const before = Object.getOwnPropertyNames(Object.prototype);
  const hostileKey = fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'ts',
    'ad',
    'volPa',
    'slaves',
  );
  const hostile = fc.oneof(
    fc.json({ maxDepth: 6 }),
    fc.string(),
    fc.dictionary(hostileKey, fc.jsonValue()).map((value) => JSON.stringify(value)),
  );

  it('only return results of the closed list on every topic, and cause no prototype pollution', () => {
    fc.assert(
      fc.property(fc.constantFrom(...UP_KINDS), hostile, (kind, payload) => {
        const message = decodeUp(kind, bytes(payload));
        if (message.kind === 'offline') return;
        for (const { reason } of message.decoded.rejected) expect(REJECT_REASONS).toContain(reason);
      }),
      { numRuns: 3000 },
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  it('never throw when truncated at any byte', () => {
    const whole = bytes('[{"ts":1767225600000,"ad":3,"volPa":230.1,"é":"\\ud83d"},{"epT":1}]');
    for (let length = 0; length < whole.length; length++) {
      const decoded = decodeData(whole.slice(0, length));
      expect(decoded.accepted).toEqual([]);
      expect(decoded.rejected).toHaveLength(1);
    }
  });
});
