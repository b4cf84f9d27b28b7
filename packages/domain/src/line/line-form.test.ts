import { describe, expect, it } from 'vitest';
import {
  checkLine,
  checkMeter,
  type LineForm,
  type MeterForm,
  slotOfStation,
} from './line-form.ts';
import { DIAL_IN } from './line-transport.ts';

const LINE: LineForm = { protocol: 'modbus-rtu', baud: 9600, heartbeat: 'HB', ...DIAL_IN };
const NO_RATIOS = { ctPrimary: null, ctSecondary: null, ptPrimary: null, ptSecondary: null };
const METER: MeterForm = { station: '7', intervalS: 60, ...NO_RATIOS };
const PLAIN = { protocol: 'modbus-rtu', ratios: [] } as const;
const OF_TCP = { protocol: 'modbus-tcp', ratios: [] } as const;
const WITH_CT = { protocol: 'modbus-rtu', ratios: ['ct'] } as const;
const WITH_BOTH = { protocol: 'modbus-rtu', ratios: ['ct', 'pt'] } as const;
const CT = { ctPrimary: 200, ctSecondary: 5 };

describe('the settings of a line', () => {
  it.each([
    ['the defaults', {}, []],
    ['no heartbeat', { heartbeat: '' }, []],
    ['a heartbeat of 64 characters', { heartbeat: 'x'.repeat(64) }, []],
    ['the protocol of its meters', { baud: 2400 }, ['modbus-rtu']],
    ['another protocol while it has no meter', { protocol: 'dlt645-2007' }, []],
  ] as const)('are accepted with %s', (_, change, meters) => {
    const form = { ...LINE, ...change };
    expect(checkLine(form, meters)).toEqual({ ok: true, value: form });
  });

  it.each([
    ['another rate', { baud: 9601 }, [], 'baud-rate-invalid', 'baud'],
    ['a longer heartbeat', { heartbeat: 'x'.repeat(65) }, [], 'heartbeat-invalid', 'heartbeat'],
    ['a line break in the heartbeat', { heartbeat: 'HB\n' }, [], 'heartbeat-invalid', 'heartbeat'],
    ['a heartbeat that is not ASCII', { heartbeat: '心跳' }, [], 'heartbeat-invalid', 'heartbeat'],
    [
      'a protocol that a meter does not speak',
      {},
      ['dlt645-2007'],
      'line-protocol-in-use',
      'protocol',
    ],
    [
      'an outgoing transport without an address',
      { transport: 'modbus-tcp' },
      [],
      'line-host-invalid',
      'host',
    ],
  ] as const)('are refused with %s', (_, change, meters, refusal, field) => {
    expect(checkLine({ ...LINE, ...change }, meters)).toEqual({ ok: false, refusal, field });
  });
});

describe('the settings of a meter', () => {
  const dialIn = { transport: 'dial-in' } as const;
  const line = { protocol: 'modbus-rtu', stations: ['1', '2'], ...dialIn } as const;
  const overTcp = { ...line, transport: 'modbus-tcp' } as const;
  const dlt645 = { protocol: 'dlt645-2007', stations: [], ...dialIn } as const;
  const ofDlt645 = { protocol: 'dlt645-2007', ratios: [] } as const;

  it.each([
    ['the lowest station', { station: '3' }, PLAIN, line],
    ['the highest station', { station: '247' }, PLAIN, line],
    ['twelve digits in DL/T 645', { station: '000012345678' }, ofDlt645, dlt645],
    ['a profile of RTU on Modbus TCP', {}, PLAIN, overTcp],
    ['a profile of Modbus TCP', {}, OF_TCP, overTcp],
    ['a CT ratio', CT, WITH_CT, line],
    ['a CT and a PT ratio', { ...CT, ptPrimary: 10_000, ptSecondary: 100 }, WITH_BOTH, line],
    ['a fraction in a ratio', { ctPrimary: 0.5, ctSecondary: 0.333 }, WITH_CT, line],
    ['the shortest interval', { intervalS: 10 }, PLAIN, line],
    ['the longest interval', { intervalS: 86_400 }, PLAIN, line],
  ] as const)('are accepted with %s', (_, change, profile, facts) => {
    const form = { ...METER, ...change };
    expect(checkMeter(form, profile, facts)).toEqual({ ok: true, value: form });
  });

  it('are stored without spaces around the station', () => {
    expect(checkMeter({ ...METER, station: ' 7 ' }, PLAIN, line)).toMatchObject({
      value: { station: '7' },
    });
  });

  it.each([
    ['an unknown profile', {}, undefined, 'meter-profile-unknown', 'profile'],
    ['a profile of another protocol', {}, ofDlt645, 'meter-profile-protocol', 'profile'],
    ['a station in use', { station: '2' }, PLAIN, 'station-taken', 'station'],
    ['a station in use, with spaces', { station: ' 2' }, PLAIN, 'station-taken', 'station'],
    ['the broadcast address', { station: '0' }, PLAIN, 'station-broadcast', 'station'],
    ['a unit of Modbus TCP', { station: '255' }, PLAIN, 'station-invalid', 'station'],
    ['a station above 247', { station: '248' }, PLAIN, 'station-invalid', 'station'],
    ['a leading zero', { station: '01' }, PLAIN, 'station-invalid', 'station'],
    ['no station', { station: '' }, PLAIN, 'station-invalid', 'station'],
    ['no ratio where one is needed', {}, WITH_CT, 'ratio-required', 'ctPrimary'],
    ['half a ratio', { ctPrimary: 200 }, WITH_CT, 'ratio-required', 'ctSecondary'],
    ['a ratio of zero', { ...CT, ctSecondary: 0 }, WITH_CT, 'ratio-required', 'ctSecondary'],
    ['a negative ratio', { ...CT, ctPrimary: -200 }, WITH_CT, 'ratio-required', 'ctPrimary'],
    [
      'a ratio that is no number',
      { ...CT, ctPrimary: NaN },
      WITH_CT,
      'ratio-required',
      'ctPrimary',
    ],
    ['an impossible ratio', { ...CT, ctPrimary: 1e7 }, WITH_CT, 'ratio-required', 'ctPrimary'],
    ['one ratio of two', CT, WITH_BOTH, 'ratio-required', 'ptPrimary'],
    ['a ratio that the meter has itself', CT, PLAIN, 'ratio-unused', 'ctPrimary'],
    ['an interval below 10 s', { intervalS: 9 }, PLAIN, 'interval-invalid', 'intervalS'],
    ['an interval above a day', { intervalS: 86_401 }, PLAIN, 'interval-invalid', 'intervalS'],
    ['a fraction of a second', { intervalS: 10.5 }, PLAIN, 'interval-invalid', 'intervalS'],
  ] as const)('are refused with %s', (_, change, profile, refusal, field) => {
    expect(checkMeter({ ...METER, ...change }, profile, line)).toEqual({
      ok: false,
      refusal,
      field,
    });
  });

  it.each(['1234', '1234567890123', '99999999999a', '999999999999', 'AAAAAAAAAAAA'])(
    'are refused with %s as the address of a DL/T 645 meter',
    (station) => {
      expect(checkMeter({ ...METER, station }, ofDlt645, dlt645)).toMatchObject({
        refusal: 'station-invalid',
      });
    },
  );
});

describe('the unit of a device behind Modbus TCP', () => {
  const tcp = { protocol: 'modbus-rtu', stations: [], transport: 'modbus-tcp' } as const;

  it.each(['0', '1', '247', '255'])('may be %s', (station) => {
    expect(checkMeter({ ...METER, station }, PLAIN, tcp).ok).toBe(true);
  });

  it.each(['248', '254', '256', '00', '-1', ''])('is refused with %s', (station) => {
    expect(checkMeter({ ...METER, station }, PLAIN, tcp)).toMatchObject({
      refusal: 'station-invalid',
    });
  });

  it('is refused on a serial line behind an address', () => {
    const facts = { ...tcp, transport: 'rtu-over-tcp' } as const;
    expect(checkMeter({ ...METER, station: '0' }, PLAIN, facts)).toMatchObject({
      refusal: 'station-broadcast',
    });
  });
});

describe('the slot of a new meter', () => {
  it.each([
    ['is the number of its station', '7', [1], 7],
    ['is the lowest free one if that slot is in use', '7', [1, 7], 2],
    ['is the lowest free one for a station above 20', '21', [], 1],
    ['is the lowest free one for a DL/T 645 address', '000000000007', [1], 2],
  ] as const)('%s', (_, station, taken, slot) => {
    expect(slotOfStation(station, new Set(taken))).toBe(slot);
  });

  it('does not exist if all twenty are in use', () => {
    const all = new Set(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(slotOfStation('1', all)).toBeUndefined();
  });
});
