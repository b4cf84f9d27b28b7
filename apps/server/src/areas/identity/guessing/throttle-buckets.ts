/** Names of the counters. Accounts are named by a hash: people type passwords into the name field. */

import { sha256 } from '../../shared/secrets/session-secret.ts';
import { accountKey } from '../accounts/account-key.ts';
import * as limits from './throttle.ts';

/** The part of an address one subscriber holds: all of IPv4, the first 64 bits of IPv6. */
export function networkOf(address: string): string {
  const bare = address
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '')
    .replace(/%.*$/, '');
  if (!bare.includes(':')) return bare;
  const [head = '', tail] = bare.split('::', 2);
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

export const loginOfAddress = (address: string): limits.Place => ({
  bucket: `login:address:${networkOf(address)}`,
  limit: limits.LOGIN_OF_ADDRESS,
});

/** The same for a name nobody bears, so that the answer tells nothing (docs/promises.md T8). */
export const loginOfAccount = (account: string): limits.Place => ({
  bucket: `login:account:${sha256(accountKey(account)).toString('hex')}`,
  limit: limits.LOGIN_OF_ACCOUNT,
});

export const loginOfKnownBrowser = (browserId: string): limits.Place => ({
  bucket: `login:browser:${sha256(browserId).toString('hex')}`,
  limit: limits.LOGIN_OF_KNOWN_BROWSER,
});

/**
 * Codes of the second factor, from browsers the owner has not used yet. Whoever tries them knows the
 * password, and may not be the owner.
 */
export const codeOfUser = (customerId: number, userId: number): limits.Place => ({
  bucket: `code:user:${customerId}:${userId}`,
  limit: limits.SECOND_FACTOR,
});

/** Codes of a signed-in user: the tries of those who only know the password do not count here. */
export const codeOfSignedIn = (customerId: number, userId: number): limits.Place => ({
  bucket: `code:signed-in:${customerId}:${userId}`,
  limit: limits.SECOND_FACTOR,
});

/** Codes from a browser the owner has used: the tries of others do not count here. */
export const codeOfKnownBrowser = (browserId: string): limits.Place => ({
  bucket: `code:browser:${sha256(browserId).toString('hex')}`,
  limit: limits.SECOND_FACTOR,
});

/** Recovery codes of a user, for each address: tries from elsewhere do not count. */
export const recoveryCodeOfUser = (
  { customerId, userId }: { readonly customerId: number; readonly userId: number },
  address: string,
): limits.Place => ({
  bucket: `recovery:address:${networkOf(address)}:user:${customerId}:${userId}`,
  limit: limits.RECOVERY_CODE,
});

export const ownPassword = (customerId: number, userId: number): limits.Place => ({
  bucket: `password:user:${customerId}:${userId}`,
  limit: limits.OWN_PASSWORD,
});

export const activationOfAddress = (address: string): limits.Place => ({
  bucket: `activation:address:${networkOf(address)}`,
  limit: limits.ACTIVATION_OF_ADDRESS,
});

export const activationOfAll: limits.Place = {
  bucket: 'activation:all',
  limit: limits.ACTIVATION_OF_ALL,
};

/** A platform administrator has shown who he is and is not kept out by strangers' guesses. */
export const activationOfUser = (customerId: number, userId: number): limits.Place => ({
  bucket: `activation:user:${customerId}:${userId}`,
  limit: limits.ACTIVATION_OF_ADDRESS,
});

export const registrationOfAddress = (address: string): limits.Place => ({
  bucket: `registration:address:${networkOf(address)}`,
  limit: limits.REGISTRATION_OF_ADDRESS,
});
