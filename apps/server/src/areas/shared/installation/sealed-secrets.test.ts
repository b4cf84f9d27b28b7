import { expect, it } from 'vitest';
import { createSecrets } from './sealed-secrets.ts';

const secrets = createSecrets(Buffer.alloc(32, 1));
const SECRET = 'bws_gehéim 电 🙂';

it('decrypts a secret only for the same row with the same key', () => {
  const sealed = secrets.seal('forwarding 7', SECRET);
  expect(sealed).not.toContain('bws_');
  expect(secrets.seal('forwarding 7', SECRET)).not.toBe(sealed);
  expect(secrets.open('forwarding 7', sealed)).toBe(SECRET);
  expect(secrets.open('forwarding 8', sealed)).toBeUndefined();
  const other = createSecrets(Buffer.alloc(32, 2));
  expect(other.open('forwarding 7', sealed)).toBeUndefined();
  expect(other.keyId).not.toBe(secrets.keyId);
});

it('rejects modified ciphertext and returns plaintext unchanged', () => {
  const sealed = secrets.seal('row', SECRET);
  for (let at = 'sealed:1:'.length; at < sealed.length - 1; at += 1) {
    const letter = sealed[at] === 'A' ? 'B' : 'A';
    const changed = `${sealed.slice(0, at)}${letter}${sealed.slice(at + 1)}`;
    expect(secrets.open('row', changed)).toBeUndefined();
  }
  expect(secrets.open('row', 'sealed:1:short')).toBeUndefined();
  expect(secrets.open('row', 'bws_clear')).toBe('bws_clear');
});
