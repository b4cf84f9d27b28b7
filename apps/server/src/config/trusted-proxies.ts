/** The reverse proxies and balancers whose statement about a client's address is believed. */
import { isIP } from 'node:net';
import { addressList } from './outbound-rules.ts';

export interface TrustedProxies {
  readonly isEmpty: boolean;
  /** Takes IPv4 addresses in their IPv6 form (`::ffff:192.0.2.1`) too; false for anything else. */
  includes(address: string): boolean;
}

/** Undefined if an entry is not an address or subnet, or is a subnet that contains every address. */
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
