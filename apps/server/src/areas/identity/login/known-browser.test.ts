import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { systemRandom } from '../../../clock.ts';
import { type KnownAccount, knownBrowserOf, rememberBrowser } from './known-browser.ts';

const key = randomBytes(32);
const account: KnownAccount = { customerId: 7, userId: 11, passwordHash: '$argon2id$one' };
const remember = (cookie: string | undefined, who: KnownAccount) =>
  rememberBrowser(cookie, key, who, systemRandom);

/** Returns the text with a different letter at that position. */
function altered(text: string, at: number): string {
  const place = at < 0 ? text.length + at : at;
  return text.slice(0, place) + (text[place] === 'A' ? 'Q' : 'A') + text.slice(place + 1);
}

describe('known browser cookie', () => {
  const cookie = remember(undefined, account);

  it('identifies the browser for its account', () => {
    expect(knownBrowserOf(cookie, key, account)).toMatch(/^[A-Za-z0-9_-]{22}$/);
  });

  it.each([
    ['another user', cookie, { ...account, userId: 12 }],
    ['another customer', cookie, { ...account, customerId: 8 }],
    ['a password changed afterwards', cookie, { ...account, passwordHash: '$argon2id$two' }],
    ['no cookie', undefined, account],
    ['an empty cookie', '', account],
    ['a signature changed by one character', altered(cookie, -2), account],
    ['an id changed by one character', altered(cookie, 0), account],
    ['malformed text', '~.~..', account],
  ])('does not identify the browser with %s', (_name, presented, who) => {
    expect(knownBrowserOf(presented, key, who)).toBeUndefined();
  });

  it('does not identify the browser if it was signed with the key of another installation', () => {
    expect(knownBrowserOf(cookie, randomBytes(32), account)).toBeUndefined();
  });

  it('contains the last five accounts of a shared browser and a browser id for each', () => {
    let shared: string | undefined;
    const users = Array.from({ length: 6 }, (_, i) => ({ ...account, userId: 100 + i }));
    for (const user of users) shared = remember(shared, user);
    expect(users.map((user) => knownBrowserOf(shared, key, user) !== undefined)).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
    const before = knownBrowserOf(shared, key, users[3]!);
    expect(knownBrowserOf(remember(shared, users[3]!), key, users[3]!)).toBe(before);
  });
});
