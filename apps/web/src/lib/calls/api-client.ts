/**
 * HTTP client of all calls: handles both envelopes (docs/specification/platform.md 4), the timeout
 * of 10 s, the token and status 401. Every unsuccessful call throws an ApiError.
 */

import {
  currentSession,
  endSession,
  requirePasswordChange,
  setSecondFactorDue,
} from '../session/session.ts';
import { ApiError } from './api-error.ts';
import type { Answer, CallInput, CallName } from './call-types.ts';
import { pathOf } from './path-of-call.ts';

const CALL_TIMEOUT_MS = 10_000;

export interface CallOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** Idempotency key, the same in every repetition of a request that must run at most once. */
  requestKey?: string | undefined;
}

/** Arguments of a call; the input is optional if the contract requires none. */
export type CallArguments<N extends CallName> =
  Record<never, never> extends CallInput<N>
    ? [input?: CallInput<N>, options?: CallOptions]
    : [input: CallInput<N>, options?: CallOptions];

/** Sends a call of the contract; throws ApiError unless it succeeds. */
export async function call<N extends CallName>(
  name: N,
  ...[input, options]: CallArguments<N>
): Promise<Answer<N>> {
  const parts: Parts = input ?? {};
  const sent = currentSession()?.token;
  const response = await send(name, parts, options ?? {});
  const payload = await readJson(response);
  const error = errorIn(name, response, payload);
  if (error === null) return payload as Answer<N>;
  // Neither a refused sign-in ends the session, nor a late answer to a request of an earlier one.
  const isCurrent = sent !== undefined && currentSession()?.token === sent;
  if (error.status === 401 && name !== 'v2.login' && isCurrent) {
    endSession('expired');
  }
  if (error.reason === 'password-change-required') requirePasswordChange();
  if (error.reason === 'second-factor-required-by-customer') setSecondFactorDue(true);
  throw error;
}

interface Parts {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

export async function send(name: CallName, parts: Parts, options: CallOptions): Promise<Response> {
  const body = parts.body === undefined ? undefined : JSON.stringify(parts.body, onlyNumbers);
  const limit = new AbortController();
  const giveUp = () => limit.abort();
  const timer = setTimeout(giveUp, options.timeoutMs ?? CALL_TIMEOUT_MS);
  options.signal?.addEventListener('abort', giveUp, { once: true });
  try {
    const [method, path] = await pathOf(name);
    const token = currentSession()?.token;
    return await fetch(addressOf(path, parts), {
      method,
      credentials: 'same-origin',
      signal: limit.signal,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: token }),
        ...(options.requestKey === undefined ? {} : { 'idempotency-key': options.requestKey }),
      },
      ...(body === undefined ? {} : { body }),
    });
  } catch (cause) {
    if (options.signal?.aborted === true) throw cause;
    throw new ApiError({
      kind: limit.signal.aborted ? 'timeout' : 'network',
      status: 0,
      code: -1,
      msg: '',
    });
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', giveUp);
  }
}

/** JSON serializes NaN, a rejected number field's value, as null, which may mean "no limit". */
function onlyNumbers(_key: string, value: unknown): unknown {
  if (Number.isNaN(value)) throw new ApiError({ kind: 'unreadable', status: 0, code: -1, msg: '' });
  return value;
}

/** Returns the path with its parameters and the query string; absent values are omitted. */
function addressOf(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(String(params[key])),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}

export async function readJson(response: Response): Promise<Record<string, unknown>> {
  try {
    const value: unknown = await response.json();
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // The response is not JSON (a proxy's page, an empty body) and is evaluated by its status
    // below.
  }
  return {};
}

export function errorIn(
  name: CallName,
  response: Response,
  payload: Record<string, unknown>,
): ApiError | null {
  const isHealth = name.startsWith('health.');
  const code = payload[name.startsWith('v1.') ? 'errCode' : 'code'];
  if (response.ok && (isHealth || code === 0)) return null;
  return new ApiError({
    kind: response.status >= 500 || typeof code !== 'number' ? 'failed' : 'refused',
    // Older servers return 401 only in the envelope.
    status: code === 401 ? 401 : response.status,
    code: typeof code === 'number' ? code : response.status,
    msg: text(payload.msg) ?? '',
    reason: text(payload.reason),
    field: text(payload.field),
    requestId: text(payload.request_id) ?? response.headers.get('x-request-id') ?? undefined,
    data: payload.data,
  });
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
