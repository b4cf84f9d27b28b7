/** Channel `/api/websocket/info` (docs/specification/real-time.md 1; docs/protocol/realtime.md). */
import { owesSecondFactor } from '@busbar/domain/access/second-factor-rule';
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import {
  type ActiveSession,
  activeSessions,
} from '../areas/identity/sessions/active-session-queries.ts';
import { parseId } from '../areas/shared/identifier.ts';
import { writeLog } from '../areas/shared/operation-log/write-log.ts';
import type { Caller } from '../caller.ts';
import { clientAddress } from '../client-address.ts';
import type { Context } from '../context.ts';
import { takesBatches, userIdOfFrame } from './first-frame.ts';
import { shakeHands } from './handshake.ts';
import { CLOSE, LiveSocket } from './live-socket.ts';
import { publishToSockets } from './publish.ts';
import { SocketRegistry } from './socket-registry.ts';
import { TelemetryFeed } from './telemetry-feed.ts';

const PATH = '/api/websocket/info';
const MAX_FRAME_BYTES = 16 * 1024;
const TICK_MS = 1_000;

/** Registers the route and starts pushing; both stop when the server closes, sockets first. */
export async function registerRealtime(app: FastifyInstance, ctx: Context): Promise<void> {
  const sockets = new SocketRegistry();
  const callers = new WeakMap<FastifyRequest, Caller>();
  const feed = new TelemetryFeed(sockets);
  const stopPushing = publishToSockets(ctx, sockets, feed);
  const stopWatching = watchSessions(ctx, sockets);

  await app.register(websocket, {
    options: { maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false },
    // A stalled client would delay the close of the server for minutes, so sockets are destroyed
    // first.
    preClose: async () => {
      stopPushing();
      feed.stop();
      stopWatching();
      for (const client of app.websocketServer.clients) client.terminate();
      app.websocketServer.close();
    },
  });
  app.get(
    PATH,
    {
      websocket: true,
      preValidation: async (request, reply) => {
        const handshake = await shakeHands(ctx, request);
        if (!handshake.ok) {
          ctx.log.warn(
            { address: clientAddress(request), reason: handshake.reason },
            'handshake refused',
          );
          return reply.code(handshake.status).send({ code: handshake.status, msg: '' });
        }
        if (sockets.isFullFor(handshake.caller)) {
          return reply.code(429).send({ code: 429, msg: '' });
        }
        callers.set(request, handshake.caller);
      },
    },
    (ws, request) => {
      const caller = callers.get(request);
      if (caller === undefined) ws.terminate();
      else accept(ctx, { sockets, feed }, ws, caller);
    },
  );
}

interface Channel {
  readonly sockets: SocketRegistry;
  readonly feed: TelemetryFeed;
}

function accept(ctx: Context, { sockets, feed }: Channel, ws: WebSocket, caller: Caller): void {
  const socket = new LiveSocket(ws, caller, ctx.clock);
  ws.on('error', (error) => ctx.log.debug({ error: error.message }, 'a socket failed'));
  ws.on('close', () => {
    socket.gone();
    sockets.remove(socket);
  });
  // Each of several concurrent handshakes may have found capacity, so the limit is checked again.
  if (sockets.isFullFor(caller)) {
    socket.close(CLOSE.tooMany, 'too many sockets');
    return;
  }
  sockets.add(socket);
  ws.on('message', (data) => {
    if (socket.isClosed) return;
    if (socket.countFrame()) hear(ctx, feed, socket, data.toString());
    else socket.close(CLOSE.tooMany, 'too many frames');
  });
}

function hear(ctx: Context, feed: TelemetryFeed, socket: LiveSocket, text: string): void {
  const named = userIdOfFrame(text);
  if (named !== undefined && parseId(named) === socket.caller.userId) {
    if (takesBatches(text)) socket.takeBatches();
    feed.follow(socket);
    return;
  }
  // Once the socket is open, frames without a user id are of an undefined kind and are ignored.
  if (named === undefined && socket.isOpen) return;
  socket.close(CLOSE.notYou, 'not the user of this session');
  void logMismatch(ctx, socket.caller);
}

async function logMismatch(ctx: Context, caller: Caller): Promise<void> {
  try {
    await writeLog(ctx.database.db, caller, {
      at: ctx.clock.now(),
      module: LOG_MODULES.realtime,
      command: 'subscribe',
      status: 'refused:forbidden',
      detail: {},
    });
  } catch (error) {
    ctx.log.error({ error }, 'a refused socket could not be logged');
  }
}

/**
 * Sockets of ended sessions are closed immediately; those of expired sessions, or after a change of
 * permissions, within a second.
 */
function watchSessions(ctx: Context, sockets: SocketRegistry): () => void {
  let asking = false;
  const off = ctx.bus.subscribe('session.ended', ({ tokenHashes }) => {
    const ended = new Set(tokenHashes);
    for (const socket of sockets.all()) {
      if (ended.has(socket.caller.tokenHash.toString('hex'))) {
        socket.close(CLOSE.sessionEnded, 'the session has ended');
      }
    }
  });
  const stop = ctx.clock.every(TICK_MS, () => {
    for (const socket of sockets.all()) socket.tick();
    if (asking) return;
    asking = true;
    checkRights(ctx, sockets)
      .catch((error: unknown) =>
        ctx.log.error({ error }, 'the sessions of sockets could not be checked'),
      )
      .finally(() => {
        asking = false;
      });
  });
  return () => {
    off();
    stop();
  };
}

async function checkRights(ctx: Context, sockets: SocketRegistry): Promise<void> {
  const open = sockets.all().filter((socket) => !socket.isClosed);
  const hashes = new Map(
    open.map(({ caller }) => [caller.tokenHash.toString('hex'), caller.tokenHash]),
  );
  if (hashes.size === 0) return;
  const active = await activeSessions(ctx.database.db, [...hashes.values()], ctx.clock.now());
  const byHash = new Map(active.map((session) => [session.tokenHash.toString('hex'), session]));
  for (const socket of open) {
    const session = byHash.get(socket.caller.tokenHash.toString('hex'));
    if (session === undefined) socket.close(CLOSE.sessionEnded, 'the session has ended');
    else if (owesSecondFactor(session, session)) {
      socket.close(CLOSE.viewChanged, 'a second factor must be set up first');
    } else if (!isSameRole(session, socket.caller)) {
      // The session remains active: the page reconnects with the user's current permissions.
      socket.close(CLOSE.viewChanged, 'other rights');
    } else if (session.groupId !== socket.caller.groupId) {
      socket.close(CLOSE.viewChanged, 'another group');
    }
  }
}

/** The permissions of a role are stored in a fixed order, so they can be compared. */
function isSameRole(session: ActiveSession, caller: Caller): boolean {
  return (
    session.role === caller.role &&
    session.permissions?.join() === (caller.permissions?.join() ?? undefined)
  );
}
