/**
 * Validates the URL of a customer-defined receiver by its syntax alone. Unusual forms that browsers
 * would normalize (`http:/\x`, 0x7f.1, full-width digits, a user before the host) are refused, so
 * that the URL means exactly the text that was entered.
 */
import { isIP, isIPv4 } from 'node:net';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { OutboundRules } from '../../../config/outbound-rules.ts';
import { isListed, isPublicAddress } from './public-address.ts';

const PORTS: readonly number[] = [80, 443, 8080, 8443];
const LONGEST = 500;
/** Scheme, host and port as written; no white space, no backslash, no user before an @. */
const WRITTEN =
  /^(https?):\/\/(\[[0-9a-f:.]+\]|[^\s/?#@\\[\]:]+)(?::([0-9]{1,5}))?(?:[/?#][^\s\\]*)?$/i;
/** Matches each number of an IPv4 address in any base, and never the last label of a host name. */
const NUMBER = /^(?:[0-9]+|0x[0-9a-f]*)$/i;

/** `httpAllowed` is the customer's own flag; the platform must allow HTTP too. */
export function readTarget(text: string, rules: OutboundRules, httpAllowed: boolean): Outcome<URL> {
  const [, scheme = '', host = '', port] = WRITTEN.exec(text) ?? [];
  const url = parse(text);
  if (url === undefined || host === '' || text.length > LONGEST) return refused('address-invalid');
  if (isOddlySpelled(host, url.hostname)) return refused('address-invalid');
  const isHttps = scheme.toLowerCase() === 'https';
  if (!isHttps && !(httpAllowed && rules.http)) return refused('address-not-secure');
  const number = port === undefined ? (isHttps ? 443 : 80) : Number(port);
  if (!PORTS.includes(number) && !rules.ports.includes(number)) return refused('address-port');
  const literal = literalOf(url.hostname);
  if (literal !== undefined && !mayReach(literal, rules)) return refused('address-not-public');
  url.hash = '';
  return done(url);
}

/** Returns the IP address if the host is one, otherwise undefined. */
export function literalOf(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
}

export function mayReach(address: string, rules: OutboundRules): boolean {
  return isPublicAddress(address) || isListed(rules.privateAllowed, address);
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    // The URL constructor throws if the address is invalid.
    return undefined;
  }
}

function isOddlySpelled(written: string, understood: string): boolean {
  if (written.startsWith('[')) return literalOf(understood) === undefined;
  const last = written.split('.').findLast((label) => label !== '') ?? '';
  if (NUMBER.test(last)) return written !== understood || !isIPv4(written);
  // Characters outside ASCII become punycode; those that become ASCII instead are a disguise.
  return (
    isIPv4(understood) || (!understood.includes('xn--') && written.toLowerCase() !== understood)
  );
}
