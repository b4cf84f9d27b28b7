/**
 * Slow clients and large numbers of clients on real sockets: they are cut off, while other clients
 * are still served (docs/promises.md H2).
 */
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CONNECTION_LIMITS, type ConnectionLimits } from '../../src/http/connection-limits.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { contextOn } from '../control/control-fixture.ts';
import { manualClock, TEST_NOW } from '../support/manual-clock.ts';

const LIMITS = {
  requestTimeoutMs: 1_500,
  headersTimeoutMs: 500,
  checkEveryMs: 100,
  perAddress: 20,
  total: 50,
};
const HEAD = 'POST /assets/x HTTP/1.1\r\nHost: busbar.test\r\nContent-Type: application/json\r\n';

const serverWith = (...limits: [ConnectionLimits?]) =>
  createHttpServer(contextOn(undefined as never, manualClock(TEST_NOW)), ...limits);

describe('connection limits', () => {
  let app: ReturnType<typeof createHttpServer>;
  let port: number;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    app = serverWith(LIMITS);
    app.post('/assets/*', async () => ({}));
    await app.listen({ host: '127.0.0.1', port: 0 });
    port = (app.server.address() as AddressInfo).port;
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  afterAll(() => app?.close());

  function socketFrom(localAddress: string): Socket {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    sockets.push(socket);
    return socket;
  }

  /** Sends one byte at a time; resolves with the lifetime of the connection, in ms. */
  function trickle(head: string): Promise<number> {
    const socket = socketFrom('127.0.0.1');
    const startedAt = performance.now();
    socket.write(head);
    socket.resume();
    const timer = setInterval(() => socket.write('a'), 50);
    return new Promise((resolve) =>
      socket.once('close', () => {
        clearInterval(timer);
        resolve(performance.now() - startedAt);
      }),
    );
  }

  /** Resolves to true if the server answers on this connection. */
  function answers(socket: Socket): Promise<boolean> {
    socket.write('GET / HTTP/1.1\r\nHost: busbar.test\r\n\r\n');
    return new Promise((resolve) => {
      socket.once('data', () => resolve(true));
      socket.once('close', () => resolve(false));
    });
  }

  it('cut off a client that sends its headers byte by byte after the headers timeout', async () => {
    const lived = await trickle(`${HEAD}X-Slow: `);
    expect(lived).toBeGreaterThan(LIMITS.headersTimeoutMs - 100);
    // This is far below the request timeout, which Node would apply if it had swapped the two.
    expect(lived).toBeLessThan(LIMITS.requestTimeoutMs);
  });

  it('cut off a client that sends its body byte by byte after the request timeout', async () => {
    const lived = await trickle(`${HEAD}Content-Length: 100000\r\n\r\n`);
    expect(lived).toBeGreaterThan(LIMITS.requestTimeoutMs - 100);
    expect(lived).toBeLessThan(20_000);
  });

  it('bound the connections of one address without affecting other addresses', async () => {
    const first = Array.from({ length: LIMITS.perAddress }, () => socketFrom('127.0.0.2'));
    expect(await Promise.all(first.map(answers))).toEqual(first.map(() => true));
    expect(await answers(socketFrom('127.0.0.2'))).toBe(false);
    expect(await answers(socketFrom('127.0.0.3'))).toBe(true);
    const closed = new Promise((resolve) => first[0]!.once('close', resolve));
    first[0]!.destroy();
    await closed;
    // The server notices the closed connections with a short delay.
    await expect.poll(() => answers(socketFrom('127.0.0.2'))).toBe(true);
  });

  it('refuse a client from any address while the process has too many connections', async () => {
    const many = Array.from({ length: LIMITS.total }, (_, i) =>
      socketFrom(`127.0.1.${1 + (i % 9)}`),
    );
    await Promise.all(many.map(answers));
    expect(await answers(socketFrom('127.0.2.1'))).toBe(false);
  });

  it('default to 10 s for headers, 15 s for a request and 200 connections', () => {
    const defaults = serverWith();
    expect(defaults.server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 15_000 });
    expect(defaults.server.maxConnections).toBe(CONNECTION_LIMITS.total);
    expect(CONNECTION_LIMITS).toMatchObject({ perAddress: 200, checkEveryMs: 2_000 });
  });
});
