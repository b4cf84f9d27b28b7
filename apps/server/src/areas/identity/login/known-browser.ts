/**
 * Browsers an account has been used from before. They keep a cookie that no script can read, and
 * guess from a counter of their own: guesses of strangers never lock the owner out
 * (docs/promises.md T6). The cookie opens nothing by itself. It is signed with the installation's
 * key over the account and the hash of its password, so a new password makes all of them strangers
 * again.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../../clock.ts';

export const KNOWN_BROWSER_COOKIE = 'busbar_known';
export const KNOWN_BROWSER_MAX_AGE_S = 180 * 86_400;

/** A control room shares its browser: the last few who used it are kept. */
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

/** The browser's id when this account has been used from it; undefined for a stranger. */
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

/** The cookie with this account in front. */
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
