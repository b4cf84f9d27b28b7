/** `/metrics` on a separate port: a monitoring system needs no access to the API. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from '../areas/platform/operations/metrics.ts';
import { CONNECTION_LIMITS } from './connection-limits.ts';

export interface MetricsServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Throws the system error if the port is in use. */
export async function startMetricsServer(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsServer> {
  const { requestTimeoutMs, headersTimeoutMs, checkEveryMs } = CONNECTION_LIMITS;
  const timeouts = {
    requestTimeout: requestTimeoutMs,
    headersTimeout: headersTimeoutMs,
    connectionsCheckingInterval: checkEveryMs,
  };
  const server = createServer(timeouts, (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    metrics.read().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { port: open } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${open}/metrics`,
    async stop() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}
