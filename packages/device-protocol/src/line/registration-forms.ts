/** Forms of the registration packet of a DTU, and how each names the device. */
import { isDeviceCode } from '@busbar/domain/device/device-code';
import { readHex } from '../frame/hex.ts';

/**
 * `code-secret`: `{device code}:{device secret}`. `hex`: the same in hexadecimal digits. `imei` and
 * `iccid`: the number of the modem or of its SIM alone, which prove nothing: they are accepted only
 * if the installation lists them.
 */
export const REGISTRATION_FORMS = ['code-secret', 'hex', 'imei', 'iccid'] as const;

export type RegistrationForm = (typeof REGISTRATION_FORMS)[number];

export interface Registered {
  readonly form: RegistrationForm;
  /** Device code, IMEI or ICCID. */
  readonly code: string;
  /** Undefined for a form without a secret. */
  readonly secret: string | undefined;
}

export type RegistrationRefusal =
  | 'timeout'
  | 'too-long'
  | 'not-text'
  | 'unknown-form'
  | 'invalid-code'
  | 'factory-default';

/** Secrets and packets that DTUs have when they leave the factory. */
const FACTORY_DEFAULTS: ReadonlySet<string> = new Set([
  'www.usr.cn',
  'admin',
  'password',
  'secret',
  'test',
  '0000',
  '000000',
  '1234',
  '123456',
  '12345678',
]);

const PRINTABLE = /^[\x20-\x7e]*$/;
const CODE_SECRET = /^([^:]*):(.+)$/;
const HEX = /^(?:[0-9a-f]{2}[ ]?)+$/i;
const IMEI = /^\d{15}$/;
/** The check digit may be missing, or F may fill the last of twenty places. */
const ICCID = /^(89\d{16,18})F?$/i;

/** `text` is the packet without its end; the form is the first in `forms` that fits. */
export function readRegistration(
  text: string,
  forms: readonly RegistrationForm[],
): Registered | RegistrationRefusal {
  if (!PRINTABLE.test(text)) return 'not-text';
  if (FACTORY_DEFAULTS.has(text.toLowerCase())) return 'factory-default';
  for (const form of forms) {
    const found = READERS[form](text);
    if (found !== undefined) return found;
  }
  return 'unknown-form';
}

const READERS: Readonly<
  Record<RegistrationForm, (text: string) => Registered | RegistrationRefusal | undefined>
> = {
  'code-secret': (text) => readCodeSecret(text, 'code-secret'),
  hex: (text) => {
    if (!HEX.test(text)) return undefined;
    const hex = readHex(text);
    const decoded = hex.ok ? String.fromCharCode(...hex.bytes) : '';
    return PRINTABLE.test(decoded) ? readCodeSecret(decoded, 'hex') : undefined;
  },
  imei: (text) =>
    IMEI.test(text) && hasLuhnDigit(text)
      ? { form: 'imei', code: text, secret: undefined }
      : undefined,
  iccid: (text) => {
    const digits = ICCID.exec(text)?.[1];
    return digits === undefined ? undefined : { form: 'iccid', code: digits, secret: undefined };
  },
};

function readCodeSecret(
  text: string,
  form: RegistrationForm,
): Registered | RegistrationRefusal | undefined {
  const match = CODE_SECRET.exec(text);
  if (match === null) return undefined;
  const [code = '', secret = ''] = match.slice(1);
  if (!isDeviceCode(code)) return 'invalid-code';
  if (FACTORY_DEFAULTS.has(secret.toLowerCase())) return 'factory-default';
  return { form, code, secret };
}

/** The last digit of an IMEI is the check digit of ISO/IEC 7812. */
function hasLuhnDigit(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    const value = at % 2 === 1 ? 2 * digit : digit;
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
