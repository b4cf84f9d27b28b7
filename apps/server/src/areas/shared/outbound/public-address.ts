/**
 * Checks if an address belongs to the public network (docs/promises.md H6, D17). A customer-defined
 * address must not reach internal machines: not this host, not its neighbours, not the cloud
 * metadata service, and not through an IPv6 address that embeds an IPv4 address. Only 2000::/3 is
 * allocated for global IPv6.
 */
import { type BlockList, isIPv4, isIPv6 } from 'node:net';
import { addressList } from '../../../config/outbound-rules.ts';

/** RFC 6890 and its registries: none of these ranges contains a public server. */
const NOT_PUBLIC_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/**
 * Exceptions inside 2000::/3: Teredo and 6to4 embed an IPv4 address, the others are special or
 * documentation ranges.
 */
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const notPublic = addressList([...NOT_PUBLIC_4, ...NOT_PUBLIC_6])!;
const givenOut = addressList(['2000::/3'])!;

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return givenOut.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

export function isListed(list: BlockList, address: string): boolean {
  if (isIPv4(address)) return list.check(address, 'ipv4');
  return isIPv6(address) && !address.includes('%') && list.check(address, 'ipv6');
}
