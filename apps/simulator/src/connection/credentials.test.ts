import { describe, expect, it } from 'vitest';
import { parseCredentials } from './credentials.ts';

describe('credentials file', () => {
  it('lists devices with their differences from a 63 A breaker', () => {
    const file =
      '# fleet\nBREAKER-0001:s3cret\n\nGATEWAY-0001:x_-Y:MT88C:10:32\r\n' +
      'BREAKER-0002:z:MT61:0:40:2026-03-01\nLAMPS-0001:y:MT61:0:63::18x100led';
    expect(parseCredentials(file)).toEqual([
      { code: 'BREAKER-0001', secret: 's3cret', type: 'MT61', slaveCount: 0, ratedCurrentA: 63 },
      { code: 'GATEWAY-0001', secret: 'x_-Y', type: 'MT88C', slaveCount: 10, ratedCurrentA: 32 },
      {
        code: 'BREAKER-0002',
        secret: 'z',
        type: 'MT61',
        slaveCount: 0,
        ratedCurrentA: 40,
        zeroedAt: Date.UTC(2026, 2, 1),
      },
      {
        code: 'LAMPS-0001',
        secret: 'y',
        type: 'MT61',
        slaveCount: 0,
        ratedCurrentA: 63,
        lamps: { count: 18, watts: 100, kind: 'led', place: null },
      },
    ]);
  });

  it('lists DTUs with the meters on their lines', () => {
    const [dtu] = parseCredentials(
      'TERMINAL-0001:s:HF-DTU:0:63:::1=eastron-sdm630,3=acrel-dtsd1352@200/5',
    );
    expect(
      dtu?.meters?.map(({ station, profile, ratios }) => [station, profile.id, ratios]),
    ).toEqual([
      ['1', 'eastron-sdm630', {}],
      ['3', 'acrel-dtsd1352', { ct: { primary: 200, secondary: 5 } }],
    ]);
  });

  it.each([
    ['', 'names no device'],
    ['short:secret', 'line 1 of the credentials file: no device code'],
    ['BREAKER-0001', 'no secret'],
    ['BREAKER-0001:', 'no secret'],
    ['BREAKER-0001:s:XX1', 'no such type: XX1'],
    ['BREAKER-0001:s:MT88C:21', 'slave count'],
    ['BREAKER-0001:s:MT61:0:-5', 'rated current'],
    ['BREAKER-0001:s:MT61:0:63:2026-02-30', 'no such day: 2026-02-30'],
    ['BREAKER-0001:s:MT61:0:63:2026-02-03:x', 'no such lamps: x'],
    ['BREAKER-0001:s:MT61:0:63::18x100led:1=abb-b23', 'MT61 has no meters'],
    ['TERMINAL-0001:s:HF-DTU:0:63:::1=abb-b23,1=abb-b23', 'line 1 of the credentials file: two'],
    ['BREAKER-0001:s:MT61:0:63::18x100led::x', 'too many parts'],
    ['BREAKER-0001:s\nBREAKER-0001:t', 'line 2: BREAKER-0001 stands there twice'],
  ])('refuses %j', (file, sentence) => {
    expect(() => parseCredentials(file)).toThrow(sentence);
  });
});
