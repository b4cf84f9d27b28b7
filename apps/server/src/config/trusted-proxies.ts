/** The reverse proxies and balancers that are trusted to report a client's address. */
import { isIP } from 'node:net';
import { addressList } from './outbound-rules.ts';

export interface TrustedProxies {
  readonly isEmpty: boolean;
  /** Also accepts IPv4 in its IPv6 form (`::ffff:192.0.2.1`); returns false for anything else. */
  includes(address: string): boolean;
}

/** Returns undefined if an entry is not an address or subnet, or is a subnet of all addresses. */
export function trustedProxies(entries: readonly string[]): TrustedProxies | undefined {
  const list = addressList(entries);
  if (list === undefined || entries.some((entry) => /\/0+$/.test(entry))) return undefined;
  return {
    isEmpty: entries.length === 0,
    includes(address) {
      const bare = address.replace(/%.*$/, '');
      const version = isIP(bare);
      return version !== 0 && list.check(bare, version === 6 ? 'ipv6' : 'ipv4');
    },
  };
}
