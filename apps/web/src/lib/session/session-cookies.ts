/**
 * The cookies that scripts can read (docs/specification/accounts.md 2.4). They authorize nothing
 * (docs/decisions.md 4).
 */
import type { SessionUser } from './session-user.ts';

const COOKIE_FIELDS = [
  'user_id',
  'user_name',
  'group_id',
  'group_name',
  'role_type',
  'role_name',
  'zone_id',
] as const satisfies readonly (keyof SessionUser)[];

export function writeSessionCookies(user: SessionUser): void {
  for (const field of COOKIE_FIELDS) {
    write(field, encodeURIComponent(String(user[field])), '');
  }
}

export function clearSessionCookies(): void {
  for (const field of COOKIE_FIELDS) write(field, '', '; Max-Age=0');
}

function write(name: string, value: string, more: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and missing in Firefox; the guard must see the cookie immediately.
  document.cookie = `${name}=${value}; Path=/; SameSite=Strict${more}`;
}
