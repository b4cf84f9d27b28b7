/** Under which name an account is found: letter case and look-alike spellings mean the same. */
import { plainText } from '../../shared/plain-text.ts';

export function accountKey(name: string): string {
  return plainText(name).normalize('NFKC').toLowerCase();
}

const ACCOUNT_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{2,63}$/u;

/** Whether the name has the form of an account name; one of this form may still be taken or reserved. */
export function isWellFormedAccountName(name: string): boolean {
  return ACCOUNT_NAME.test(accountKey(name));
}

/** Whether a new account may bear the name. */
export function isAccountName(name: string): boolean {
  return isWellFormedAccountName(name) && !isForbiddenAccount(name);
}

/** The name that cannot log in to this platform (docs/specification/accounts.md 1.3). */
export function isForbiddenAccount(name: string): boolean {
  return accountKey(name) === 'admin';
}
