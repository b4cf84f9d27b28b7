/** Properties of the request that handlers may use in addition to the fields of the contract. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../../client-address.ts';
import type { Config } from '../../config/config.ts';
import { clearCookie, readCookie, setCookie } from './cookies.ts';
import { watchDelivery } from './delivery.ts';
import type { RequestFacts } from './handler.ts';

/**
 * A page always sends its origin with a POST; Node's fetch sends `sec-fetch-mode` but never a site,
 * so only these two headers distinguish a browser from a program.
 */
export function isFromBrowser(headers: FastifyRequest['headers']): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}

/** Returns the token of the header, which may be preceded by `Bearer` (docs/decisions.md 4). */
export function tokenOf(headers: FastifyRequest['headers']): string | undefined {
  const header = headers.authorization;
  if (header === undefined || header.length > 300) return undefined;
  const token = /^(?:bearer\s+)?(\S+)\s*$/i.exec(header)?.[1];
  return token === undefined || token.toLowerCase() === 'bearer' ? undefined : token;
}

/** Returns the tag of a resumed download: Chromium sends it in If-Range, Firefox in If-Match. */
function resumedTag(headers: FastifyRequest['headers']): string | undefined {
  if (headers.range === undefined) return undefined;
  const named = headers['if-range'] ?? headers['if-match'];
  return typeof named === 'string' ? /^"([^"]+)"$/.exec(named)?.[1] : undefined;
}

export function requestFacts(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
): RequestFacts {
  const key = request.headers['idempotency-key'];
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return {
    address: clientAddress(request),
    client: String(request.headers['user-agent'] ?? '').slice(0, 200),
    fromBrowser: isFromBrowser(request.headers),
    idempotencyKey: typeof key === 'string' && key !== '' ? key.slice(0, 200) : undefined,
    resumedTag: resumedTag(request.headers),
    cookie: (name) => readCookie(request, name, config),
    setCookie: (name, value, options) => setCookie(reply, name, value, config, options),
    clearCookie: (name) => clearCookie(reply, name, config),
    signal: gone.signal,
    onDelivery: (ends) => watchDelivery(reply.raw, ends),
  };
}
