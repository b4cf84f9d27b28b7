/**
 * Liveness and readiness differ (docs/promises.md O9): a process without its database is alive but
 * accepts no work.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { sharedDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { startTcpProxy, type TcpProxy } from '../support/programs/tcp-proxy.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('readiness', () => {
  let proxy: TcpProxy;
  let database: Database;
  let server: TestServer;
  beforeAll(async () => {
    const direct = await sharedDatabase();
    const url = new URL(direct.databaseUrl!);
    proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    const databaseUrl = url.toString();
    database = await openDatabase({ databaseUrl, dataDir: '', unsafeDatabase: false, log: quiet });
    server = await startServer(database, { env: { ROLES: 'api' } });
  });
  afterAll(async () => {
    proxy?.restore();
    await server?.stop();
    await database?.close();
    await proxy?.close();
  });

  const statusOf = async (what: 'live' | 'ready') => {
    const answer = await fetch(`${server.url}/health/${what}`);
    const { status } = (await answer.json()) as { status?: string };
    return [answer.status, status];
  };
  const isBack = () => eventually(() => statusOf('ready')).toEqual([200, 'ready']);

  it.each([
    ['closes its connections', () => proxy.cut()],
    ['stops responding', () => proxy.silence()],
  ])(
    'is withdrawn while the database %s, and restored when the database is back',
    async (_how, goAway) => {
      await isBack();
      goAway();
      expect(await statusOf('ready')).toEqual([503, undefined]);
      expect(await statusOf('live')).toEqual([200, 'live']);
      expect(await statusOf('ready')).toEqual([503, undefined]);
      proxy.restore();
      await isBack();
      expect(await statusOf('live')).toEqual([200, 'live']);
    },
  );
});
