/**
 * Last safeguard before a detail is written to the audit trail, where it is retained for years: the
 * text of a property with the name of a secret is removed, and so are the components of a web
 * address that may contain secrets. Callers must omit secrets themselves; this covers a caller that
 * fails to.
 */
const NAMED_SECRET = /passw|secret|token|cookie|ticket|authorization|credential|privateKey/i;
const WEB_ADDRESS = /^https?:\/\//i;

export const REMOVED = '[removed]';

export function withoutSecrets(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    if (value !== '' && NAMED_SECRET.test(name)) return REMOVED;
    return WEB_ADDRESS.test(value) ? bareAddress(value) : value;
  }
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, name));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withoutSecrets(item, name + key)]),
  );
}

/** Removes user, password, query and fragment of the address. */
function bareAddress(text: string): string {
  const [address = ''] = text.split(/[?#]/, 1);
  const bare = address.replace(/^(https?:\/\/)[^/]*@/i, `$1${REMOVED}@`);
  return address.length < text.length ? `${bare}?${REMOVED}` : bare;
}
