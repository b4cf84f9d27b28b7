/**
 * Which pages may call the server, and by which names it is called. For calls the origin test and the
 * token in the header together stop cross-site requests (docs/decisions.md 4); for the WebSocket
 * handshake, which a page makes with its cookie alone, the origin is the only protection.
 */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

export interface OriginRules {
  /** Undefined: every host is accepted, and an origin needs only the same host as its request. */
  readonly publicUrl: string | undefined;
  /** Names, without ports, by which the server is called beside that of `publicUrl`. */
  readonly allowedHosts: readonly string[];
}

export interface RequestOrigin {
  readonly origin: string | undefined;
  readonly host: string | undefined;
  /** `http` or `https`, as a trusted proxy states it. */
  readonly protocol: string;
}

export function originOf(request: Pick<FastifyRequest, 'headers' | 'protocol'>): RequestOrigin {
  const { origin, host } = request.headers;
  return { origin, host, protocol: request.protocol };
}

/** A request that names an origin must name ours. */
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
  // The public name belongs to the public scheme: a page that came without TLS may be anyone's.
  if (named.host === own.host || isForeignHost(host, rules)) return true;
  const isNamed = rules.allowedHosts.includes(named.hostname);
  return isNamed ? named.host !== called?.host : named.origin !== called?.origin;
}

/**
 * Whether the server is called by a name that is not its own, as after DNS rebinding. Addresses and
 * names without a dot (localhost, a container) cannot be rebound by a stranger. Never true without
 * a public URL, which is what makes a name the server's own.
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
