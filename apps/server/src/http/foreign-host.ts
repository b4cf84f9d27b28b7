/** Refuses requests whose host name is not one of the server's, such as after DNS rebinding. */
import type { FastifyInstance } from 'fastify';
import { isForeignHost, type OriginRules } from '../origin.ts';
import { sendStatus, versionOfPath } from './responses/present.ts';

const MESSAGE = 'This name is neither that of PUBLIC_URL nor listed in ALLOWED_HOSTS';

/** Health checks are allowed: a balancer uses any name, and they reveal nothing about customers. */
export function refuseForeignHosts(app: FastifyInstance, rules: OriginRules): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { url, headers, raw } = request;
    if (hasSeveralHosts(raw.rawHeaders)) {
      sendStatus(reply, versionOfPath(url), 400, { msg: 'More than one Host' });
    } else if (!url.startsWith('/health/') && isForeignHost(headers.host, rules)) {
      sendStatus(reply, versionOfPath(url), 421, { msg: MESSAGE });
    } else done();
  });
}

/** Node keeps the first of several Host headers. `rawHeaders`: names and values in turn. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
