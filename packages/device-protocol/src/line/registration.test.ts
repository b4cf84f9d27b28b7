/** Registration packets of DTUs: how they end, their forms, and their limits. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textBytes } from '../../test/line-streams.ts';
import {
  REGISTRATION_DEFAULTS,
  RegistrationReader,
  type RegistrationSettings,
} from './registration.ts';
import { REGISTRATION_FORMS, readRegistration } from './registration-forms.ts';

const CODE = '861234567890123';
const PACKET = `${CODE}:s3cret-of-the-device`;
const DEVICE = { form: 'code-secret', code: CODE, secret: 's3cret-of-the-device' };
const reader = (settings: Partial<RegistrationSettings> = {}) =>
  new RegistrationReader({ ...REGISTRATION_DEFAULTS, ...settings }, 0);

describe('registration packet', () => {
  it('ends with CR LF, and the bytes after it belong to the line', () => {
    const result = reader().receive(textBytes(`${PACKET}\r\nHB`), 10);
    expect(result).toEqual({ kind: 'registered', device: DEVICE, rest: textBytes('HB') });
  });

  it('ends after 200 ms of silence', () => {
    const one = reader();
    expect(one.receive(textBytes(PACKET), 1_000)).toBeUndefined();
    expect(one.dueAt).toBe(1_200);
    expect(one.tick(1_199)).toBeUndefined();
    expect(one.tick(1_200)).toMatchObject({ kind: 'registered', device: DEVICE });
  });

  it('ends with the silence if bytes arrive before the tick', () => {
    const one = reader();
    one.receive(textBytes(PACKET), 1_000);
    expect(one.receive(textBytes('HB'), 1_300)).toMatchObject({
      device: DEVICE,
      rest: textBytes('HB'),
    });
  });

  it('is the same however it is split', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(parts, (sizes) => {
        const one = reader();
        const bytes = textBytes(`${PACKET}\r\nHBxyz`);
        let turn = 0;
        for (let from = 0; from < bytes.length; ) {
          const size = sizes[turn % sizes.length]!;
          const result = one.receive(bytes.subarray(from, from + size), turn++);
          from += size;
          if (result === undefined) continue;
          expect(result).toMatchObject({ device: DEVICE });
          return;
        }
        expect.unreachable();
      }),
    );
  });

  it('may follow heartbeats and empty lines', () => {
    const one = reader();
    expect(one.receive(textBytes('\r\nHB\r\n'), 0)).toBeUndefined();
    expect(one.receive(textBytes('HB'), 100)).toBeUndefined();
    expect(one.tick(300)).toBeUndefined();
    expect(one.receive(textBytes(`${PACKET}\r\n`), 400)).toMatchObject({ device: DEVICE });
  });

  it('must arrive in time', () => {
    const one = reader();
    expect(one.dueAt).toBe(15_000);
    expect(one.tick(14_999)).toBeUndefined();
    expect(one.tick(15_000)).toEqual({ kind: 'refused', reason: 'timeout' });
  });

  it('must end in time, even if bytes arrive without a pause', () => {
    const one = reader();
    let result: unknown;
    for (let now = 0; result === undefined && now < 20_000; now += 150) {
      result = one.receive(textBytes('x'), now);
    }
    expect(result).toEqual({ kind: 'refused', reason: 'timeout' });
  });

  it.each([
    [160, '\r\n', 'registered'],
    [161, '\r\n', 'refused'],
    [100_000, '', 'refused'],
  ])('of %i bytes is limited', (length, end, kind) => {
    const text = `${CODE}:`.padEnd(length, 's') + end;
    const result = reader().receive(textBytes(text), 0);
    expect(result).toMatchObject(kind === 'refused' ? { kind, reason: 'too-long' } : { kind });
  });
});

describe('forms of registration', () => {
  it.each([
    [PACKET, DEVICE],
    [`${CODE}:a:b`, { form: 'code-secret', code: CODE, secret: 'a:b' }],
    [
      '44544d2d303030303031323a616263313233',
      { form: 'hex', code: 'DTM-0000012', secret: 'abc123' },
    ],
    ['490154203237518', { form: 'imei', code: '490154203237518', secret: undefined }],
    ['490154203237519', 'unknown-form'],
    ['89860012345678901234', { form: 'iccid', code: '89860012345678901234', secret: undefined }],
    ['8986001234567890123F', { form: 'iccid', code: '8986001234567890123', secret: undefined }],
    ['short:secret', 'invalid-code'],
    [`${CODE}:123456`, 'factory-default'],
    [`${CODE}:Admin`, 'factory-default'],
    ['www.usr.cn', 'factory-default'],
    [CODE, 'unknown-form'],
    [`${CODE}:`, 'unknown-form'],
    ['\x01\x04\x04', 'not-text'],
  ])('decode %j', (text, expected) => {
    expect(readRegistration(text, REGISTRATION_FORMS)).toEqual(expected);
  });

  it('without a secret are refused unless the installation lists them', () => {
    const { forms } = REGISTRATION_DEFAULTS;
    expect(readRegistration('490154203237518', forms)).toBe('unknown-form');
    expect(readRegistration('89860012345678901234', forms)).toBe('unknown-form');
  });
});
