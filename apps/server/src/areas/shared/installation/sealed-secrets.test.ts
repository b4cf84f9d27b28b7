import { expect, it } from 'vitest';
import { forwardingOf } from './sealed-columns.ts';
import { createSecrets } from './sealed-secrets.ts';

const KEY = Buffer.alloc(32, 1);
const OTHER = Buffer.alloc(32, 2);
const secrets = createSecrets(KEY);
const row = forwardingOf(7);
const SECRET = 'bws_gehéim 电 🙂';

it('decrypts a secret only for the same row with the same key', () => {
  const sealed = secrets.seal(row, SECRET);
  expect(sealed).not.toContain('bws_');
  expect(secrets.seal(row, SECRET)).not.toBe(sealed);
  expect(secrets.open(row, sealed)).toBe(SECRET);
  expect(secrets.open(forwardingOf(8), sealed)).toBeUndefined();
  const other = createSecrets(OTHER);
  expect(other.open(row, sealed)).toBeUndefined();
  expect(other.keyId).not.toBe(secrets.keyId);
});

it('rejects modified ciphertext and returns plaintext unchanged', () => {
  const sealed = secrets.seal(row, SECRET);
  for (let at = 'sealed:1:'.length; at < sealed.length - 1; at += 1) {
    const letter = sealed[at] === 'A' ? 'B' : 'A';
    const changed = `${sealed.slice(0, at)}${letter}${sealed.slice(at + 1)}`;
    expect(secrets.open(row, changed)).toBeUndefined();
  }
  expect(secrets.open(row, 'sealed:1:short')).toBeUndefined();
  expect(secrets.open(row, 'bws_clear')).toBe('bws_clear');
});

it('reads two keys and seals with the chosen one', () => {
  const former = createSecrets(OTHER);
  const both = createSecrets(KEY, OTHER);
  expect(both.keyIds).toEqual([secrets.keyId, former.keyId]);
  expect(both.open(row, former.seal(row, SECRET))).toBe(SECRET);
  expect(secrets.open(row, both.seal(row, SECRET))).toBe(SECRET);
  both.sealWith(former.keyId!);
  expect(both.keyId).toBe(former.keyId);
  expect(former.open(row, both.seal(row, SECRET))).toBe(SECRET);
  both.sealWith('a key of others');
  expect(both.keyId).toBe(former.keyId);
});
