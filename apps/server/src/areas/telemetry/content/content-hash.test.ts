import { decodeAlarm } from '@busbar/device-protocol/up/decode-alarm';
import { decodeData } from '@busbar/device-protocol/up/decode-data';
import { measuredOf } from '@busbar/domain/device/measured-values';
import { MEASUREMENT_ORDER, type Measurement } from '@busbar/domain/device/measurement';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alarmHash, measuredHash, registersHash, textHash } from './content-hash.ts';

const measurementOf = (payload: string) => decodeData(payload).accepted[0]?.measurement ?? {};
const measurementHash = (measurement: Measurement) => measuredHash(measuredOf(measurement));

describe('content hash', () => {
  it('does not depend on the order of fields', () => {
    const values = fc.dictionary(
      fc.constantFrom(...MEASUREMENT_ORDER),
      fc.double({ min: -1, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(values, (measurement) => {
        const reversed = Object.fromEntries(Object.entries(measurement).reverse());
        expect(measurementHash(reversed)).toBe(measurementHash(measurement));
      }),
    );
  });

  it('does not depend on the notation of a number', () => {
    expect(measurementHash(measurementOf('{"volPa":230.10,"freq":5e1}'))).toBe(
      measurementHash(measurementOf('{"freq":50,"volPa":230.1}')),
    );
    expect(measurementHash({ currentA: -0 })).toBe(measurementHash({ currentA: 0 }));
  });

  it.each([
    ['another value', { voltageA: 230.1 }, { voltageA: 230.2 }],
    ['another field', { voltageA: 230 }, { voltageB: 230 }],
    ['zero and absent', { voltageA: 230, currentA: 0 }, { voltageA: 230 }],
    ['values swapped', { voltageA: 1, voltageB: 2 }, { voltageA: 2, voltageB: 1 }],
    ['nothing and zero', {}, { voltageA: 0 }],
  ])('distinguishes %s', (_name, one, other) => {
    expect(measurementHash(one)).not.toBe(measurementHash(other));
  });

  it('distinguishes 200,000 similar contents and fits a signed 64-bit column', () => {
    const seen = new Set<bigint>();
    let extreme = 0n;
    for (let step = 0; step < 200_000; step++) {
      const hash = registersHash({ activeTotal: step / 100, activeImport: (step % 7) / 100 });
      seen.add(hash);
      const size = hash < 0n ? -hash : hash;
      if (size > extreme) extreme = size;
    }
    expect(seen.size).toBe(200_000);
    expect(extreme).toBeLessThanOrEqual(2n ** 63n);
    expect(extreme).toBeGreaterThan(2n ** 60n);
  });

  it('uses all 64 bits', () => {
    const ones = Array<number>(64).fill(0);
    for (let step = 0; step < 4000; step++) {
      const hash = BigInt.asUintN(64, measurementHash({ voltageA: 220 + step / 100 }));
      for (let bit = 0; bit < 64; bit++)
        ones[bit] = (ones[bit] ?? 0) + Number((hash >> BigInt(bit)) & 1n);
    }
    expect(Math.min(...ones)).toBeGreaterThan(1800);
    expect(Math.max(...ones)).toBeLessThan(2200);
  });

  it('does not change between releases, because it is stored', () => {
    expect(measurementHash({ voltageA: 230.1, frequency: 50 })).toMatchInlineSnapshot(
      `-2400903114155249905n`,
    );
    expect(registersHash({ activeTotal: 1063.84 })).toMatchInlineSnapshot(`2459124121193185543n`);
    expect(textHash('busbar')).toMatchInlineSnapshot(`-7291752937870281536n`);
  });

  it('ignores the time of an alarm, but not its phase and limit', () => {
    const alarm = (payload: string) => alarmHash(decodeAlarm(payload).accepted[0]!);
    const body = '"type":"overVoltage","kind":"alarm","active":true,"value":281.2';
    expect(alarm(`{"ts":1767225600000,${body}}`)).toBe(alarm(`{${body}}`));
    expect(alarm(`{${body},"phase":"A"}`)).not.toBe(alarm(`{${body},"phase":"B"}`));
    expect(alarm(`{${body},"limit":1}`)).not.toBe(alarm(`{${body}}`));
  });
});
