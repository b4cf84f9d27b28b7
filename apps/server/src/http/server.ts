/**
 * Builds the HTTP server from the contract's catalogue. A route without an entry, or an entry
 * without a handler, a declared permission or a scope, prevents the server from starting.
 */
import { Readable } from 'node:stream';
import type { CallSpec } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import { answerSchema } from '@busbar/contract/envelope';
import cookie from '@fastify/cookie';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
  type RouteOptions,
} from 'fastify';
import type { PaceResult } from '../areas/identity/api-keys/key-pace.ts';
import type { Caller, KeyPace } from '../caller.ts';
import { clientAddress } from '../client-address.ts';
import type { Random } from '../clock.ts';
import type { Context } from '../context.ts';
import { isForeignOrigin, originOf } from '../origin.ts';
import { authorise } from './access/authorise.ts';
import { logForbiddenControl } from './access/forbidden-control.ts';
import { readSessionCookie, renameSessionCookie } from './calls/cookies.ts';
import { installDeliveryWatch } from './calls/delivery.ts';
import { routeWithForm } from './calls/form-body.ts';
import type {
  CallInput,
  Handler,
  Handlers,
  SentBytes,
  SentFile,
  Streamed,
  StreamedFile,
} from './calls/handler.ts';
import { handlersByRole } from './calls/handlers-by-role.ts';
import { holdRead, installReadLimit, ReadLimit, releaseRead } from './calls/read-limit.ts';
import { requestFacts, tokenOf } from './calls/request-facts.ts';
import { answerCompression } from './compression.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, limitConnections } from './connection-limits.ts';
import { sendBytes, sendFile, streamHeaders } from './files/send-file.ts';
import { refuseForeignHosts } from './foreign-host.ts';
import { answerBeforeClosing } from './requests-in-progress.ts';
import { installFailureAnswers } from './responses/failures.ts';
import { paceHeaders } from './responses/pace-headers.ts';
import { presentAnswer, sendRefusal, sendStatus, versionOfPath } from './responses/present.ts';
import { serializerCompiler } from './responses/serialization.ts';
import { refuseMarkedName } from './validation/marked-name.ts';
import { validatorCompiler } from './validation/validation.ts';

export type Authenticate = (
  token: string,
  sessionCookie: string | undefined,
  address: string,
) => Promise<Caller | undefined>;

/** Max request size; larger requests are refused. A call that carries a file has its own limit. */
const BODY_LIMIT_BYTES = 256 * 1024;
/** Routes that are not calls: pages, documentation, the real-time channel. */
const OUTSIDE_CATALOGUE = [
  /^\/api\/docs/,
  /^\/api\/websocket\/info$/,
  /^\/\*$/,
  /^\/$/,
  /^\/manifest\.webmanifest$/,
  /^\/assets\/\*$/,
  /^\/docs(\/|\/\*)?$/,
];

type HandlerOf = (caller: Caller | undefined) => Handler<CallSpec>;

function isStreamed(answer: object): answer is Streamed | StreamedFile {
  return 'stream' in answer;
}

function isFile(answer: object): answer is SentFile {
  return 'file' in answer;
}

export interface HttpParts {
  /**
   * Creates the handlers: once for the platform, and once for each customer whose calls run in its
   * own database role.
   */
  readonly handlersOf: (ctx: Context) => Handlers;
  readonly authenticate: Authenticate;
  readonly charge: (pace: KeyPace) => Promise<PaceResult>;
}

export function createHttpServer(
  ctx: Context,
  limits: ConnectionLimits = CONNECTION_LIMITS,
): FastifyInstance {
  const { trustedProxies } = ctx.config;
  const app = fastify({
    loggerInstance: ctx.log.child({ part: 'http' }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    http: {
      connectionsCheckingInterval: limits.checkEveryMs,
      headersTimeout: limits.headersTimeoutMs,
    },
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    // `trustProxy` is never `true`: a client whose connection does not come from a trusted proxy
    // could claim any address.
    trustProxy: trustedProxies.isEmpty ? false : (address) => trustedProxies.includes(address),
    genReqId: requestIds(ctx.random),
    routerOptions: { maxParamLength: 100 },
    forceCloseConnections: true,
    // A URL that the router cannot parse (a broken escape, a name too long) never reaches a route.
    frameworkErrors: (_error, request, reply) =>
      void sendStatus(reply as FastifyReply, versionOfPath(request.url), 400),
  });
  limitConnections(app.server, limits, trustedProxies);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // Responses contain secrets and data of one customer: unless a handler sets another value, no
  // cache stores them.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  app.register(cookie);
  refuseForeignHosts(app, ctx.config);
  acceptOnlyJson(app);
  installFailureAnswers(app);
  installDeliveryWatch(app);
  installReadLimit(app);
  answerBeforeClosing(app);
  app.addHook('onRoute', (route) => {
    const known =
      CATALOGUE.some((call) => call.path === route.url) ||
      OUTSIDE_CATALOGUE.some((pattern) => pattern.test(route.url));
    if (!known) throw new Error(`Route ${route.url} has no entry in the catalogue of calls.`);
  });
  return app;
}

const ID_BYTES = 9;
/** Request ids of one call of the random generator, which takes longer than to write an id. */
const IDS_AT_ONCE = 256;

function requestIds(random: Random): () => string {
  let bytes: Buffer = Buffer.alloc(0);
  let at = 0;
  return () => {
    if (at === bytes.length) {
      bytes = random.bytes(ID_BYTES * IDS_AT_ONCE);
      at = 0;
    }
    at += ID_BYTES;
    return bytes.toString('base64url', at - ID_BYTES, at);
  };
}

/** Only JSON is parsed: forms and plain text of foreign pages are refused with 415. */
function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}

export function registerCalls(app: FastifyInstance, ctx: Context, parts: HttpParts): void {
  const handlerFor = handlersByRole(ctx, parts.handlersOf);
  const readLimit = new ReadLimit();
  for (const call of CATALOGUE as readonly CallSpec[]) {
    const handlerOf = (caller: Caller | undefined) => handlerFor(call, caller);
    registerCall(app, ctx, { ...parts, readLimit }, call, handlerOf);
  }
}

function registerCall(
  app: FastifyInstance,
  ctx: Context,
  parts: HttpParts & { readonly readLimit: ReadLimit },
  call: CallSpec,
  handlerOf: HandlerOf,
): void {
  if (handlerOf(undefined) === undefined) throw new Error(`Call ${call.name} has no handler.`);
  if (call.who === undefined) throw new Error(`Call ${call.name} declares no permission.`);
  if (call.scope === undefined) throw new Error(`Call ${call.name} declares no scope.`);
  const options: RouteOptions = {
    method: call.method,
    url: call.path,
    ...(call.bodyLimitBytes === undefined ? {} : { bodyLimit: call.bodyLimitBytes }),
    ...answerCompression(call),
    schema: {
      ...(call.params === undefined ? {} : { params: call.params }),
      ...(call.query === undefined ? {} : { querystring: call.query }),
      ...(call.body === undefined ? {} : { body: call.body }),
      response: { 200: answerSchema(call) },
    },
    // The permission is checked before the schema: a stranger learns nothing from a schema error.
    preValidation: async (request, reply) => {
      if (call.effect !== 'read' && isForeignOrigin(originOf(request), ctx.config)) {
        return sendRefusal(reply, call.version, { ok: false, refusal: 'forbidden' });
      }
      if (call.effect === 'read') {
        const release = await parts.readLimit.acquire(request.raw);
        if (release === undefined) return reply.hijack();
        holdRead(request, release);
      }
      const token = tokenOf(request.headers);
      const caller =
        token === undefined
          ? undefined
          : await parts.authenticate(
              token,
              readSessionCookie(request, ctx.config),
              clientAddress(request),
            );
      if (caller !== undefined && caller.pace === undefined)
        renameSessionCookie(request, reply, ctx.config);
      if (caller?.pace !== undefined) {
        const { left, retryAfterS } = await parts.charge(caller.pace);
        reply.headers(paceHeaders(caller.pace, left, retryAfterS));
        if (retryAfterS !== undefined) {
          return sendRefusal(reply, call.version, { ok: false, refusal: 'too-many-attempts' });
        }
      }
      const result = authorise(call, caller);
      if (result === 'unauthorised') return sendStatus(reply, call.version, 401);
      if (result !== 'allowed') {
        await logForbiddenControl(ctx, call, request, caller, result);
        return sendRefusal(reply, call.version, { ok: false, refusal: result });
      }
      callers.set(request, caller);
    },
    handler: async (request, reply) => {
      const marked = refuseMarkedName(call, request.body);
      if (marked !== undefined) return sendRefusal(reply, call.version, marked);
      const caller = callers.get(request);
      const input = {
        params: request.params,
        query: request.query,
        body: request.body ?? {},
        caller,
        facts: requestFacts(request, reply, ctx.config),
      } as CallInput<CallSpec>;
      const answer: object = await handlerOf(caller)(input).finally(() => releaseRead(request));
      if (isStreamed(answer)) {
        reply.headers(streamHeaders(answer));
        return reply.send(Readable.from(answer.stream, { objectMode: false }));
      }
      if (isFile(answer)) return sendFile(request, reply, answer);
      if ('bytes' in answer) return sendBytes(request, reply, answer as SentBytes);
      if ('refusal' in answer) return sendRefusal(reply, call.version, answer as never);
      return reply.send(presentAnswer(call.version, answer as Record<string, unknown>));
    },
  };
  if (call.acceptsForm === true) routeWithForm(app, options);
  else app.route(options);
}

/** Callers are stored apart from requests, so that no request content can pose as a caller. */
const callers = new WeakMap<object, Caller | undefined>();
