/** The server behind PgBouncer in transaction mode: each transaction may use another session. */
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { sharedDatabase } from '../support/databases.ts';
import { rowsOfDevice } from '../support/devices/device-rows.ts';
import { connectBreaker } from '../support/devices/simulated-device.ts';
import { eventually } from '../support/eventually.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { httpClient } from '../support/http-client.ts';
import { hasPgBouncer, startPgBouncer } from '../support/programs/pgbouncer.ts';
import { startServer } from '../support/start-server.ts';
import { testLog } from '../support/test-log.ts';

/** Fewer sessions than customers, connections and jobs, so that every session is shared. */
const SESSIONS = 3;

describe.skipIf(!hasPgBouncer)('behind PgBouncer in transaction mode', () => {
  const direct = fixture(sharedDatabase);
  const pooler = fixture(() =>
    startPgBouncer(direct.databaseUrl, {
      default_pool_size: SESSIONS,
      // The first setting that an operator finds for the error that a startup option causes.
      ignore_startup_parameters: 'options,extra_float_digits',
    }),
  );
  const database = fixture(() => open({ directUrl: direct.databaseUrl }));
  const open = (more: { directUrl?: string } = {}) =>
    openDatabase({
      databaseUrl: pooler.url,
      ...more,
      dataDir: '',
      unsafeDatabase: false,
      log: testLog,
    });

  afterAll(() => database.close());

  it('shows no row of another customer in hundreds of interleaved calls', async () => {
    await sql`insert into rate (customer_id, rate_id, name, is_default, created_at)
      select c, 1, 'of ' || c, true, now() from unnest(array[71, 72]) c`.execute(direct.db);
    let foreign = 0;
    let own = 0;
    const count = (customerId: number, rows: readonly { readonly customer_id: number }[]) => {
      for (const row of rows) {
        if (row.customer_id === customerId) own += 1;
        else foreign += 1;
      }
    };
    const calls = async (customerId: number) => {
      const { db, stream, transaction } = database.as({ customerId });
      const query = db.selectFrom('rate').select('customer_id');
      for (let call = 0; call < 15; call += 1) {
        count(customerId, await query.execute());
        await transaction(async (trx) => {
          await trx.updateTable('rate').set({ is_default: true }).execute();
          count(customerId, await trx.selectFrom('rate').select('customer_id').execute());
        });
        for await (const rows of stream(query)) count(customerId, rows);
        await query
          .where(sql<boolean>`1 / 0 = 1`)
          .execute()
          .catch(() => undefined);
      }
    };
    await Promise.all([71, 72, 71, 72, 71, 72, 71, 72].map(calls));
    expect({ foreign, own }).toEqual({ foreign: 0, own: 8 * 15 * 3 });
    const owners = await sql<{ role: string }>`select current_user as role`.execute(direct.db);
    expect(owners.rows).toEqual([{ role: 'postgres' }]);
  });

  it('preserves every setting in each statement and each transaction', async () => {
    const settings = sql<Record<string, string>>`
      select current_setting('statement_timeout') as "statementTimeout",
        current_setting('timezone') as timezone, current_setting('datestyle') as datestyle,
        current_setting('intervalstyle') as intervalstyle, current_setting('jit') as jit`;
    const expected = {
      statementTimeout: '30s',
      timezone: 'UTC',
      datestyle: 'ISO, MDY',
      intervalstyle: 'postgres',
      jit: 'off',
    };
    const roles = ['owner', 'platform', { customerId: 71 }] as const;
    for (const { db, transaction } of roles.map((role) => database.as(role))) {
      expect((await settings.execute(db)).rows).toEqual([expected]);
      expect((await transaction((trx) => settings.execute(trx))).rows).toEqual([expected]);
    }
    const idle = await database
      .as('platform')
      .transaction((trx) =>
        sql`select current_setting('idle_in_transaction_session_timeout') as idle`.execute(trx),
      );
    expect(idle.rows).toEqual([{ idle: '10s' }]);
  });

  it('cancels a statement that takes longer than the transaction allows', async () => {
    const slow = database.as('platform').transaction(async (trx) => {
      await sql`set local statement_timeout = 20`.execute(trx);
      await sql`select pg_sleep(60)`.execute(trx);
    });
    await expect(slow).rejects.toMatchObject({ code: '57014' });
    await database.as('platform').ping();
  });

  describe('the server', () => {
    const server = fixture(() => startServer(database, { clock: systemClock }));
    const tenant = fixture(() => createTenant(database, { label: 'pooled', now: Date.now() }));
    const device = fixture(() => buildTenantDevice(database, tenant));
    const line = fixture(() => connectBreaker(server, device));
    afterAll(async () => {
      await line.stop();
      await server.stop();
    });
    const client = () => httpClient(server.app, { token: tenant.users.operator.token });

    it('executes a command and reports the change', async () => {
      const reported: string[] = [];
      server.parts.context.bus.subscribe('switch.reported', ({ action }) => reported.push(action));
      const { body } = await client().post('/api/v2/device/control', {
        device_code: device.deviceCode,
        data: { switch: 'open' },
      });
      expect(body).toMatchObject({ code: 0 });
      await eventually(() => reported.length).toBeGreaterThan(0);
      const state = () =>
        direct.db
          .selectFrom('command')
          .select('state')
          .where('device_id', '=', device.deviceId)
          .executeTakeFirst();
      await eventually(state).toEqual({ state: 'confirmed' });
    });

    it('requests the registers of a device and stores them', async () => {
      const { body } = await client().post('/device/summonVariable', {
        userId: tenant.users.operator.userId,
        deviceId: device.deviceCode,
        dataType: 'energy',
      });
      expect(body).toMatchObject({ errCode: 0 });
      const stored = () => rowsOfDevice(direct, 'energy_register', device.deviceId);
      await eventually(async () => (await stored()).length).toBeGreaterThan(0);
    });

    it('delivers the notifications of another process', async () => {
      const payloads: string[] = [];
      const stop = await database.listen('pooled', (payload) => payloads.push(payload));
      await server.parts.context.database.notify('pooled', 'sent through the pooler');
      await eventually(() => payloads).toEqual(['sent through the pooler']);
      await stop();
    });

    it('creates a report', async () => {
      const day = new Date().toISOString().slice(0, 10);
      const query = `type=energy&start=${day}&end=${day}`;
      const { body } = await client().get(`/api/v2/report?${query}`);
      const task = `/api/v2/report?task_id=${body.data?.task_id}`;
      await eventually(async () => (await client().get(task)).body.data?.state).toBe('done');
    });
  });
});
