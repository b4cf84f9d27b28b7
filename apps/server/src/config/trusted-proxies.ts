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

interface ProxySettings {
  readonly publicUrl: string | undefined;
  readonly trustedProxies: TrustedProxies;
}

/** One sentence for the operator, if requests come through a proxy that is not trusted. */
export function proxyWarning(config: ProxySettings): string | undefined {
  if (!config.trustedProxies.isEmpty || config.publicUrl?.startsWith('https:') !== true) {
    return undefined;
  }
  return (
    'PUBLIC_URL is https but TRUSTED_PROXIES is empty: all clients appear with the address of the ' +
    'proxy, so the failed sign-ins of one client lock out the others (docs/operations.md).'
  );
}
