/** Metrics of requests and of the real-time channel of this process. */
import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram, type Registry } from 'prom-client';

/** In seconds; a request may take 30 s. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function measureRequests(app: FastifyInstance, register: Registry): void {
  const duration = new Histogram({
    name: 'busbar_http_request_duration_seconds',
    help: 'Requests until the end of their response, by method and status',
    // Paths contain names of devices and users, so they are no label.
    labelNames: ['method', 'status'],
    buckets: BUCKETS,
    registers: [register],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const status = String(reply.statusCode);
    duration.observe({ method: request.method, status }, reply.elapsedTime / 1000);
    done();
  });
  new Gauge({
    name: 'busbar_realtime_connections',
    help: 'Browsers and programs connected to the real-time channel of this process',
    registers: [register],
    collect() {
      this.set(app.websocketServer.clients.size);
    },
  });
}
