import { once } from 'node:events';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { answerBeforeClosing } from './requests-in-progress.ts';

/** Starts a server with a route that responds when `respond` is called. */
async function startSlowServer(limitMs?: number) {
  const app = fastify({ forceCloseConnections: true });
  answerBeforeClosing(app, limitMs);
  let respond = () => {};
  const answered = new Promise<void>((resolve) => {
    respond = resolve;
  });
  app.get('/slow', async () => {
    app.server.emit('waiting');
    await answered;
    return { status: 'done' };
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const isWaiting = once(app.server, 'waiting');
  const request = fetch(`${url}/slow`);
  request.catch(() => undefined);
  await isWaiting;
  return { app, url, request, respond };
}

it('answers the request in progress when the server stops, and refuses a new one', async () => {
  const { app, url, request, respond } = await startSlowServer(60_000);
  const closed = app.close();
  expect((await fetch(`${url}/slow`)).status).toBe(503);
  respond();
  expect(await (await request).json()).toEqual({ status: 'done' });
  await closed;
});

it('ends a request that takes too long', async () => {
  const { app, request } = await startSlowServer(1);
  await app.close();
  await expect(request).rejects.toThrow();
});
