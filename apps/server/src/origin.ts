/**
 * Rules for the origins and host names of requests. For API calls the origin check and the token in
 * the header together prevent cross-site requests (docs/decisions.md 4); for the WebSocket
 * handshake, which a page makes with only its cookie, the origin is the only protection.
 */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

export interface OriginRules {
  /**
   * URL of the server. If undefined, every host is accepted, and an origin only needs the same host
   * as its request.
   */
  readonly publicUrl: string | undefined;
  /** Host names of the server, without ports, in addition to that of `publicUrl`. */
  readonly allowedHosts: readonly string[];
}

export interface RequestOrigin {
  readonly origin: string | undefined;
  readonly host: string | undefined;
  /** `http` or `https`, as stated by a trusted proxy. */
  readonly protocol: string;
}

export function originOf(request: Pick<FastifyRequest, 'headers' | 'protocol'>): RequestOrigin {
  const { origin, host } = request.headers;
  return { origin, host, protocol: request.protocol };
}

/** Returns true if the request has an origin that is not one of the server's. */
export function isForeignOrigin(request: RequestOrigin, rules: OriginRules): boolean {
  const { origin, host, protocol } = request;
  if (origin === undefined) return false;
  const named = urlOf(origin);
  const called = urlOf(`${protocol}://${host}`);
  if (named === undefined) return true;
  if (rules.publicUrl === undefined)
    return named.host !== urlOf(`${named.protocol}//${host}`)?.host;
  const own = new URL(rules.publicUrl);
  if (named.origin === own.origin) return false;
  // The public host name requires the public scheme: a page loaded without TLS may have been
  // forged.
  if (named.host === own.host || isForeignHost(host, rules)) return true;
  const isNamed = rules.allowedHosts.includes(named.hostname);
  return isNamed ? named.host !== called?.host : named.origin !== called?.origin;
}

/**
 * Returns true if the request uses a host name that is not the server's, as after DNS rebinding.
 * Addresses and names without a dot (localhost, a container) cannot be rebound by a stranger.
 * Returns false without a public URL, because the server then has no name of its own.
 */
export function isForeignHost(host: string | undefined, rules: OriginRules): boolean {
  if (rules.publicUrl === undefined || host === undefined || host === '') return false;
  const name = urlOf(`http://${host}`)?.hostname.replace(/\.$/, '');
  if (name === undefined) return true;
  if (name.startsWith('[') || isIP(name) !== 0 || !name.includes('.')) return false;
  return name !== new URL(rules.publicUrl).hostname && !rules.allowedHosts.includes(name);
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
