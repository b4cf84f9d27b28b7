import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { whOfKwh } from '@busbar/domain/energy/watt-hours';
import { describe, expect, it } from 'vitest';
import { readingsOf } from './register-text.ts';

describe('register text parsing', () => {
  it('reads rows with each reported register at its position', () => {
    expect(readingsOf('')).toEqual([]);
    expect(readingsOf('(1763716800,20480.12,,,)')).toEqual([
      { at: 1_763_716_800_000, registers: [20_480_120] },
    ]);
    expect(readingsOf('(1763716800.999,,,3,,0.0005);(1763716860,,,,,);(1763716920,1,,,,)')).toEqual(
      [
        { at: 1_763_716_800_999, registers: [null, null, 3000, null, 1] },
        { at: 1_763_716_860_000, registers: [] },
        { at: 1_763_716_920_000, registers: [1000] },
      ],
    );
  });

  it('parses the same watt-hours as whOfKwh', () => {
    const random = seededRandom(7);
    const texts = ['0', '0.0', '0.0004', '0.0005', '1.0005', '-0.0005', '-12.3456', '999999.99'];
    texts.push('4294967.2960', '123456789012.345', '99999999999999.9994', 'NaN');
    for (let i = 0; i < 20_000; i += 1) {
      const digits = Math.floor(random() * 8);
      texts.push((random() * 10 ** Math.floor(random() * 10)).toFixed(digits));
    }
    const rows = texts.map((text, i) => `(${i},${text},,)`).join(';');
    expect(readingsOf(rows).map(({ registers }) => registers[0])).toEqual(
      texts.map((text) => whOfKwh(text)),
    );
  });
});
