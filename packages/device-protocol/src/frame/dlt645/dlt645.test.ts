/**
 * Published frames of DL/T 645-2007, in both directions; the expected rows were entered manually.
 */
import { describe, expect, it } from 'vitest';
import { encodeFrame } from '../encode-frame.ts';
import { explainText, problemsOf, rowsOf } from '../explain.ts';
import { hexOf } from '../hex.ts';

const valuesOf = (text: string) =>
  rowsOf(explainText(text)).map(({ hex, name, value, unit }) => [hex, name, value, unit]);

const keys = (text: string) => problemsOf(explainText(text)).map(({ key }) => key);

const ANY = 'AAAAAAAAAAAA';

describe('DL/T 645 frame encoding', () => {
  it.each([
    [
      'read forward active energy of any meter',
      ANY,
      '11',
      '00000100',
      '68aaaaaaaaaaaa68110433333433ae16',
    ],
    ['read voltage of phase A', ANY, '11', '00010102', '68aaaaaaaaaaaa68110433343435b116'],
    ['read the address', ANY, '13', '', '68aaaaaaaaaaaa681300df16'],
    [
      'address low byte first',
      '123456789012',
      '11',
      '00000100',
      '68129078563412681104333334336816',
    ],
    ['padding of a short address', '10', '11', '00000100', '6810000000000068110433333433c216'],
  ])('encodes a frame: %s', (_case, address, commandCode, data, hex) => {
    const encoded = encodeFrame({ address, commandCode, data, version: 1 });
    expect(encoded.ok && hexOf(encoded.value)).toBe(hex);
    expect(keys(hex)).toEqual([]);
  });

  it.each([
    ['letters in the address', { address: '12X4' }, 'address'],
    ['thirteen digits', { address: '1234567890123' }, 'address'],
    ['an incomplete wildcard', { address: 'AAA' }, 'address'],
    ['a reply', { commandCode: '91' }, 'command_code'],
    ['an empty control code', { commandCode: '' }, 'command_code'],
    ['a control code of three digits', { commandCode: '111' }, 'command_code'],
    ['data with an odd number of digits', { data: '123' }, 'data'],
    ['data that are not hexadecimal', { data: 'xy' }, 'data'],
    ['data of 201 bytes', { data: '00'.repeat(201) }, 'data'],
  ])('refuses %s', (_case, wrong, field) => {
    const frame = { address: '1', commandCode: '11', data: '', version: 1 as const };
    expect(encodeFrame({ ...frame, ...wrong })).toMatchObject({ ok: false, field });
  });
});

describe('explanations of DL/T 645 requests', () => {
  it('explains every byte of a read', () => {
    expect(valuesOf('68 AA AA AA AA AA AA 68 11 04 33 33 34 33 AE 16')).toEqual([
      ['68', 'Start', 'right', ''],
      ['aaaaaaaaaaaa', 'Address', ANY, ''],
      ['68', 'Start', 'right', ''],
      ['11', 'Control code', 'request, read data', ''],
      ['04', 'Length of data', 4, ''],
      ['33333433', 'Data identifier', '00010000 Forward active energy, total', ''],
      ['ae', 'Checksum', 'right', ''],
      ['16', 'End', 'right', ''],
    ]);
  });

  it('accepts wake-up bytes before a frame', () => {
    expect(valuesOf('FEFEFEFE68AAAAAAAAAAAA681300DF16').slice(0, 2)).toEqual([
      ['fefefefe', 'Wake-up', 4, ''],
      ['68', 'Start', 'right', ''],
    ]);
  });

  it('explains a trip command with password, operator and time', () => {
    const data = '0211111144332211' + '1a00' + '595923311226';
    const encoded = encodeFrame({ address: '1', commandCode: '1C', data, version: 1 });
    const rows = valuesOf(hexOf(encoded.ok ? encoded.value : new Uint8Array()));
    expect(rows.slice(5, -2).map(([, name, value]) => [name, value])).toEqual([
      ['Password level', '02'],
      ['Password', '111111'],
      ['Operator code', '11223344'],
      ['Control command', 'trip'],
      ['Reserved', '00'],
      ['Command valid until', '2026-12-31 23:59:59'],
    ]);
  });

  it('explains a broadcast that sets the time', () => {
    const encoded = encodeFrame({
      address: '999999999999',
      commandCode: '08',
      data: '003022211126',
      version: 1,
    });
    const rows = valuesOf(hexOf(encoded.ok ? encoded.value : new Uint8Array()));
    expect(rows[5]).toEqual(['336355544459', 'Date and time', '2026-11-21 22:30:00', '']);
  });
});

/** A reply of meter 000000000001 with this control code and these data before 33H. */
const reply = (control: number, data: string): string => {
  const bytes = Buffer.from(`68010000000000 68${control.toString(16)}00`.replace(' ', ''), 'hex');
  const plain = Buffer.from(data, 'hex').map((byte) => byte + 0x33);
  bytes[9] = plain.length;
  const body = Buffer.concat([bytes, plain]);
  const sum = body.reduce((total, byte) => total + byte, 0) & 0xff;
  return Buffer.concat([body, Buffer.from([sum, 0x16])]).toString('hex');
};

const values = (control: number, data: string) =>
  rowsOf(explainText(reply(control, data)))
    .slice(5, -2)
    .map(({ name, value, unit }) => [name, value, unit]);

describe('explanations of DL/T 645 replies', () => {
  it.each<[string, string, unknown[]]>([['energy, peak', '00000200' + '00', []]])(
    'does not interpret data that are too short: %s',
    (_case, data) => {
      expect(keys(reply(0x91, data))).toEqual(['data-length']);
    },
  );

  it.each<[string, string, unknown[][]]>([
    ['energy', '00000100' + '78563412', [['Forward active energy, total', 123456.78, 'kWh']]],
    ['energy of peak', '00020100' + '01000000', [['Forward active energy, peak', 0.01, 'kWh']]],
    [
      'energy of tariff 7, last month',
      '01070100' + '00010000',
      [['Forward active energy, tariff 7, settlement day 1 back', 1, 'kWh']],
    ],
    [
      'combined energy below zero',
      '00000000' + '50010080',
      [['Combined active energy, total', -1.5, 'kWh']],
    ],
    ['voltage', '00010102' + '0022', [['Voltage, phase A', 220, 'V']]],
    [
      'voltages of all phases',
      '00FF0102' + '012202230324',
      [
        ['Voltage, phase A', 220.1, 'V'],
        ['Voltage, phase B', 230.2, 'V'],
        ['Voltage, phase C', 240.3, 'V'],
      ],
    ],
    [
      'the single voltage of a single-phase meter',
      '00FF0102' + '0122',
      [['Voltage, phase A', 220.1, 'V']],
    ],
    ['negative current', '00010202' + '345692', [['Current, phase A', -125.634, 'A']]],
    ['power', '00000302' + '341200', [['Active power, total', 0.1234, 'kW']]],
    ['negative reactive power', '00020402' + '000080', [['Reactive power, phase B', 0, 'kvar']]],
    ['power factor', '00000602' + '9509', [['Power factor, total', 0.995, '']]],
    ['frequency', '02008002' + '0150', [['Grid frequency', 50.01, 'Hz']]],
    ['temperature below zero', '07008002' + '1581', [['Temperature in the meter', -11.5, '°C']]],
    [
      'demand with its time',
      '00000101' + '563412' + '3022211126',
      [
        ['Maximum forward active demand, total', 12.3456, 'kW'],
        ['Time of maximum demand, total', '2026-11-21 22:30', ''],
      ],
    ],
    ['date', '01010004' + '06211126', [['Date and weekday', '2026-11-21 / 06', '']]],
    ['time', '02010004' + '593022', [['Time of day', '22:30:59', '']]],
    ['address', '01040004' + '129078563412', [['Communication address', '123456789012', '']]],
    [
      'status word',
      '03050004' + '5000',
      [['Running status word, 3', 'relay open, relay commanded open', '']],
    ],
    ['status word without set bits', '04050004' + '0000', [['Running status word, 4', 'none', '']]],
    [
      'a value that was not measured',
      '00010102' + 'FFFF',
      [['Voltage, phase A', 'not measured', '']],
    ],
  ])('explains a reply: %s', (_case, data, rows) => {
    const identifier = rowsOf(explainText(reply(0x91, data)))[5];
    expect(identifier?.key).toBe('identifier');
    expect(values(0x91, data).slice(1)).toEqual(rows);
    expect(keys(reply(0x91, data))).toEqual([]);
  });

  it('reports an unknown identifier and shows its bytes raw', () => {
    const text = reply(0x91, '12345678' + 'ABCD');
    expect(keys(text)).toEqual(['unknown-identifier']);
    expect(values(0x91, '12345678' + 'ABCD').at(-1)).toEqual(['Data', 'abcd', '']);
  });

  it('explains the errors of an error reply', () => {
    expect(values(0xd1, '06')).toEqual([
      ['Error word', 'no such data, password wrong or not authorised', ''],
    ]);
    expect(valuesOf(reply(0xd1, '02'))[3]).toEqual([
      'd1',
      'Control code',
      'error reply, read data',
      '',
    ]);
  });

  it('reports that more data follow', () => {
    expect(valuesOf(reply(0xb1, '0000010000000000'))[3]?.[2]).toBe(
      'reply, read data, more follows',
    );
  });

  it('reports an unknown function and shows its data', () => {
    expect(keys(reply(0x9f, 'aa'))).toEqual(['unknown-function']);
    expect(values(0x9f, 'aa')).toEqual([['Data', 'aa', '']]);
  });
});
