/**
 * The lookup key of an account: names that differ only in letter case or in look-alike spelling are
 * the same account.
 */
import { plainText } from '../../shared/plain-text.ts';

export function accountKey(name: string): string {
  return plainText(name).normalize('NFKC').toLowerCase();
}

const ACCOUNT_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{2,63}$/u;

/** Checks only the form of the name; a well-formed name may still be taken or reserved. */
export function isWellFormedAccountName(name: string): boolean {
  return ACCOUNT_NAME.test(accountKey(name));
}

/** Returns true if a new account may use the name. */
export function isAccountName(name: string): boolean {
  return isWellFormedAccountName(name) && !isForbiddenAccount(name);
}

/** 'admin' cannot log in to this platform (docs/specification/accounts.md 1.3). */
export function isForbiddenAccount(name: string): boolean {
  return accountKey(name) === 'admin';
}
