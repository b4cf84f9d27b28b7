/**
 * Lets the requests in progress be answered before a stop closes their connections: a command whose
 * answer is lost looks like a failure and is submitted again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Part of the time that a stop may take altogether; longer downloads are cut. */
const LIMIT_MS = 1_500;

export function answerBeforeClosing(app: FastifyInstance, limitMs = LIMIT_MS): void {
  let inProgress = 0;
  let onNone = () => {};
  const end = () => {
    inProgress -= 1;
    if (inProgress === 0) onNone();
  };
  app.addHook('onRequest', (request, reply, done) => {
    // A WebSocket stays open until the server closes it.
    if (request.headers.upgrade === undefined) {
      inProgress += 1;
      reply.raw.once('close', end);
    }
    done();
  });
  // From here on the server answers new requests with 503.
  app.addHook('preClose', async () => {
    if (inProgress === 0) return;
    const none = new Promise<void>((resolve) => {
      onNone = resolve;
    });
    await Promise.race([none, sleep(limitMs, undefined, { ref: false })]);
  });
}
