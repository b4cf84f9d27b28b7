/**
 * docs/promises.md T4: in every test of the server, every answer of every call contains listed
 * fields only: both the value a handler returns (the serializer would drop the rest silently) and
 * the bytes on the wire. No answer may be stored by a cache. Fastify reports each new server; a
 * violation fails the file it was found in.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { CallSpec } from '@busbar/contract/call';
import type { FastifyInstance } from 'fastify';
import { afterAll, expect } from 'vitest';
import { CANARY } from './canary/canary-value.ts';

const found = new Set<string>();
/** Keyed by the raw request. */
const callOf = new WeakMap<object, CallSpec>();

type Inject = (...given: unknown[]) => Promise<Injected>;
interface Injected {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly raw: { readonly req: object };
}

// Files that share a process load this module again; each watches only its own servers.
function watch(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  watchHandlers(fastify);
  watchWire(fastify);
}
subscribe('fastify.initialization', watch);

afterAll(() => {
  unsubscribe('fastify.initialization', watch);
  expect([...found], 'answers with unlisted fields, or that a cache may store').toEqual([]);
});

// Only files that have a server need the catalogue. Each evaluation of `import` sends a request to
// the main process, so it is evaluated once and not at each answer.
const loadCalls = once(async () => {
  const { CATALOGUE } = await import('@busbar/contract/catalogue');
  const calls: readonly CallSpec[] = CATALOGUE;
  return new Map(calls.map((call) => [`${call.method} ${call.path}`, call]));
});
const loadListedFields = once(() => import('./listed-fields.ts'));

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

async function look(call: CallSpec, answer: unknown): Promise<void> {
  const { unlistedFields } = await loadListedFields();
  for (const path of unlistedFields(call, answer)) {
    // A test planted this name in a column of JSON; no handler knows it.
    if (!path.includes(CANARY)) found.add(`${call.name} ${path}`);
  }
}

function watchHandlers(fastify: FastifyInstance): void {
  fastify.addHook('preValidation', async (request) => {
    const { url, method } = request.routeOptions;
    const call = (await loadCalls()).get(`${String(method)} ${url}`);
    if (call !== undefined) callOf.set(request.raw, call);
  });
  fastify.addHook('preSerialization', async (request, _reply, payload) => {
    const call = callOf.get(request.raw);
    if (call !== undefined) await look(call, JSON.parse(JSON.stringify(payload)));
    return payload;
  });
}

/** Streamed answers pass through no serializer. */
function watchWire(fastify: FastifyInstance): void {
  const inject = fastify.inject.bind(fastify) as unknown as Inject;
  const watched: Inject = async (...given) => {
    const answer = await inject(...given);
    const call = callOf.get(answer.raw.req);
    if (call !== undefined && !String(answer.headers['cache-control']).includes('no-store')) {
      found.add(`${call.name} may be stored by a cache`);
    }
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    if (call !== undefined && isJson) await look(call, JSON.parse(answer.body));
    return answer;
  };
  Object.assign(fastify, { inject: watched });
}
