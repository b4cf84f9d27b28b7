import { parseSearch } from '../lib/search-params.ts';

/**
 * Splits `?redirect=` into path and search; null unless it is an address of this site. Anything a
 * browser could read as another host (`//host`, `/\host`, `https:`) is refused.
 */
export function splitInternalHref(
  href: string | undefined,
): { to: string; search: Record<string, string> } | null {
  if (href === undefined || !/^\/(?![/\\])/.test(href)) return null;
  const url = new URL(href, 'http://busbar.invalid');
  if (url.host !== 'busbar.invalid') return null;
  return { to: url.pathname, search: parseSearch(url.search) };
}
