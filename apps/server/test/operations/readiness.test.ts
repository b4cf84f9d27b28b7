/**
 * Liveness and readiness differ (docs/promises.md O9): a process without its database is alive but
 * accepts no work.
 */
import { afterAll, expect, it } from 'vitest';
import { describeWithDatabase, openTestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { fixture } from '../support/fixture.ts';
import { databaseProxy } from '../support/programs/tcp-proxy.ts';
import { startServer } from '../support/start-server.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

describeWithDatabase('readiness', (direct) => {
  const proxy = fixture(() => databaseProxy(direct));
  const database = fixture(() => openTestDatabase(proxy.databaseUrl, quiet));
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  afterAll(() => proxy.restore());

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
