/**
 * Which addresses a customer may name as a receiver, judged by their spelling alone. Odd spellings
 * that browsers would mend (`http:/\x`, 0x7f.1, full-width digits, a user before the host) are
 * refused: what is written is what is meant.
 */
import { isIP, isIPv4 } from 'node:net';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { OutboundRules } from '../../../config/outbound-rules.ts';
import { isListed, isPublicAddress } from './public-address.ts';

const PORTS: readonly number[] = [80, 443, 8080, 8443];
const LONGEST = 500;
/** Scheme, host and port as they stand; no white space, no backslash, nobody before an @. */
const WRITTEN =
  /^(https?):\/\/(\[[0-9a-f:.]+\]|[^\s/?#@\\[\]:]+)(?::([0-9]{1,5}))?(?:[/?#][^\s\\]*)?$/i;
/** What the last label of a name never is, and a part of an IPv4 address in any base always is. */
const NUMBER = /^(?:[0-9]+|0x[0-9a-f]*)$/i;

/** `httpAllowed`: the customer's own flag; the platform must allow it too. */
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

/** The address a host is when it is no name. */
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
    // The URL constructor has no question form.
    return undefined;
  }
}

function isOddlySpelled(written: string, understood: string): boolean {
  if (written.startsWith('[')) return literalOf(understood) === undefined;
  const last = written.split('.').findLast((label) => label !== '') ?? '';
  if (NUMBER.test(last)) return written !== understood || !isIPv4(written);
  // Characters outside ASCII come as punycode; those that turn into ASCII were a disguise.
  return (
    isIPv4(understood) || (!understood.includes('xn--') && written.toLowerCase() !== understood)
  );
}
