/** Refuses requests whose host name is not one of the server's, such as after DNS rebinding. */
import type { FastifyInstance } from 'fastify';
import { isForeignHost, type OriginRules } from '../origin.ts';
import { sendStatus, versionOfPath } from './responses/present.ts';

const MESSAGE = 'This name is neither that of PUBLIC_URL nor listed in ALLOWED_HOSTS';

/** Health checks are allowed: a balancer uses any name, and they reveal nothing about customers. */
export function refuseForeignHosts(app: FastifyInstance, rules: OriginRules): void {
  app.addHook('onRequest', async (request, reply) => {
    const version = versionOfPath(request.url);
    const names = request.raw.rawHeaders.filter(
      (header, index) => index % 2 === 0 && header.toLowerCase() === 'host',
    );
    if (names.length > 1) return sendStatus(reply, version, 400, { msg: 'More than one Host' });
    if (request.url.startsWith('/health/') || !isForeignHost(request.headers.host, rules)) return;
    return sendStatus(reply, version, 421, { msg: MESSAGE });
  });
}
