/**
 * Checks what a user enters for the switching of a meter on a serial line. A meter without these
 * settings is only read.
 */
import { done, type Outcome, refused } from '../refusal.ts';

/**
 * How the relay of a DL/T 645 meter closes: by the command, or by a person who presses the button
 * of the meter after the command has allowed it.
 */
export const CLOSE_MODES = ['close', 'allow-close'] as const;
export type CloseMode = (typeof CLOSE_MODES)[number];

export interface SwitchingForm {
  readonly canSwitch: boolean;
  /** Level of the password, 0 to 9; 2 in most meters. */
  readonly passwordLevel: number | null;
  /** Six digits; null to use the stored password. */
  readonly password: string | null;
  /** Eight digits, which the meter records with the command. */
  readonly operatorCode: string | null;
  readonly closeMode: CloseMode | null;
}

export interface SwitchingFacts {
  readonly protocol: string;
  /** True if the profile says how a Modbus breaker is switched. */
  readonly isBreaker: boolean;
  /** True if the password of this meter is stored. */
  readonly hasPassword: boolean;
}

export const READ_ONLY: SwitchingForm = {
  canSwitch: false,
  passwordLevel: null,
  password: null,
  operatorCode: null,
  closeMode: null,
};

const HIGHEST_LEVEL = 9;
const PASSWORD = /^\d{6}$/;
const OPERATOR_CODE = /^\d{8}$/;

/** Settings that the meter does not need are removed. */
export function checkSwitching(
  form: SwitchingForm,
  { protocol, isBreaker, hasPassword }: SwitchingFacts,
): Outcome<SwitchingForm> {
  const { canSwitch, passwordLevel: level, password, operatorCode, closeMode } = form;
  if (!canSwitch) return done(READ_ONLY);
  if (protocol !== 'dlt645-2007') {
    return isBreaker
      ? done({ ...READ_ONLY, canSwitch })
      : refused('meter-cannot-switch', 'canSwitch');
  }
  if (level === null || !Number.isInteger(level) || level < 0 || level > HIGHEST_LEVEL) {
    return refused('password-level-invalid', 'passwordLevel');
  }
  const isPassword = password === null ? hasPassword : PASSWORD.test(password);
  if (!isPassword) return refused('meter-password-invalid', 'password');
  if (operatorCode === null || !OPERATOR_CODE.test(operatorCode)) {
    return refused('operator-code-invalid', 'operatorCode');
  }
  return closeMode === null ? refused('close-mode-required', 'closeMode') : done(form);
}
