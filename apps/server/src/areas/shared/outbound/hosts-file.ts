/** Reads the file that lists addresses of names (hosts(5)): an address and then its names, by line. */
import { isIP } from 'node:net';
import type { ResolvedAddress } from './checked-exchange.ts';

export function addressesInHosts(text: string, hostname: string): ResolvedAddress[] {
  const wanted = hostname.toLowerCase().replace(/\.$/, '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    const isListed = family !== 0 && names.some((name) => name.toLowerCase() === wanted);
    return isListed ? [{ address, family }] : [];
  });
}
