/**
 * The last wall before a detail is written into the audit trail, where it stays for years: whatever
 * is called like a secret loses its text, and a web address the parts in which secrets travel. Who
 * writes a deed leaves secrets out by himself; this is for the day somebody forgets.
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

/** Without user, password, query and fragment. */
function bareAddress(text: string): string {
  const [address = ''] = text.split(/[?#]/, 1);
  const bare = address.replace(/^(https?:\/\/)[^/]*@/i, `$1${REMOVED}@`);
  return address.length < text.length ? `${bare}?${REMOVED}` : bare;
}
