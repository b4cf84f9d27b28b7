/**
 * Sends a POST to a customer-defined address (docs/promises.md D17, H6): the name is resolved once,
 * all its addresses are checked, and the connection goes to a checked address with the original
 * name as Host and SNI. Redirects are not followed; the response is cut at 64 KiB and discarded;
 * the request times out after 10 s.
 */
import type { IncomingMessage } from 'node:http';
import type { OutboundRules } from '../../../config/outbound-rules.ts';
import { exchangeChecked, type ResolvedAddress, within } from './checked-exchange.ts';
import { literalOf, mayReach } from './target-url.ts';

export const LIMIT_MS = 10_000;
const LARGEST_ANSWER_BYTES = 64 * 1024;

/** A lookup that waits may end when the signal aborts. */
export type Resolve = (
  hostname: string,
  signal?: AbortSignal,
) => Promise<readonly ResolvedAddress[]>;

export interface GuardedPost {
  /** Must have been checked by `readTarget`. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Buffer;
  readonly rules: OutboundRules;
  readonly resolve: Resolve;
  /** Aborted on shutdown. */
  readonly signal: AbortSignal;
}

/** Error codes shown to users; they reveal nothing about the network. */
export type PostError =
  | 'status'
  | 'redirected'
  | 'timeout'
  | 'stopped'
  | 'not-reached'
  | 'refused-connection'
  | 'certificate'
  | 'name-unknown'
  | 'address-not-public';

export interface PostResult {
  /** Null if there was no response. */
  readonly status: number | null;
  /** Undefined for a status of 200 to 299. */
  readonly error?: PostError;
}

export async function guardedPost(post: GuardedPost): Promise<PostResult> {
  const limit = AbortSignal.timeout(LIMIT_MS);
  const signal = AbortSignal.any([limit, post.signal]);
  try {
    const found = await within(signal, addressesOf(post, signal));
    if (found.length === 0) return { status: null, error: 'name-unknown' };
    if (!found.every(({ address }) => mayReach(address, post.rules))) {
      return { status: null, error: 'address-not-public' };
    }
    const exchange = { checked: found[0]!, url: post.url, method: 'POST', read: readStatus };
    const { headers, body } = post;
    const status = await exchangeChecked({ ...exchange, headers, body, signal });
    if (status >= 200 && status < 300) return { status };
    return { status, error: status >= 300 && status < 400 ? 'redirected' : 'status' };
  } catch (error) {
    if (post.signal.aborted) return { status: null, error: 'stopped' };
    return { status: null, error: limit.aborted ? 'timeout' : errorCodeOf(error) };
  }
}

/** Returns no address if the name is unknown; a literal address is returned unresolved. */
export async function addressesOf(
  { url, resolve }: Pick<GuardedPost, 'url' | 'resolve'>,
  signal: AbortSignal,
): Promise<readonly ResolvedAddress[]> {
  const literal = literalOf(url.hostname);
  if (literal !== undefined) return [{ address: literal, family: literal.includes(':') ? 6 : 4 }];
  return resolve(url.hostname, signal);
}

async function readStatus(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > LARGEST_ANSWER_BYTES) break;
  }
  return response.statusCode ?? 0;
}

const ERROR_CODES: Readonly<Record<string, PostError>> = {
  ENOTFOUND: 'name-unknown',
  EAI_AGAIN: 'name-unknown',
  ECONNREFUSED: 'refused-connection',
};

export function errorCodeOf(error: unknown): PostError {
  const { code = '' } = error as NodeJS.ErrnoException;
  const isCertificate = /^(?:CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code);
  return isCertificate ? 'certificate' : (ERROR_CODES[code] ?? 'not-reached');
}
