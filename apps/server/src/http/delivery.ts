/**
 * Whether an answer arrived, for what can be given out only once. An answer the operating system took
 * whole is not yet at the client, so its connection is watched on: a reset says that it was not read
 * to its end; the next request on it, or its orderly end, that it was. What dies behind a proxy that
 * took everything cannot be seen from here.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Called in this order: `lost` at once, or `sent` and then `arrived` or `lost`; each at most once. */
export interface DeliveryEnds {
  readonly sent: () => void;
  readonly arrived: () => void;
  readonly lost: () => void;
}

/** Answers that were sent whole, by the connection that has not said yet whether it read them. */
const unread = new WeakMap<Socket, () => void>();

/** A client asks for the next thing when it has read the last one. */
export function installDeliveryWatch(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    unread.get(request.raw.socket)?.();
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
    // An error in the place of the answer delivers nothing; a write that failed finishes, too.
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
