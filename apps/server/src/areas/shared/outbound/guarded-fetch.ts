/**
 * A `fetch` for libraries that talk to a customer-defined server, by the rules of
 * `guarded-request.ts` (docs/promises.md D17, H6). Each URL is checked, because the answers of the
 * server name further ones. Plain http is possible only to this machine, for tests and development,
 * and only if the operator allows http and the address.
 */
import type { IncomingMessage } from 'node:http';
import type { OutboundRules } from '../../../config/outbound-rules.ts';
import { exchangeChecked, type ResolvedAddress, within } from './checked-exchange.ts';
import {
  addressesOf,
  errorCodeOf,
  LIMIT_MS,
  type PostError,
  type Resolve,
} from './guarded-request.ts';
import { mayReach, readTarget } from './target-url.ts';

const LARGEST_ANSWER_BYTES = 1024 * 1024;
const LOCAL = /^(?:localhost|127\.[0-9.]+|\[::1\])$/;

/** The reason why a request was not sent or not answered; it reveals nothing about the network. */
export class OutboundError extends Error {
  readonly reason: PostError | 'address' | 'too-large';

  constructor(reason: OutboundError['reason']) {
    super(`the request failed: ${reason}`);
    this.reason = reason;
  }
}

export const isLocalUrl = ({ hostname }: URL): boolean => LOCAL.test(hostname);

/** Reads the address of a server that must use https unless it is on this machine. */
export function readServerUrl(text: string, rules: OutboundRules) {
  const isLocal = URL.canParse(text) && isLocalUrl(new URL(text));
  return readTarget(text, rules, isLocal);
}

export interface GuardedFetchRules {
  readonly rules: OutboundRules;
  readonly resolve: Resolve;
  /** Aborted when the caller gives up. */
  readonly signal: AbortSignal;
}

interface FetchOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>> | Headers;
  readonly body?: unknown;
}

/** All requests of the returned function together end after `LIMIT_MS`. Redirects are returned. */
export function guardedFetch({ rules, resolve, signal }: GuardedFetchRules) {
  const limit = AbortSignal.timeout(LIMIT_MS);
  const both = AbortSignal.any([limit, signal]);
  return async (target: string | URL, options: FetchOptions = {}): Promise<Response> => {
    const read = readServerUrl(String(target), rules);
    if (!read.ok) throw new OutboundError('address');
    const url = read.value;
    try {
      const found = await within(both, addressesOf({ url, resolve }, both));
      if (found.length === 0) throw new OutboundError('name-unknown');
      if (!found.every(({ address }) => mayReach(address, rules))) {
        throw new OutboundError('address-not-public');
      }
      return await exchange(url, found[0]!, options, both);
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      if (signal.aborted) throw new OutboundError('stopped');
      throw new OutboundError(limit.aborted ? 'timeout' : errorCodeOf(error));
    }
  };
}

function exchange(
  url: URL,
  checked: ResolvedAddress,
  { method = 'GET', headers = {}, body }: FetchOptions,
  signal: AbortSignal,
): Promise<Response> {
  return exchangeChecked({
    ...{ checked, url, method, signal },
    headers: Object.fromEntries(new Headers(headers as HeadersInit)),
    body: body === undefined || body === null ? undefined : Buffer.from(String(body)),
    read: async (response) => asResponse(response, await readAll(response)),
  });
}

async function readAll(response: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > LARGEST_ANSWER_BYTES) throw new OutboundError('too-large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Statuses that `Response` permits no body for. */
const WITHOUT_BODY = [204, 205, 304];

function asResponse({ statusCode = 502, headers }: IncomingMessage, bytes: Buffer): Response {
  // `Response` throws for any other status.
  if (statusCode < 200 || statusCode > 599) throw new OutboundError('status');
  const shown = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value ?? []].flat()) shown.append(name, one);
  }
  const body = WITHOUT_BODY.includes(statusCode) ? null : new Uint8Array(bytes);
  return new Response(body, { status: statusCode, headers: shown });
}
