/**
 * Device codes (docs/specification/devices.md 2.2 and 1.2; device protocol, "Identity") and the
 * codes of slaves, which consist of the gateway's code and the slave's address on its line.
 */
export const SLAVE_ADDRESS_MIN = 1;
export const SLAVE_ADDRESS_MAX = 20;

const DEVICE_CODE = /^[A-Za-z0-9-]{10,30}$/;
const SLAVE_CODE = /^(.+)-([1-9][0-9]?)$/;

export function isDeviceCode(value: unknown): value is string {
  return typeof value === 'string' && DEVICE_CODE.test(value);
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
