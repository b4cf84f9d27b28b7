/**
 * Refuses weak passwords: shorter than eight characters, the account's own name, one character or
 * keyboard row repeated, and the most common passwords, also with digits and symbols appended.
 * Length is worth more than variety, so no character classes are required.
 */
import { accountKey } from '../accounts/account-key.ts';

const SHORTEST = 8;
/** Min number of other characters in a password that contains the account name. */
const NEXT_TO_NAME = 4;

// biome-ignore format: a list of words reads better as a block
const COMMON = new Set([
  'password', 'passwort', 'passw0rd', 'p@ssword', 'p@ssw0rd', 'pa$$word', 'pa$$w0rd', 'passcode',
  'admin', 'administrator', 'adminadmin', 'root', 'rootroot', 'toor', 'superuser', 'operator',
  'viewer', 'user', 'guest', 'test', 'testtest', 'tester', 'demo', 'default', 'master', 'manager',
  'support', 'service', 'system', 'public', 'private', 'secret', 'letmein', 'welcome', 'login',
  'access', 'changeme', 'change', 'temp', 'temporary', 'initial', 'hello', 'helloworld', 'iloveyou',
  'woaini', 'lovelove', 'sunshine', 'princess', 'football', 'baseball', 'basketball', 'superman',
  'batman', 'spiderman', 'starwars', 'pokemon', 'dragon', 'monkey', 'shadow', 'michael', 'jennifer',
  'jordan', 'charlie', 'freedom', 'whatever', 'trustno', 'computer', 'internet', 'samsung', 'google',
  'facebook', 'qazwsx', 'qazwsxedc', 'qweasd', 'qweasdzxc', 'zaqwsx', 'zaq1xsw2', '1qaz2wsx', '1q2w3e4r',
  '1q2w3e4r5t', 'q1w2e3r4', 'abcabc', 'abc123', 'a1b2c3d4', 'aa123456', 'asd123', 'qwe123', 'power',
  'electric', 'electricity', 'breaker', 'busbar', 'scada', 'meter', 'winter', 'spring', 'summer',
  'autumn', 'january', 'february', 'monday', 'friday', 'shanghai', 'beijing', 'shenzhen', 'china',
]);

const ROWS = [
  '0123456789012345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertyuiop[]asdfghjkl',
  'azertyuiopqsdfghjklmwxcvbn',
  'qwertzuiopasdfghjklyxcvbnm',
];

const reversed = (text: string): string => [...text].reverse().join('');
const ROW_TEXTS = ROWS.flatMap((row) => [row, reversed(row)]);

/** One to four characters repeated to the end: aaaaaaaa, 12121212, abcdabcd. */
const REPEATED = /^(.{1,4}?)\1+(?:.{0,3})$/u;

export function isWeakPassword(password: string, accountName: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  if ([...text].length < SHORTEST) return true;
  const name = accountKey(accountName);
  const holdsName = name.length > 2 && text.includes(name);
  if (holdsName && text.length - name.length < NEXT_TO_NAME) return true;
  if (REPEATED.test(text) || ROW_TEXTS.some((row) => row.includes(text))) return true;
  const letters = text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
  const withDigits = text.replace(/[^\p{L}\p{N}]+$/u, '');
  return [text, letters, withDigits].some((form) => COMMON.has(form));
}
