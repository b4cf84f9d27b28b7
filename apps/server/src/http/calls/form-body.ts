/** Bodies that are form-encoded, which all other routes refuse with 415. */
import type { FastifyInstance, RouteOptions } from 'fastify';

/** Registers a route in a scope of its own whose parsers include that of forms. */
export function routeWithForm(app: FastifyInstance, options: RouteOptions): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.route(options);
  });
}
