import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import {
  ECHO_TIMEOUT_MS,
  HEARTBEAT_INTERVAL_MS,
} from '../../src/storage/listening/listening-connection.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { manualClock, TEST_NOW } from '../support/manual-clock.ts';
import { databaseProxy, startTcpProxy } from '../support/programs/tcp-proxy.ts';
import { testLog } from '../support/test-log.ts';

describeWithDatabase('a database notification', (database) => {
  it('reaches every handler of its channel and no other', async () => {
    const heard: string[] = [];
    const stops = [
      await database.listen('one', (payload) => heard.push(`a ${payload}`)),
      await database.listen('one', (payload) => heard.push(`b ${payload}`)),
      await database.listen('Other "channel"', (payload) => heard.push(`c ${payload}`)),
    ];
    await database.notify('one', '17');
    await database.notify('Other "channel"', '18');
    await vi.waitFor(() => expect(heard.toSorted()).toEqual(['a 17', 'b 17', 'c 18']));
    await stops[0]?.();
    await database.notify('one', '19');
    await vi.waitFor(() => expect(heard).toContain('b 19'));
    expect(heard).not.toContain('a 19');
    await stops[1]?.();
    await database.notify('one', '20');
    await database.notify('Other "channel"', '21');
    await vi.waitFor(() => expect(heard).toContain('c 21'));
    expect(heard).not.toContain('b 20');
    await stops[2]?.();
  });

  it('arrives only after the commit of its transaction, and never after a rollback', async () => {
    const heard: string[] = [];
    const stop = await database.listen('committed', (payload) => heard.push(payload));
    await database
      .transaction(async (trx) => {
        await database.notify('committed', 'undone', trx);
        throw new Error('no');
      })
      .catch(() => undefined);
    await database.transaction(async (trx) => {
      await database.notify('committed', 'done', trx);
      await sql`select 1`.execute(trx);
      expect(heard).toEqual([]);
    });
    await vi.waitFor(() => expect(heard).toEqual(['done']));
    await stop();
  });

  it('is rejected with an empty payload, which means that some notifications were missed', async () => {
    await expect(database.notify('one', '')).rejects.toThrow(RangeError);
  });

  it('arrives again after its connection went silent without closing', async () => {
    const url = new URL(database.databaseUrl);
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    const clock = manualClock(TEST_NOW);
    const options = { dataDir: '', unsafeDatabase: false, log: testLog };
    const proxied = await openDatabase({ databaseUrl: url.href, clock, ...options });
    const payloads: string[] = [];
    await proxied.listen('silent', (payload) => payloads.push(payload));
    await database.notify('silent', 'before');
    await vi.waitFor(() => expect(payloads).toEqual(['before']));

    clock.advance(HEARTBEAT_INTERVAL_MS);
    // A round trip on the same connection shows that the echo has arrived.
    await (await proxied.listen('other', () => undefined))();
    proxy.swallow();
    await database.notify('silent', 'swallowed');
    clock.advance(ECHO_TIMEOUT_MS);
    expect(payloads).toEqual(['before']);
    clock.advance(HEARTBEAT_INTERVAL_MS - ECHO_TIMEOUT_MS);
    clock.advance(ECHO_TIMEOUT_MS);
    await vi.waitFor(() => expect(payloads).toEqual(['before', '']), { timeout: 20_000 });
    await database.notify('silent', 'after');
    await vi.waitFor(() => expect(payloads).toEqual(['before', '', 'after']));
    await proxy.close();
    await proxied.close();
  });

  it('is announced as late by a warning while its connection cannot be reopened', async () => {
    const proxy = await databaseProxy(database);
    const clock = manualClock(TEST_NOW);
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const options = { dataDir: '', unsafeDatabase: false, log };
    const proxied = await openDatabase({ databaseUrl: proxy.databaseUrl, clock, ...options });
    await proxied.listen('late', () => undefined);
    expect(proxied.warnings).toEqual([]);
    proxy.cut();
    await vi.waitFor(
      () =>
        expect(proxied.warnings).toEqual([
          expect.stringMatching(/^The database in DATABASE_URL .*\. Until it is back, changes of/),
        ]),
      { timeout: 20_000 },
    );
    proxy.restore();
    clock.advance(1_000);
    await vi.waitFor(() => expect(proxied.warnings).toEqual([]), { timeout: 20_000 });
    await proxied.close();
  });

  it('reports that its connection was lost when that is reopened', async () => {
    const heard: string[] = [];
    const stop = await database.listen('lossy', (payload) => heard.push(payload));
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen %'`.execute(database.db);
    await vi.waitFor(() => expect(heard).toEqual(['']), { timeout: 10_000 });
    await database.notify('lossy', 'again');
    await vi.waitFor(() => expect(heard).toEqual(['', 'again']));
    await stop();
  });
});
