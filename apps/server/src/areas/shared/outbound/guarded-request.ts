/**
 * Sends a POST to a customer-defined address (docs/promises.md D17, H6): the name is resolved once,
 * all its addresses are checked, and the connection goes to a checked address with the original
 * name as Host and SNI. Redirects are not followed; the response is cut at 64 KiB and discarded;
 * the request times out after 10 s.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { OutboundRules } from '../../../config/outbound-rules.ts';
import { literalOf, mayReach } from './target-url.ts';

export const LIMIT_MS = 10_000;
const LARGEST_ANSWER_BYTES = 64 * 1024;

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export const systemResolve: Resolve = (hostname) => systemLookup(hostname, { all: true });

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
    const found = await within(signal, addressesOf(post));
    if (found.length === 0) return { status: null, error: 'name-unknown' };
    if (!found.every(({ address }) => mayReach(address, post.rules))) {
      return { status: null, error: 'address-not-public' };
    }
    const status = await postTo(found[0]!, post, signal);
    if (status >= 200 && status < 300) return { status };
    return { status, error: status >= 300 && status < 400 ? 'redirected' : 'status' };
  } catch (error) {
    if (post.signal.aborted) return { status: null, error: 'stopped' };
    return { status: null, error: limit.aborted ? 'timeout' : errorCodeOf(error) };
  }
}

/** Returns no address if the name is unknown; a literal address is returned unresolved. */
export async function addressesOf({
  url,
  resolve,
}: Pick<GuardedPost, 'url' | 'resolve'>): Promise<readonly ResolvedAddress[]> {
  const literal = literalOf(url.hostname);
  if (literal !== undefined) return [{ address: literal, family: literal.includes(':') ? 6 : 4 }];
  return resolve(url.hostname);
}

/** A DNS lookup cannot be cancelled; a late result is ignored. */
export function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const over = () => reject(signal.reason as Error);
    if (signal.aborted) return over();
    signal.addEventListener('abort', over, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', over));
  });
}

function postTo(
  checked: ResolvedAddress,
  { url, headers, body }: GuardedPost,
  signal: AbortSignal,
): Promise<number> {
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = requestChecked(checked, url, options, (response) => {
      let bytes = 0;
      const status = response.statusCode ?? 0;
      const settle = () => {
        resolve(status);
        request.destroy();
      };
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > LARGEST_ANSWER_BYTES) settle();
      });
      response.once('end', settle);
      response.once('error', reject);
      response.once('close', () => reject(new Error('the answer broke off')));
    });
    request.once('error', reject);
    request.end(body);
  });
}

/** Connects to the checked address, even if the name resolves to another one by now. */
export function requestChecked(
  checked: ResolvedAddress,
  url: URL,
  options: RequestOptions,
  onResponse: (response: IncomingMessage) => void,
): ClientRequest {
  const lookup: LookupFunction = (_name, { all }, callback) =>
    all === true ? callback(null, [checked]) : callback(null, checked.address, checked.family);
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return start(
    {
      ...options,
      protocol: url.protocol,
      hostname: url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname,
      port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      lookup,
      // No keep-alive: the name may resolve to another machine later.
      agent: false,
    },
    onResponse,
  );
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
