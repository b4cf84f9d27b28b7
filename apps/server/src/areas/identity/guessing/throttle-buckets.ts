/**
 * Names of the throttle buckets. Accounts are identified by a hash, because people type passwords
 * into the name field.
 */

import { sha256 } from '../../shared/secrets/session-secret.ts';
import { accountKey } from '../accounts/account-key.ts';
import * as limits from './throttle.ts';
import type { Place } from './throttle-queries.ts';

/**
 * Returns the part of an address that one subscriber controls: the whole IPv4 address, or the first
 * 64 bits of an IPv6 address.
 */
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

export const loginOfAddress = (address: string): Place => ({
  bucket: `login:address:${networkOf(address)}`,
  limit: limits.LOGIN_OF_ADDRESS,
});

/**
 * The limit also applies to names without an account, so that the response does not reveal which
 * names exist (docs/promises.md T8).
 */
export const loginOfAccount = (account: string): Place => ({
  bucket: `login:account:${sha256(accountKey(account)).toString('hex')}`,
  limit: limits.LOGIN_OF_ACCOUNT,
});

export const loginOfKnownBrowser = (browserId: string): Place => ({
  bucket: `login:browser:${sha256(browserId).toString('hex')}`,
  limit: limits.LOGIN_OF_KNOWN_BROWSER,
});

/**
 * Second-factor codes from browsers the owner has not used yet. The sender knows the password, but
 * may not be the owner.
 */
export const codeOfUser = (customerId: number, userId: number): Place => ({
  bucket: `code:user:${customerId}:${userId}`,
  limit: limits.SECOND_FACTOR,
});

/** Codes of a signed-in user; attempts by those with only the password are counted separately. */
export const codeOfSignedIn = (customerId: number, userId: number): Place => ({
  bucket: `code:signed-in:${customerId}:${userId}`,
  limit: limits.SECOND_FACTOR,
});

/** Codes from a browser the owner has used; attempts by others are counted separately. */
export const codeOfKnownBrowser = (browserId: string): Place => ({
  bucket: `code:browser:${sha256(browserId).toString('hex')}`,
  limit: limits.SECOND_FACTOR,
});

/** Recovery codes, counted per user and address; attempts from other addresses count separately. */
export const recoveryCodeOfUser = (
  { customerId, userId }: { readonly customerId: number; readonly userId: number },
  address: string,
): Place => ({
  bucket: `recovery:address:${networkOf(address)}:user:${customerId}:${userId}`,
  limit: limits.RECOVERY_CODE,
});

export const ownPassword = (customerId: number, userId: number): Place => ({
  bucket: `password:user:${customerId}:${userId}`,
  limit: limits.OWN_PASSWORD,
});

export const activationOfAddress = (address: string): Place => ({
  bucket: `activation:address:${networkOf(address)}`,
  limit: limits.ACTIVATION_OF_ADDRESS,
});

export const activationOfAll: Place = {
  bucket: 'activation:all',
  limit: limits.ACTIVATION_OF_ALL,
};

/** An authenticated platform administrator is not locked out by the guesses of strangers. */
export const activationOfUser = (customerId: number, userId: number): Place => ({
  bucket: `activation:user:${customerId}:${userId}`,
  limit: limits.ACTIVATION_OF_ADDRESS,
});

/** Sign-ins at a provider that were begun and not completed. */
export const ssoOfAddress = (address: string): Place => ({
  bucket: `sso:address:${networkOf(address)}`,
  limit: limits.SSO_OF_ADDRESS,
});

/** Logout tokens that were refused; a valid one does not count. */
export const ssoLogoutOfAddress = (address: string): Place => ({
  bucket: `sso:logout:address:${networkOf(address)}`,
  limit: limits.SSO_LOGOUT_OF_ADDRESS,
});

/**
 * Audit events of refused answers, which anyone can send. The address is first: one that is over its
 * limit adds no bucket of another customer.
 */
export const ssoRefusalsOf = (customerId: number, address: string): Place[] => [
  {
    bucket: `sso:refused:address:${networkOf(address)}`,
    limit: limits.SSO_REFUSALS_OF_ADDRESS,
  },
  { bucket: `sso:refused:customer:${customerId}`, limit: limits.SSO_REFUSALS_OF_CUSTOMER },
];

/** Tests of a provider, each of which sends requests to an address that the customer chose. */
export const ssoTestOfCustomer = (customerId: number): Place => ({
  bucket: `sso:test:${customerId}`,
  limit: limits.SSO_TEST,
});

export const registrationOfAddress = (address: string): Place => ({
  bucket: `registration:address:${networkOf(address)}`,
  limit: limits.REGISTRATION_OF_ADDRESS,
});

export const forgottenOfAddress = (address: string): Place => ({
  bucket: `forgotten:address:${networkOf(address)}`,
  limit: limits.FORGOTTEN_OF_ADDRESS,
});

/** Also counts names without an account, like `loginOfAccount`. */
export const forgottenOfAccount = (account: string): Place => ({
  bucket: `forgotten:account:${sha256(accountKey(account)).toString('hex')}`,
  limit: limits.FORGOTTEN_OF_ACCOUNT,
});
