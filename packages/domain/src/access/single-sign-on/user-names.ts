/**
 * User names for an account that the first sign-in through a provider creates. Names are unique
 * over all customers, so a name that is taken is followed by random letters.
 */

import { isStorable } from './storable-text.ts';

const LONGEST = 64;
/** Room for a dot and the random letters. */
const LONGEST_BASE = 57;
const NOT_ALLOWED = /[^\p{L}\p{N}._@+-]+/gu;

interface NamingClaims {
  readonly preferredUsername?: unknown;
  readonly email?: unknown;
  readonly name?: unknown;
}

/** Returns the names to try, in this order; the caller checks each and that it is not taken. */
export function userNames(claims: NamingClaims, random: () => string): string[] {
  const given = [claims.preferredUsername, claims.email, claims.name]
    .filter((one): one is string => typeof one === 'string' && isStorable(one))
    .map((one) =>
      one
        .normalize('NFKC')
        .replace(NOT_ALLOWED, '.')
        .replace(/^[^\p{L}\p{N}]+/u, ''),
    )
    .filter((one) => one.length >= 3);
  const short = given.map((one) => [...one].slice(0, LONGEST_BASE).join(''));
  const bases = short.length === 0 ? ['user'] : short;
  return [
    ...given.filter((one) => one.length <= LONGEST),
    ...bases.map((one) => `${one}.${random()}`),
    `user.${random()}${random()}`,
  ];
}
