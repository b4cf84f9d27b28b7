/**
 * Detects whether a response arrived, for data that can be returned only once. A response that the
 * operating system accepted completely has not yet reached the client, so its connection is still
 * observed: a reset means that the response was not read completely; the next request on the
 * connection, or its orderly close, means that it was. If a proxy accepted the whole response, a
 * loss behind it is invisible.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * The callbacks are called in this order, each at most once: `lost` immediately, or `sent` and then
 * `arrived` or `lost`.
 */
export interface DeliveryEnds {
  readonly sent: () => void;
  readonly arrived: () => void;
  readonly lost: () => void;
}

/** Completely sent responses by connection, until it shows that the client has read them. */
const unread = new WeakMap<Socket, () => void>();

/** A client sends its next request when it has read the last response. */
export function installDeliveryWatch(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    unread.get(request.raw.socket)?.();
    done();
  });
}

export function watchDelivery(response: ServerResponse, ends: DeliveryEnds): void {
  const { socket } = response;
  if (socket === null || socket.destroyed) {
    ends.lost();
    return;
  }
  let isSent = false;
  response.once('finish', () => {
    // Not delivered: an error response, and a failed write, which also emits `finish`.
    if (response.statusCode >= 400 || socket.destroyed || socket.errored) return;
    isSent = true;
    ends.sent();
    const end = (hadError: boolean) => {
      socket.off('close', end);
      unread.delete(socket);
      if (hadError) ends.lost();
      else ends.arrived();
    };
    socket.once('close', end);
    unread.set(socket, () => end(false));
  });
  response.once('close', () => {
    if (!isSent) ends.lost();
  });
}
