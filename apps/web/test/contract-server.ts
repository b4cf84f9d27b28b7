/**
 * Mock server of the tests: `fetch` with responses typed by the contract. A response that does not
 * match the contract does not compile; an unexpected request gets status 501 and is recorded.
 */
import type { AnswerOf } from '@busbar/contract/call';
import { type AnyCall, CATALOGUE, type CallName } from '@busbar/contract/catalogue';
import type { Refusal } from '@busbar/domain/refusal';
import { vi } from 'vitest';
import type { CallInput } from '../src/lib/calls/call-types.ts';

type Answers = { [C in AnyCall as C['name']]: AnswerOf<C> };

/** Response of a call without the common envelope members. */
export type AnswerFor<N extends CallName> = Answers[N];

/** A refusal as the server would send it; `status` is the HTTP status and defaults to 200. */
export interface Refuse {
  refuse: {
    code: number;
    reason?: Refusal;
    msg?: string;
    field?: string;
    status?: number;
    requestId?: string;
    /** Result of each item of a v1 request that was refused as a whole. */
    data?: unknown;
  };
}

/** No connection, a response that never arrives, or a file, of which status 206 is a part. */
export type Special =
  | { network: 'down' }
  | { never: true }
  | { file: string; type: string; status?: 200 | 206 };

type Reply<N extends CallName> = AnswerFor<N> | Refuse | Special;
type Replier<N extends CallName> =
  | Reply<N>
  | ((input: CallInput<N>) => Reply<N> | Promise<Reply<N>>);

export interface ContractServer {
  /** Sets the response of a call; the most recent setting applies. */
  answer<N extends CallName>(name: N, reply: Replier<N>): void;
  /** Returns every request of a call so far, oldest first. */
  requests<N extends CallName>(name: N): CallInput<N>[];
  /** Returns the calls of all requests so far, oldest first. */
  requestedCalls(): readonly CallName[];
  /** Returns the `idempotency-key` of each request of a call; undefined if there was none. */
  requestKeys(name: CallName): (string | undefined)[];
  /** Returns the headers of the newest request of a call. */
  lastHeaders(name: CallName): Record<string, string>;
  /** Requests without a configured response, as `METHOD path`. */
  readonly unanswered: string[];
}

interface Seen {
  name: CallName;
  input: unknown;
  headers: Record<string, string>;
}

/** Replaces `fetch` during the current test. */
export function startContractServer(): ContractServer {
  const repliers = new Map<CallName, Replier<CallName>>();
  const seen: Seen[] = [];
  const unanswered: string[] = [];

  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    const url = new URL(address, 'http://busbar.test');
    const found = findCall(method, url.pathname);
    const replier = found === null ? undefined : repliers.get(found.call.name);
    if (found === null || replier === undefined) {
      unanswered.push(`${method} ${url.pathname}`);
      return json(501, { code: 501, errCode: 501, msg: `no answer for ${method} ${url.pathname}` });
    }
    const { call, params } = found;
    const input = {
      ...(Object.keys(params).length > 0 ? { params } : {}),
      ...(url.search === '' ? {} : { query: Object.fromEntries(url.searchParams) }),
      ...(init.body == null ? {} : { body: JSON.parse(String(init.body)) }),
    };
    seen.push({ name: call.name, input, headers: { ...(init.headers as object) } });
    const reply = typeof replier === 'function' ? await replier(input as never) : replier;
    return respond(call, reply, init.signal ?? undefined);
  });

  return {
    answer(name, reply) {
      repliers.set(name, reply as Replier<CallName>);
    },
    requests: (name) =>
      seen.filter((entry) => entry.name === name).map((entry) => entry.input) as never,
    requestedCalls: () => seen.map(({ name }) => name),
    requestKeys: (name) =>
      seen.filter((entry) => entry.name === name).map((entry) => entry.headers['idempotency-key']),
    lastHeaders: (name) => seen.findLast((entry) => entry.name === name)?.headers ?? {},
    unanswered,
  };
}

function findCall(
  method: string,
  path: string,
): { call: AnyCall; params: Record<string, string> } | null {
  for (const call of CATALOGUE) {
    if (call.method !== method) continue;
    const pattern = new RegExp(`^${call.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
    const match = pattern.exec(path);
    if (match === null) continue;
    const params = Object.entries(match.groups ?? {}).map(
      ([key, value]) => [key, decodeURIComponent(value)] as const,
    );
    return { call, params: Object.fromEntries(params) };
  }
  return null;
}

async function respond(
  call: AnyCall,
  reply: Reply<CallName>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  if ('network' in reply) throw new TypeError('Failed to fetch');
  if ('never' in reply) {
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    });
  }
  if ('file' in reply && 'type' in reply) {
    const { file, type, status = 200 } = reply as Extract<Special, { file: string }>;
    return new Response(file, { status, headers: { 'content-type': type } });
  }
  const codeName = call.version === 'v1' ? 'errCode' : 'code';
  if ('refuse' in reply) {
    const { code, msg = '', reason, field, status = 200, requestId, data } = reply.refuse;
    return json(status, { [codeName]: code, msg, reason, field, request_id: requestId, data });
  }
  return json(200, call.version === 'health' ? reply : { [codeName]: 0, msg: 'ok', ...reply });
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}
