/**
 * Device codes (docs/specification/devices.md 2.2 and 1.2; device protocol, "Identity") and the
 * codes of slaves, which consist of the gateway's code and the slave's address on its line.
 */
export const SLAVE_ADDRESS_MIN = 1;
export const SLAVE_ADDRESS_MAX = 20;

const SIMULATED_PREFIX = 'SIM-BREAKER-';
/** 32 digits and letters without those that look alike, so that each byte gives them evenly. */
const TAIL_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const DEVICE_CODE = /^[A-Za-z0-9-]{10,30}$/;
const SLAVE_CODE = /^(.+)-([1-9][0-9]?)$/;

export function isDeviceCode(value: unknown): value is string {
  return typeof value === 'string' && DEVICE_CODE.test(value);
}

/**
 * True for a code of a simulated breaker, in any case. No real device can be given such a code. The
 * prefix is longer than `SIM-`, because devices of test installations have codes such as
 * `SIM-000001`.
 */
export function isReservedCode(code: string): boolean {
  return code.toUpperCase().startsWith(SIMULATED_PREFIX);
}

/** Code of a simulated breaker from eight random bytes. */
export function simulatedCode(random: Uint8Array): string {
  const tail = Array.from(random, (byte) => TAIL_ALPHABET[byte % TAIL_ALPHABET.length]);
  return SIMULATED_PREFIX + tail.join('');
}

export function isSlaveAddress(value: unknown): value is number {
  return (
    Number.isInteger(value) &&
    (value as number) >= SLAVE_ADDRESS_MIN &&
    (value as number) <= SLAVE_ADDRESS_MAX
  );
}

/** True for a code short enough for the suffix "-20", so that all slave codes are valid too. */
export function isGatewayCode(value: unknown): value is string {
  return isDeviceCode(value) && value.length <= 27;
}

/** `{gateway}-{address}`; throws for an address outside 1 to 20, which is a bug of the caller. */
export function slaveCode(gateway: string, address: number): string {
  if (!isSlaveAddress(address)) throw new RangeError(`slave address ${address} is not 1 to 20`);
  return `${gateway}-${address}`;
}

export interface SlaveCode {
  readonly gateway: string;
  readonly address: number;
}

/**
 * Parses the code of a slave. NOTE: the code of a main device may have the same form, so the caller
 * must check that the gateway exists.
 */
export function parseSlaveCode(code: string): SlaveCode | undefined {
  const match = SLAVE_CODE.exec(code);
  if (match === null) return undefined;
  const gateway = match[1];
  const address = Number(match[2]);
  if (!isGatewayCode(gateway) || !isSlaveAddress(address)) return undefined;
  return { gateway, address };
}
