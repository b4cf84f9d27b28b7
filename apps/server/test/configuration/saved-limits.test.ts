/**
 * Limits saved by the platform administrator apply from the next command on, until they are
 * deleted.
 */
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { startServer, TEST_NOW } from '../support/start-server.ts';

describeWithDatabase('saved limits', (database) => {
  const server = fixture(() =>
    startServer(database, {
      env: {
        CONTROL_GAP_S: '0',
        CONTROL_PER_MINUTE: '100',
        CONTROL_GROUP_PERCENT: '100',
        DEVICE_RATE: '50',
      },
    }),
  );
  const tenant = fixture(() => createTenant(database, { label: 'limits', now: TEST_NOW }));
  afterAll(async () => {
    await sql`delete from platform_setting`.execute(database.db);
  });

  async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
    const { platform, operator } = tenant.users;
    const answer = await server.app.inject({
      method,
      url: `/api/v2/${path}`,
      headers: {
        authorization: path.startsWith('configuration') ? platform.token : operator.token,
      },
      ...(body === undefined ? {} : { payload: body }),
    });
    return answer.json();
  }
  const limits = async () => (await ask('GET', 'configuration')).data.limits;
  const put = async (part: object) =>
    ask('PUT', 'configuration/limits', {
      ...(await limits()).value,
      ...part,
      changed_at: (await limits()).changed_at,
    });

  /** Sends each command to a separate breaker that is closed and online. */
  async function submit(count: number): Promise<string[]> {
    const told: string[] = [];
    for (let i = 0; i < count; i += 1) {
      const { deviceId, deviceCode } = await buildTenantDevice(database, tenant);
      await database.db
        .insertInto('device_state')
        .values({
          customer_id: tenant.customerId,
          device_id: deviceId,
          connected: true,
          heard_at: new Date(TEST_NOW),
          switch_action: 'closeByCommand',
          switch_reported_at: new Date(TEST_NOW),
        })
        .onConflict((row) => row.columns(['customer_id', 'device_id']).doNothing())
        .execute();
      const answer = await ask('POST', 'device/control', {
        device_code: deviceCode,
        data: { switch: 'open' },
      });
      told.push(answer.reason ?? answer.data.state);
    }
    return told;
  }

  it('apply immediately, until they are reset to the environment', async () => {
    expect(await limits()).toMatchObject({
      value: { control_per_minute: 100, device_rate: 50 },
      source: 'environment',
    });
    expect(await submit(3)).toEqual(['queued', 'queued', 'queued']);
    expect(await put({ control_per_minute: 4, device_rate: 7 })).toMatchObject({ code: 0 });
    expect(await limits()).toMatchObject({
      value: { control_per_minute: 4, device_rate: 7 },
      source: 'saved',
    });
    // The first of these is the fourth command in this minute, which the limit permits.
    expect(await submit(2)).toEqual(['queued', 'step-up-required']);
    const { config } = server.parts.context;
    expect([config.deviceRate, config.deviceBurst]).toEqual([7, 28]);
    const { changed_at } = await limits();
    expect(await ask('DELETE', `configuration/limits?changed_at=${changed_at}`)).toMatchObject({
      code: 0,
    });
    expect(await submit(2)).toEqual(['queued', 'queued']);
    expect([config.deviceRate, config.deviceBurst]).toEqual([50, 200]);
  });

  it('out of bounds are rejected without a change', async () => {
    const before = await limits();
    for (const part of [
      { control_per_minute: 0 },
      { device_rate: 0 },
      { control_gap_s: -1 },
      { control_group_percent: 0 },
      { control_group_percent: 101 },
    ]) {
      expect([part, (await put(part)).code]).not.toEqual([part, 0]);
    }
    expect(await limits()).toEqual(before);
  });
});
