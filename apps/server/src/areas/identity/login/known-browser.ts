/**
 * Browsers from which an account has signed in before. They store a cookie that no script can read,
 * and their attempts have a separate counter, so that guesses by strangers never lock the owner out
 * (docs/promises.md T6). The cookie alone gives no access. It is signed with the installation's key
 * over the account and the hash of its password, so a new password makes all of these browsers
 * unknown again.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../../clock.ts';

export const KNOWN_BROWSER_COOKIE = 'busbar_known';
export const KNOWN_BROWSER_MAX_AGE_S = 180 * 86_400;

/** Users of a control room share a browser; the last few accounts are stored. */
const ACCOUNTS_PER_BROWSER = 5;
const ENTRY = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

export interface KnownAccount {
  readonly customerId: number;
  readonly userId: number;
  readonly passwordHash: string;
}

function signature(key: Buffer, id: string, account: KnownAccount): Buffer {
  const { customerId, userId, passwordHash } = account;
  return createHmac('sha256', key)
    .update(['known browser', customerId, userId, passwordHash, id].join('|'))
    .digest();
}

const entriesOf = (cookie: string | undefined): string[] =>
  (cookie ?? '').split('~', ACCOUNTS_PER_BROWSER).filter((entry) => ENTRY.test(entry));

/** Returns the id of the browser if this account has signed in from it, otherwise undefined. */
export function knownBrowserOf(
  cookie: string | undefined,
  key: Buffer,
  account: KnownAccount,
): string | undefined {
  for (const entry of entriesOf(cookie)) {
    const [, id = '', mac = ''] = ENTRY.exec(entry) ?? [];
    const expected = signature(key, id, account);
    if (timingSafeEqual(Buffer.from(mac, 'base64url'), expected)) return id;
  }
  return undefined;
}

/** Returns the cookie with this account first. */
export function rememberBrowser(
  cookie: string | undefined,
  key: Buffer,
  account: KnownAccount,
  random: Random,
): string {
  const known = knownBrowserOf(cookie, key, account);
  const id = known ?? random.bytes(16).toString('base64url');
  const entry = `${id}.${signature(key, id, account).toString('base64url')}`;
  const others = entriesOf(cookie).filter((other) => other !== entry);
  return [entry, ...others].slice(0, ACCOUNTS_PER_BROWSER).join('~');
}
