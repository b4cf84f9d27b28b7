/**
 * Exchanges one request and its response with an address that was checked. The server is not
 * trusted: whatever it sends, the promise resolves or rejects at the latest when `signal` aborts.
 */
import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export interface CheckedExchange<T> {
  readonly checked: ResolvedAddress;
  readonly url: URL;
  readonly method: string;
  /** Without `host` and `content-length`. */
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Buffer | undefined;
  readonly signal: AbortSignal;
  /** An error that it throws rejects the exchange. */
  readonly read: (response: IncomingMessage) => Promise<T>;
}

export function exchangeChecked<T>(exchange: CheckedExchange<T>): Promise<T> {
  const { url, method, headers, body, signal, read } = exchange;
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const options = { method, headers: { ...headers, host: url.host, ...length }, signal };
  const exchanged = new Promise<T>((resolve, reject) => {
    let isAnswered = false;
    const request = requestChecked(exchange, options, (response) => {
      isAnswered = true;
      read(response)
        .then(resolve, reject)
        .finally(() => request.destroy());
    });
    // Errors can follow the first one, and an error without a listener would end the process.
    request.on('error', reject);
    // Without a listener a response 101 would cause no event at all.
    request.once('upgrade', (_response, socket) => {
      socket.on('error', () => undefined);
      socket.destroy();
      reject(new Error('the server changed the protocol'));
    });
    request.once('close', () => {
      if (!isAnswered) reject(new Error('the server closed the connection'));
    });
    request.end(body);
  });
  return within(signal, exchanged);
}

/** Rejects when the signal aborts. The work is not cancelled; a late result is ignored. */
export function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const over = () => reject(signal.reason as Error);
    if (signal.aborted) over();
    else signal.addEventListener('abort', over, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', over));
  });
}

/** Connects to the checked address, even if the name resolves to another one by now. */
function requestChecked(
  { checked, url }: Pick<CheckedExchange<unknown>, 'checked' | 'url'>,
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
