/**
 * Two processes on machines whose clocks are an hour ahead and an hour behind, beside one database:
 * both store readings at the correct time, and sessions end at the correct time (docs/adr/0084).
 */
import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { buildUser, PASSWORD } from '../../support/factories/customer.ts';
import { createTenant } from '../../support/factories/tenant.ts';
import { buildTenantDevice } from '../../support/factories/tenant-device.ts';
import { fixture } from '../../support/fixture.ts';
import { testContext } from '../../support/test-context.ts';
import { type ServerProcess, serverProcess } from '../command-rig.ts';

/** Debian's libfaketime. */
const CLOCK_LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

describe.skipIf(!existsSync(CLOCK_LIBRARY)).each([
  ['ahead of', '+3600s'],
  ['behind', '-3600s'],
])('a process whose clock is an hour %s that of the database', (side, shift) => {
  const database = fixture(sharedDatabase);
  const tenant = fixture(() => createTenant(database, { label: `clock ${side}`, now: Date.now() }));
  let server: ServerProcess;

  beforeAll(async () => {
    server = await serverProcess(database.databaseUrl, {
      LD_PRELOAD: CLOCK_LIBRARY,
      FAKETIME: shift,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    });
    await server.start();
  });
  afterAll(() => server?.dispose());

  it('is ready, with one sentence for the operator', async () => {
    const answer = await fetch(`${server.url}/health/ready`);
    expect(answer.status).toBe(200);
    const { warning } = (await answer.json()) as { warning: string };
    expect(warning).toMatch(
      new RegExp(
        `^The clock of a machine that runs Busbar is 3[56]\\d\\d s ${side} that of the database`,
      ),
    );
  });

  it('stores readings with and without a time at the correct time', async () => {
    const { deviceCode, deviceId, secret } = await buildTenantDevice(database, tenant);
    const ts = Date.now() - 30_000;
    const client = await mqtt.connectAsync({
      port: server.mqttPort,
      clientId: deviceCode,
      username: deviceCode,
      password: secret,
    });
    for (const time of [{ ts }, {}]) {
      const content = JSON.stringify({ ...time, volPa: 230, epT: 12.5 });
      await client.publishAsync(`ep/1/${deviceCode}/up/data`, content, { qos: 1 });
    }
    await client.endAsync();
    const { rows } = await sql<{ ts: number; quality: number }>`
      select extract(epoch from ts)::float8 * 1000 as ts, quality from measurement
      where customer_id = ${tenant.customerId} and device_id = ${deviceId}
      order by ts`.execute(database.db);
    expect(rows.map(({ quality }) => quality)).toEqual([0, 1]);
    expect(rows[0]!.ts).toBe(ts);
    expect(Math.abs(rows[1]!.ts - Date.now())).toBeLessThan(300_000);
  });

  it('signs a user in for as long as any other', async () => {
    const account = await buildUser(testContext(database, {}, Date.now()), {
      ...tenant,
      userId: tenant.users.admin.userId,
    });
    const signedIn = await fetch(`${server.url}/api/v2/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_account: account.userName, password: PASSWORD }),
    });
    expect(signedIn.status).toBe(200);
    const aheadS = async () => {
      const { rows } = await sql<{ s: number }>`
        select extract(epoch from last_used_at - now())::float8 as s from session
        where customer_id = ${tenant.customerId} and user_id = ${account.userId}`.execute(
        database.db,
      );
      return rows.map(({ s }) => Math.abs(s) < 300);
    };
    await eventually(aheadS).toEqual([true]);
  });
});
