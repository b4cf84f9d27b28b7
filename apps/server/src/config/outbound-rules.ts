/** What the platform's operator allows beyond the rule for requests to receivers customers name. */
import { BlockList, isIP, isIPv6 } from 'node:net';

export interface OutboundRules {
  /** Plain http, where the customer does not insist on https. */
  readonly http: boolean;
  /** Ports beside 80, 443, 8080 and 8443. */
  readonly ports: readonly number[];
  /** Inside addresses that may be reached all the same. */
  readonly privateAllowed: BlockList;
}

/** Addresses and subnets as a list to check against; undefined when one of them is none. */
export function addressList(subnets: readonly string[]): BlockList | undefined {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', length, ...more] = subnet.split('/');
    const longest = isIPv6(address) ? 128 : 32;
    const bits = length === undefined ? longest : Number(length);
    const isSubnet = isIP(address) !== 0 && Number.isInteger(bits) && bits >= 0 && bits <= longest;
    if (!isSubnet || length === '' || more.length > 0) return undefined;
    list.addSubnet(address, bits, longest === 128 ? 'ipv6' : 'ipv4');
  }
  return list;
}
