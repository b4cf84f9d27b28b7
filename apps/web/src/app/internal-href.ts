import { parseSearch } from '../lib/address/search-params.ts';

/**
 * Splits `?redirect=` into path and search; returns null unless it is an address of this site.
 * Anything that a browser could resolve to another host (`//host`, `/\host`, `https:`) is rejected.
 */
export function splitInternalHref(
  href: string | undefined,
): { to: string; search: Record<string, string> } | null {
  if (href === undefined || !/^\/(?![/\\])/.test(href)) return null;
  const url = new URL(href, 'http://busbar.invalid');
  if (url.host !== 'busbar.invalid') return null;
  return { to: url.pathname, search: parseSearch(url.search) };
}
