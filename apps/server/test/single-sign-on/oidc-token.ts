/** Signs the claims of a token with a key of a provider. */
import { type KeyLike, sign } from 'node:crypto';

export type Claims = Record<string, unknown>;

const encoded = (part: Claims): string => Buffer.from(JSON.stringify(part)).toString('base64url');

export function signToken(header: Claims, claims: Claims, key: KeyLike): string {
  const signed = `${encoded(header)}.${encoded(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

/** Changes the claims of a token and signs it again. */
export function alterToken(token: string, alter: (claims: Claims) => Claims, key: KeyLike): string {
  const [header = {}, claims = {}] = token
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims);
  return signToken(header, alter(claims), key);
}
