import { DIAL_IN } from '@busbar/domain/line/line-transport';
import { describe, expect, it } from 'vitest';
import type { LineMeter, MeterProfile } from './api/use-serial-line.ts';
import {
  draftOf,
  draftRefusal,
  makesRevision,
  proposedStation,
  settingsOf,
  takenStations,
  withProfile,
} from './meter-draft.ts';

const PROFILE: MeterProfile = {
  id: 'meter',
  maker: 'Maker',
  model: 'M1',
  protocol: 'modbus-rtu',
  baud: 9600,
  parity: 'none',
  station: '1',
  ratios: [],
  can_switch: false,
  quantities: [],
  ...{ own: false, changeable: false },
};
const WITH_CT: MeterProfile = { ...PROFILE, id: 'with-ct', ratios: ['ct'] };
const DLT645: MeterProfile = {
  ...PROFILE,
  ...{ protocol: 'dlt645-2007', station: null, can_switch: true },
};
const LINE = {
  protocol: 'modbus-rtu',
  baud: 9600,
  heartbeat: '',
  needs_secret: true,
  ...DIAL_IN,
} as const;
const RATIO = { ct_primary: 200, ct_secondary: 5, pt_primary: null, pt_secondary: null };
const READ_ONLY = {
  ...{ can_switch: false, has_password: false },
  ...{ password_level: null, operator_code: null, close_mode: null },
};
const ACCESS = { password_level: 2, operator_code: '00000042', close_mode: 'close' } as const;
const METER: LineMeter = {
  device_code: 'DTU-1',
  device_name: 'Pump',
  slot: 1,
  presence: 'online',
  measured_at: null,
  settings: { station: '1', profile: 'with-ct', interval_s: 60, ...RATIO, ...READ_ONLY },
};

describe('the proposed station', () => {
  it.each([
    ['is the factory setting', PROFILE, [], '1'],
    ['is the next free address if it is in use', PROFILE, ['1', '2'], '3'],
    ['follows the factory setting', { ...PROFILE, station: '11' }, ['11'], '12'],
    ['starts at 1 again at the end', { ...PROFILE, station: '247' }, ['247'], '1'],
    ['is empty for DL/T 645, where each meter has its own', DLT645, [], ''],
  ] as const)('%s', (_, profile, taken, station) => {
    expect(proposedStation(profile, taken)).toBe(station);
  });
});

describe('a draft', () => {
  it('has the settings of the meter', () => {
    expect(draftOf(METER)).toEqual({
      ...METER.settings,
      ...{ password_level: 2, password: '', operator_code: '' },
      ...{ name: 'Pump', isItself: false },
    });
    expect(draftOf({ ...METER, slot: null }).isItself).toBe(true);
    expect(draftOf(undefined)).toMatchObject({ profile: undefined, interval_s: 60 });
  });

  it('keeps the ratios that another profile needs, and no others', () => {
    const draft = draftOf(METER);
    expect(withProfile(draft, WITH_CT)).toEqual({ profile: 'with-ct', ...RATIO });
    expect(withProfile(draft, PROFILE)).toMatchObject({ ct_primary: null, ct_secondary: null });
  });

  it('is refused as the server would refuse it, with the name of the field', () => {
    const draft = draftOf(METER);
    expect(draftRefusal(draft, WITH_CT, LINE, [])).toBeUndefined();
    expect(draftRefusal({ ...draft, ct_secondary: null }, WITH_CT, LINE, [])).toEqual({
      refusal: 'ratio-required',
      field: 'ct_secondary',
    });
    expect(draftRefusal({ ...draft, interval_s: null }, WITH_CT, LINE, [])).toEqual({
      refusal: 'interval-invalid',
      field: 'interval_s',
    });
  });

  it('may have its own station, but not that of another meter', () => {
    const other = { ...METER, device_code: 'DTU-2' };
    expect(takenStations([METER], METER)).toEqual([]);
    expect(
      draftRefusal(draftOf(METER), WITH_CT, LINE, takenStations([METER, other], METER)),
    ).toEqual({ refusal: 'station-taken', field: 'station' });
  });

  it('may be at unit 0 over Modbus TCP, where no meter is addressed by it on a serial line', () => {
    const draft = { ...draftOf(undefined), profile: 'meter', station: '0' };
    const tcp = { ...LINE, transport: 'modbus-tcp', host: '10.0.0.1', port: 502 } as const;
    expect(draftRefusal(draft, PROFILE, tcp, [])).toBeUndefined();
    expect(draftRefusal(draft, PROFILE, LINE, [])).toEqual({
      refusal: 'station-broadcast',
      field: 'station',
    });
  });

  it('needs the password again only at another station or with another model', () => {
    const settings = { ...METER.settings!, ...ACCESS, station: '000000000011', profile: 'meter' };
    const stored = { ...settings, can_switch: true, has_password: true };
    const noRatios = { ct_primary: null, ct_secondary: null };
    const meter = { ...METER, settings: { ...stored, ...noRatios } };
    const line = { ...LINE, protocol: 'dlt645-2007' } as const;
    const refusalOf = (change: object) =>
      draftRefusal({ ...draftOf(meter), ...change }, DLT645, line, [], meter);
    expect(refusalOf({})).toBeUndefined();
    const missing = { refusal: 'meter-password-invalid', field: 'password' };
    expect(refusalOf({ station: '000000000012' })).toEqual(missing);
    expect(refusalOf({ station: '000000000012', password: '135790' })).toBeUndefined();
    expect(refusalOf({ close_mode: null })).toMatchObject({ field: 'close_mode' });
    expect(settingsOf(draftOf(meter), DLT645)).toMatchObject({ ...ACCESS, password: null });
    const off = settingsOf({ ...draftOf(meter), can_switch: false }, DLT645);
    expect(off).not.toHaveProperty('operator_code');
    expect(settingsOf(draftOf(METER), PROFILE)).not.toHaveProperty('can_switch');
    const breaker = { ...PROFILE, can_switch: true };
    const on = settingsOf({ ...draftOf(METER), can_switch: true }, breaker);
    expect(on).toHaveProperty('can_switch', true);
    expect(on).not.toHaveProperty('password');
  });

  it('makes a revision with another station, profile or ratio', () => {
    const draft = draftOf(METER);
    expect(makesRevision({ ...draft, interval_s: 10 }, METER)).toBe(false);
    expect(makesRevision({ ...draft, station: '9' }, METER)).toBe(true);
    expect(makesRevision({ ...draft, ct_primary: 400 }, METER)).toBe(true);
    expect(makesRevision({ ...draft, profile: 'meter' }, METER)).toBe(true);
    expect(makesRevision(draft, undefined)).toBe(false);
    expect(makesRevision(draft, { ...METER, settings: null })).toBe(false);
  });
});
