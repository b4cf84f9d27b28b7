/** Serves the browser: static files, and the single page for every route of the navigation table. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import serveFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { sendStatus, versionOfPath } from './responses/present.ts';
import { webManifest } from './web-manifest.ts';

/** Without a built folder every unknown path gets a plain 404: the server serves only the API. */
export async function registerPages(
  app: FastifyInstance,
  ctx: Context,
  webDir: string | undefined,
): Promise<void> {
  const indexFile = webDir === undefined ? undefined : join(webDir, 'index.html');
  if (webDir === undefined || indexFile === undefined || !existsSync(indexFile)) {
    app.setNotFoundHandler((request, reply) => sendStatus(reply, versionOfPath(request.url), 404));
    return;
  }
  await app.register(serveFiles, {
    root: webDir,
    wildcard: true,
    index: false,
    // The build writes the compressed files, so that no request waits for compression.
    preCompressed: true,
    setHeaders: (reply, path) => {
      const forever = path.includes('/assets/');
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const index = readFileSync(indexFile);
  const sendIndex = (reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(index);
  // Made for each request, because the platform administrator can change the name at any time.
  app.get('/manifest.webmanifest', (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(webManifest(ctx)),
  );
  // The static file route treats the URL without a path as a folder and refuses it.
  app.get('/', (_request, reply) => sendIndex(reply));
  // Every other GET of a page returns the application; a missing asset or call remains a 404.
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request.method, request.url)) {
      return sendStatus(reply, versionOfPath(request.url), 404);
    }
    return sendIndex(reply);
  });
}

function isPage(method: string, url: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  return (
    (method === 'GET' || method === 'HEAD') &&
    !/^\/(api|assets|health)\//.test(path) &&
    !path.includes('.')
  );
}
