/** The texts that a DTU sends besides the bytes of its line: registration packet and heartbeat. */
import type { RegistrationForm } from '@busbar/device-protocol/line/registration-forms';

export interface DtuTexts {
  readonly form: RegistrationForm;
  /** End of the registration packet; `silence` sends nothing more for a second. */
  readonly end: 'crlf' | 'silence';
  /** Empty for a DTU without heartbeats. */
  readonly heartbeat: string;
  readonly heartbeatMs: number;
}

const CR_LF = '\r\n';

/** For the forms without a secret, `code` is the IMEI or the ICCID. */
export function registrationPacket(
  { form, end }: Pick<DtuTexts, 'form' | 'end'>,
  code: string,
  secret: string,
): Buffer {
  const plain = `${code}:${secret}`;
  const text =
    form === 'code-secret' ? plain : form === 'hex' ? Buffer.from(plain).toString('hex') : code;
  return Buffer.from(end === 'crlf' ? text + CR_LF : text);
}
