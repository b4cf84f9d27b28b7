/** Properties of the request that handlers may use in addition to the fields of the contract. */
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../../client-address.ts';
import type { Config } from '../../config/config.ts';
import { clearCookie, readCookie, setCookie } from './cookies.ts';
import { type DeliveryEnds, watchDelivery } from './delivery.ts';
import type { CookieOptions, RequestFacts } from './handler.ts';

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
  return new Facts(request, reply, config);
}

/** Every field but the address, which is lost with the connection, is read when it is used. */
class Facts implements RequestFacts {
  readonly address: string;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #config: Config;
  #signal: AbortSignal | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, config: Config) {
    this.#request = request;
    this.#reply = reply;
    this.#config = config;
    this.address = clientAddress(request);
  }

  get client(): string {
    return String(this.#request.headers['user-agent'] ?? '').slice(0, 200);
  }

  get fromBrowser(): boolean {
    return isFromBrowser(this.#request.headers);
  }

  get idempotencyKey(): string | undefined {
    const key = this.#request.headers['idempotency-key'];
    return typeof key === 'string' && key !== '' ? key.slice(0, 200) : undefined;
  }

  get resumedTag(): string | undefined {
    return resumedTag(this.#request.headers);
  }

  get signal(): AbortSignal {
    this.#signal ??= abortedWith(this.#reply.raw);
    return this.#signal;
  }

  cookie(name: string): string | undefined {
    return readCookie(this.#request, name, this.#config);
  }

  setCookie(name: string, value: string, options: CookieOptions): void {
    setCookie(this.#reply, name, value, this.#config, options);
  }

  clearCookie(name: string): void {
    clearCookie(this.#reply, name, this.#config);
  }

  onDelivery(ends: DeliveryEnds): void {
    watchDelivery(this.#reply.raw, ends);
  }
}

/** A signal that is aborted when the connection closes before the whole response was written. */
function abortedWith(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const close = () => {
    if (!response.writableFinished) gone.abort();
  };
  if (response.closed) close();
  else response.once('close', close);
  return gone.signal;
}
