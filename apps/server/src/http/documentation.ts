/** Serves the built documentation below /docs/ (docs/adr/0088-the-documentation-is-a-static-site.md). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import serveFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

const PREFIX = '/docs';
const NOT_BUILT =
  'The documentation of this installation is not built: type "npm run build:docs" in the folder ' +
  'of the sources, or read the folder docs there.\n';

/** Without a built folder every path below /docs answers with one sentence. */
export async function registerDocumentation(
  app: FastifyInstance,
  folder: string | undefined,
): Promise<void> {
  const missingPage = folder === undefined ? undefined : join(folder, '404.html');
  if (folder === undefined || missingPage === undefined || !existsSync(missingPage)) {
    const refuse = (_request: object, reply: FastifyReply) =>
      reply.code(404).type('text/plain; charset=utf-8').send(NOT_BUILT);
    app.get(PREFIX, refuse);
    app.get(`${PREFIX}/*`, refuse);
    return;
  }
  app.get(PREFIX, (_request, reply) => reply.redirect(`${PREFIX}/`, 301));
  const missing = readFileSync(missingPage);
  await app.register(
    async (pages) => {
      pages.setNotFoundHandler((_request, reply) =>
        reply
          .code(404)
          .header('cache-control', 'no-cache')
          .type('text/html; charset=utf-8')
          .send(missing),
      );
      await pages.register(serveFiles, {
        root: folder,
        decorateReply: false,
        preCompressed: true,
        setHeaders: (reply, path) => {
          // The names of these files contain the hash of their content.
          const forever = path.includes('/assets/');
          reply.header(
            'cache-control',
            forever ? 'public, max-age=31536000, immutable' : 'no-cache',
          );
        },
      });
    },
    { prefix: PREFIX },
  );
}
