/**
 * How the platform and a serial line are connected: a DTU dials in and registers, or the platform
 * connects to an address. A line with an address has no secret: its address is its identity.
 */
import { done, type Outcome, refused } from '../refusal.ts';

/**
 * `modbus-tcp`: frames with an MBAP header. `rtu-over-tcp`: the frames of the line as they are,
 * without a registration.
 */
export const LINE_TRANSPORTS = ['dial-in', 'modbus-tcp', 'rtu-over-tcp'] as const;
export type LineTransport = (typeof LINE_TRANSPORTS)[number];

export interface LineAddress {
  readonly transport: LineTransport;
  /** Name or IP address; null if the DTU dials in. */
  readonly host: string | null;
  readonly port: number | null;
}

export const DIAL_IN: LineAddress = { transport: 'dial-in', host: null, port: null };

/** The port that is registered for Modbus TCP. */
export const MODBUS_TCP_PORT = 502;
/** Maximum length of a host name, in characters. */
export const HOST_LENGTH = 253;
const MAX_PORT = 65_535;
/** Ports below belong to the services of other machines, such as mail and remote login. */
const FIRST_FREE_PORT = 1_024;

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);
/** The last label of a name is no number in any base, so that no name is an odd form of an address. */
const NUMBER = /^(?:\d+|0x[0-9a-f]*)$/;
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
/** Only the characters are checked here, because an address has many forms. */
const IPV6 = /^[0-9a-f:]*:[0-9a-f:]*:[0-9a-f:.]*$/;

/** Returns the address in lower case; that of a DTU that dials in is removed. */
export function checkAddress(
  { transport, host, port }: LineAddress,
  protocol: string,
): Outcome<LineAddress> {
  if (transport === 'dial-in') return done(DIAL_IN);
  if (transport === 'modbus-tcp' && protocol !== 'modbus-rtu') {
    return refused('line-transport-protocol', 'transport');
  }
  const name = (host ?? '').trim().toLowerCase().replace(/\.$/, '');
  if (!isHost(name)) return refused('line-host-invalid', 'host');
  const isPort = Number.isInteger(port) && port! >= 1 && port! <= MAX_PORT;
  return isPort ? done({ transport, host: name, port }) : refused('line-port-invalid', 'port');
}

function isHost(name: string): boolean {
  if (name.length > HOST_LENGTH) return false;
  if (IPV4.test(name) || IPV6.test(name)) return true;
  return NAME.test(name) && !NUMBER.test(name.split('.').at(-1)!);
}

/** True if a meter of this profile can be on the line; Modbus TCP carries the registers of both. */
export function carriesProfile(
  { protocol, transport }: Pick<LineAddress, 'transport'> & { readonly protocol: string },
  profileProtocol: string,
): boolean {
  return profileProtocol === 'modbus-tcp'
    ? transport === 'modbus-tcp'
    : profileProtocol === protocol;
}

/** True if a line may use the port; `others` are those that the operator allows in addition. */
export function isLinePort(port: number, others: readonly number[]): boolean {
  return port === MODBUS_TCP_PORT || port >= FIRST_FREE_PORT || others.includes(port);
}
