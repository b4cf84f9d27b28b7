/**
 * Names of cookies. Over https they have the prefix `__Host-`: no other host of the domain and no
 * page without TLS can set such a cookie.
 */
import type { Config } from './config/config.ts';

/** Cookies are Secure if the platform is reached over https. */
export function cookiesAreSecure({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return publicUrl?.startsWith('https:') ?? false;
}

export function cookieName(name: string, config: Pick<Config, 'publicUrl'>): string {
  return cookiesAreSecure(config) ? `__Host-${name}` : name;
}
