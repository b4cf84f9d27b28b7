import { describe, expect, it } from 'vitest';
import { checkSwitching, READ_ONLY, type SwitchingForm } from './switching-form.ts';

const FORM: SwitchingForm = {
  canSwitch: true,
  passwordLevel: 2,
  password: '123456',
  operatorCode: '00000042',
  closeMode: 'close',
};
const DLT645 = { protocol: 'dlt645-2007', isBreaker: false, hasPassword: false };

describe('the switching of a meter', () => {
  it.each([
    ['a password', {}, DLT645],
    ['the stored password', { password: null }, { ...DLT645, hasPassword: true }],
    ['a new password', {}, { ...DLT645, hasPassword: true }],
    ['level 0', { passwordLevel: 0 }, DLT645],
    ['level 9', { passwordLevel: 9 }, DLT645],
    ['closing by the button', { closeMode: 'allow-close' }, DLT645],
  ] as const)('is accepted with %s', (_, change, facts) => {
    const form = { ...FORM, ...change };
    expect(checkSwitching(form, facts)).toEqual({ ok: true, value: form });
  });

  it.each([
    ['no level', { passwordLevel: null }, 'password-level-invalid', 'passwordLevel'],
    ['level 10', { passwordLevel: 10 }, 'password-level-invalid', 'passwordLevel'],
    ['level -1', { passwordLevel: -1 }, 'password-level-invalid', 'passwordLevel'],
    ['half a level', { passwordLevel: 1.5 }, 'password-level-invalid', 'passwordLevel'],
    ['no password', { password: null }, 'meter-password-invalid', 'password'],
    ['five digits', { password: '12345' }, 'meter-password-invalid', 'password'],
    ['seven digits', { password: '1234567' }, 'meter-password-invalid', 'password'],
    ['a letter', { password: '12345a' }, 'meter-password-invalid', 'password'],
    ['other digits', { password: '１２３４５６' }, 'meter-password-invalid', 'password'],
    ['no operator code', { operatorCode: null }, 'operator-code-invalid', 'operatorCode'],
    ['a short operator code', { operatorCode: '42' }, 'operator-code-invalid', 'operatorCode'],
    ['no way to close', { closeMode: null }, 'close-mode-required', 'closeMode'],
  ] as const)('is refused with %s', (_, change, refusal, field) => {
    expect(checkSwitching({ ...FORM, ...change }, DLT645)).toEqual({ ok: false, refusal, field });
  });

  it('is refused if a new password is invalid, although one is stored', () => {
    const facts = { ...DLT645, hasPassword: true };
    expect(checkSwitching({ ...FORM, password: '1' }, facts)).toMatchObject({ ok: false });
  });

  it('is refused for a Modbus meter', () => {
    expect(checkSwitching(FORM, { ...DLT645, protocol: 'modbus-rtu' })).toEqual({
      ok: false,
      refusal: 'meter-cannot-switch',
      field: 'canSwitch',
    });
  });

  it('has no password for a Modbus breaker', () => {
    const facts = { ...DLT645, protocol: 'modbus-rtu', isBreaker: true };
    const value = { ...READ_ONLY, canSwitch: true };
    expect(checkSwitching(FORM, facts)).toEqual({ ok: true, value });
    expect(checkSwitching(value, facts)).toEqual({ ok: true, value });
  });

  it('has no settings while it is off, so that no password remains', () => {
    const off = { ...FORM, canSwitch: false };
    expect(checkSwitching(off, DLT645)).toEqual({ ok: true, value: READ_ONLY });
  });
});
