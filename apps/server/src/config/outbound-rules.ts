/** The operator's exceptions to the rule for requests to receivers that customers configure. */
import { BlockList, isIP, isIPv6 } from 'node:net';

export interface OutboundRules {
  /** Permits plain http if the customer does not require https. */
  readonly http: boolean;
  /** Ports allowed in addition to 80, 443, 8080 and 8443. */
  readonly ports: readonly number[];
  /** Private addresses that may be reached in spite of the rule. */
  readonly privateAllowed: BlockList;
}

/** Addresses and subnets as a block list; undefined if an entry is neither. */
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
