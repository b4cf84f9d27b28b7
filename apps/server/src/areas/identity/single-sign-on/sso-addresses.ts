/**
 * Addresses of single sign-on at this platform. Each customer has its own callback: an answer for
 * one customer cannot be accepted for another, also if its provider does not send `iss` (RFC 9207).
 */
import type { Config } from '../../../config/config.ts';
import { parseId } from '../../shared/identifier.ts';

type Addressed = Pick<Config, 'publicUrl'>;

const at = ({ publicUrl }: Addressed, path: string): URL | undefined =>
  publicUrl === undefined ? undefined : new URL(path, publicUrl);

export const callbackUrl = (config: Addressed, customerId: number): URL | undefined =>
  at(config, `/sso-callback/${customerId}`);

/** Back-channel logout: the provider sends its logout tokens here. */
export const logoutUrl = (config: Addressed, customerId: number): URL | undefined =>
  at(config, `/api/v2/single-sign-on/logout/${customerId}`);

export const signedOutUrl = (config: Addressed): URL | undefined => at(config, '/login');

/** Customer and random key: the key is needed, so that customers cannot be tried in turn. */
export const signInCode = (customerId: number, signInKey: string): string =>
  `${customerId}-${signInKey}`;

export const signInUrl = (config: Addressed, customerId: number, key: string): URL | undefined =>
  at(config, `/sso/${signInCode(customerId, key)}`);

const CODE = /^(\d{1,10})-([A-Za-z0-9]{20})$/;

export function readSignInCode(
  text: string,
): { readonly customerId: number; readonly signInKey: string } | undefined {
  const [, id = '', signInKey = ''] = CODE.exec(text) ?? [];
  const customerId = parseId(id);
  return customerId === undefined ? undefined : { customerId, signInKey };
}
