/** Checks the address of an outgoing line against the rules of the installation. */
import { isIPv6 } from 'node:net';
import { isLinePort, type LineAddress } from '@busbar/domain/line/line-transport';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { OutboundRules } from '../../../config/outbound-rules.ts';
import { literalOf, mayReach } from '../../shared/outbound/target-url.ts';

export interface CheckedAddress {
  readonly address: LineAddress;
  /** The host if it is an IP address; the addresses of a name are checked at each connection. */
  readonly ip: string | undefined;
}

/** `address` has been checked by `checkLine`. */
export function checkReach(address: LineAddress, rules: OutboundRules): Outcome<CheckedAddress> {
  const { host, port } = address;
  if (host === null || port === null) return done({ address, ip: undefined });
  if (!isLinePort(port, rules.ports)) return refused('line-port-invalid', 'port');
  if (host.includes(':') && !isIPv6(host)) return refused('line-host-invalid', 'host');
  const ip = literalOf(host.includes(':') ? new URL(`http://[${host}]`).hostname : host);
  if (ip !== undefined && !mayReach(ip, rules)) return refused('address-not-public', 'host');
  return done({ address: { ...address, host: ip ?? host }, ip });
}
