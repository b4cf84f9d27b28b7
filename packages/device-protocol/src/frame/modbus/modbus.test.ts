/**
 * The examples of the Modbus application protocol with their published checksums, in both
 * directions.
 */
import { describe, expect, it } from 'vitest';
import { encodeFrame } from '../encode-frame.ts';
import { explainText, problemsOf, rowsOf } from '../explain.ts';
import { hexOf } from '../hex.ts';

const valuesOf = (text: string) =>
  rowsOf(explainText(text)).map(({ name, value }) => [name, value]);

const keys = (text: string) => problemsOf(explainText(text)).map(({ key }) => key);

describe('Modbus requests', () => {
  it.each<[string, string, string, string, unknown[][]]>([
    [
      'read coils',
      '01',
      '00130025',
      '1101001300250e84',
      [
        ['First address', 19],
        ['Quantity', 37],
      ],
    ],
    [
      'read discrete inputs',
      '02',
      '00c40016',
      '110200c40016baa9',
      [
        ['First address', 196],
        ['Quantity', 22],
      ],
    ],
    [
      'read holding registers',
      '03',
      '006b0003',
      '1103006b00037687',
      [
        ['First address', 107],
        ['Quantity', 3],
      ],
    ],
    [
      'read input registers',
      '04',
      '00080001',
      '110400080001b298',
      [
        ['First address', 8],
        ['Quantity', 1],
      ],
    ],
    [
      'write coils',
      '0f',
      '0013000a02cd01',
      '110f0013000a02cd01bf0b',
      [
        ['First address', 19],
        ['Quantity', 10],
        ['Number of data bytes', 2],
        ['Coils, 19', '10110011'],
        ['Coils, 27', '10000000'],
      ],
    ],
    [
      'write registers',
      '10',
      '0001000204000a0102',
      '111000010002' + '04000a0102c6f0',
      [
        ['First address', 1],
        ['Quantity', 2],
        ['Number of data bytes', 4],
        ['Register, 1', 10],
        ['Register, 2', 258],
      ],
    ],
  ])('encodes and explains a request: %s', (name, commandCode, data, hex, rows) => {
    const encoded = encodeFrame({ address: '17', commandCode, data, version: 2 });
    expect(encoded.ok && hexOf(encoded.value)).toBe(hex);
    expect(keys(hex)).toEqual([]);
    expect(valuesOf(hex)).toEqual([
      ['Address', 17],
      ['Function', `request, ${name}`],
      ...rows,
      ['Checksum', 'right'],
    ]);
  });

  it.each<[string, string, string, string, unknown[][]]>([
    [
      'write one coil',
      '05',
      '00acff00',
      '110500acff004e8b',
      [
        ['Address of the coil', 172],
        ['Value of the coil, 172', 'on'],
      ],
    ],
    [
      'write one register',
      '06',
      '00010003',
      '1106000100039a9b',
      [
        ['Address of the register', 1],
        ['Register, 1', 3],
      ],
    ],
  ])('%s: reports that the reply has the same bytes', (name, commandCode, data, hex, rows) => {
    const encoded = encodeFrame({ address: '17', commandCode, data, version: 2 });
    expect(encoded.ok && hexOf(encoded.value)).toBe(hex);
    expect(keys(hex)).toEqual(['both-directions']);
    expect(valuesOf(hex)).toEqual([
      ['Address', 17],
      ['Function', name],
      ...rows,
      ['Checksum', 'right'],
    ]);
  });

  it.each([
    ['address 248', { address: '248' }, 'address'],
    ['text as address', { address: 'one' }, 'address'],
    ['an exception bit in the function', { commandCode: '83' }, 'command_code'],
    ['data of 253 bytes', { data: '00'.repeat(253) }, 'data'],
  ])('refuses %s', (_case, wrong, field) => {
    const frame = { address: '1', commandCode: '03', data: '00000001', version: 2 as const };
    expect(encodeFrame({ ...frame, ...wrong })).toMatchObject({ ok: false, field });
  });

  it('reports an impossible quantity', () => {
    const encoded = encodeFrame({ address: '1', commandCode: '03', data: '00000000', version: 2 });
    expect(keys(hexOf(encoded.ok ? encoded.value : new Uint8Array()))).toEqual([
      'quantity-invalid',
    ]);
    const count = encodeFrame({
      address: '1',
      commandCode: '10',
      data: '0000000302000a',
      version: 2,
    });
    expect(keys(hexOf(count.ok ? count.value : new Uint8Array()))).toEqual(['quantity-invalid']);
  });
});

describe('Modbus replies', () => {
  it.each<[string, string, unknown[][]]>([
    [
      'coils',
      '110105cd6bb20e1b45e6',
      [
        ['Number of data bytes', 5],
        ['Coils, no. 1 of the reply', '10110011'],
        ['Coils, no. 9 of the reply', '11010110'],
        ['Coils, no. 17 of the reply', '01001101'],
        ['Coils, no. 25 of the reply', '01110000'],
        ['Coils, no. 33 of the reply', '11011000'],
      ],
    ],
    [
      'registers',
      '110306ae415652434049ad',
      [
        ['Number of data bytes', 6],
        ['Register, no. 1 of the reply', 44609],
        ['Register, no. 2 of the reply', 22098],
        ['Register, no. 3 of the reply', 17216],
      ],
    ],
    [
      'input register',
      '110402000af8f4',
      [
        ['Number of data bytes', 2],
        ['Register, no. 1 of the reply', 10],
      ],
    ],
    [
      'coils written',
      '110f0013000a2699',
      [
        ['First address', 19],
        ['Quantity', 10],
      ],
    ],
    [
      'registers written',
      '1110000100021298',
      [
        ['First address', 1],
        ['Quantity', 2],
      ],
    ],
  ])('explains a reply: %s', (_case, hex, rows) => {
    expect(keys(hex)).toEqual([]);
    expect(valuesOf(hex).slice(2, -1)).toEqual(rows);
    expect(explainText(hex).frames[0]?.direction).toBe('reply');
  });

  it('explains an exception', () => {
    expect(valuesOf('0a8102b053')).toEqual([
      ['Address', 10],
      ['Function', 'error reply, read coils'],
      ['Exception', 'address not supported'],
      ['Checksum', 'right'],
    ]);
  });

  it('returns both interpretations of a reply that may be a request', () => {
    const frame = explainText('110203ac00357ae8').frames[0];
    expect(frame).toMatchObject({ direction: null, other: { direction: 'reply' } });
    expect(frame?.problems[0]?.key).toBe('both-directions');
    expect(frame?.other?.rows.map(({ hex }) => hex)).toEqual([
      '11',
      '02',
      '03',
      'ac',
      '00',
      '35',
      '7ae8',
    ]);
  });

  it('accepts only the reply if the request would have an impossible quantity', () => {
    const frame = explainText('110203acdb352018').frames[0];
    expect(frame).toMatchObject({ direction: 'reply', problems: [] });
    expect(frame?.other).toBeUndefined();
  });

  it('recognises a custom function by its checksum and shows its data', () => {
    expect(keys('02074112')).toEqual(['unknown-function']);
  });
});
