/**
 * Receives the logout tokens of a provider over a socket and passes each request to the server, which
 * the tests reach without a socket.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterFile } from '../support/close-after-file.ts';
import type { TestServer } from '../support/start-server.ts';

export interface LogoutRelay {
  readonly address: string;
  /** Path of the customer at the server. */
  path: string;
  /** Tokens in the order of their arrival. */
  readonly tokens: string[];
  /** Sends a token like the provider, and returns the status. */
  send(token: string, address?: string): Promise<number>;
}

const FORM = 'application/x-www-form-urlencoded';

export async function startLogoutRelay({ app }: TestServer): Promise<LogoutRelay> {
  const relay: LogoutRelay = {
    address: '',
    path: '',
    tokens: [],
    async send(token, address = '127.0.0.1') {
      const payload = new URLSearchParams({ logout_token: token }).toString();
      return (await inject(payload, FORM, address)).statusCode;
    },
  };
  const inject = (payload: string, type: string, remoteAddress: string) =>
    app.inject({
      ...{ method: 'POST', url: relay.path, payload, remoteAddress },
      headers: { host: 'busbar-test', 'content-type': type },
    });
  const server = createServer((req, res) => {
    let body = '';
    req.on('data', (piece: Buffer) => (body += piece.toString()));
    req.on('end', () => {
      relay.tokens.push(new URLSearchParams(body).get('logout_token') ?? '');
      void inject(body, req.headers['content-type'] ?? '', '127.0.0.1').then((answer) =>
        res.writeHead(answer.statusCode).end(answer.body),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return Object.assign(relay, { address: `http://127.0.0.1:${port}/logout` });
}
