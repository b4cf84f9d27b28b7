/** Slaves of a gateway from the call to the contact and back, over the real broker. */
import { beforeAll, expect, it, vi } from 'vitest';
import type { BusEvents } from '../../src/bus.ts';
import { systemClock } from '../../src/clock.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { startSimulated } from '../support/devices/simulated-device.ts';
import { eventually } from '../support/eventually.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { connectDevice, publishUp } from '../support/start-gateway.ts';
import { startServer } from '../support/start-server.ts';

describeWithDatabase('slaves of a gateway', (database) => {
  const server = fixture(() =>
    startServer(database, {
      clock: systemClock,
      env: { CONTROL_GAP_S: '0', CONTROL_PER_MINUTE: '1000', CONTROL_GROUP_PERCENT: '100' },
    }),
  );
  const tenant = fixture(() => createTenant(database, { label: 'slaves', now: Date.now() }));
  const gateway = fixture(() =>
    buildTenantDevice(database, tenant, { kind: 'gateway', slaves: [1, 2, 3] }),
  );
  const tables: BusEvents['slaves.reported'][] = [];
  beforeAll(() => {
    server.parts.context.bus.subscribe('slaves.reported', (event) => void tables.push(event));
  });
  const line = fixture(async () =>
    startSimulated({
      mqttPort: server.mqttPort,
      code: gateway.deviceCode,
      secret: gateway.secret,
      type: 'MT88C',
      slaveCount: 3,
    }),
  );
  beforeAll(() => vi.waitUntil(isReady, { timeout: 20_000 }));

  async function call(path: string, payload: object) {
    const answer = await server.app.inject({
      method: 'POST',
      url: path,
      headers: { authorization: tenant.users.operator.token },
      payload,
    });
    return answer.json();
  }
  const actions = async () => {
    const rows = await database.db
      .selectFrom('device_state')
      .select('switch_action')
      .where('device_id', 'in', [...gateway.slaveIds.values()])
      .orderBy('device_id')
      .execute();
    return rows.map((row) => row.switch_action);
  };
  /** Returns true if the gateway is online and the states of all three slaves are stored. */
  const isReady = async () => {
    const line = await database.db
      .selectFrom('device_state')
      .select('connected')
      .where('device_id', '=', gateway.deviceId)
      .executeTakeFirst();
    const known = await actions();
    return line?.connected === true && known.length === 3 && !known.includes(null);
  };
  const stateOf = async (commandId: string) => {
    const row = await database.db
      .selectFrom('command')
      .select(['state', 'reason'])
      .where('command_id', '=', commandId)
      .executeTakeFirstOrThrow();
    return [row.state, row.reason];
  };
  const summon = (devId = gateway.deviceCode) =>
    call('/device/summonSlaveControl', { dataType: 'read', devId, groupId: tenant.groupId });

  it('are switched together, each with its own confirmation', async () => {
    const answer = await call('/device/swSlaveControl', {
      devId: gateway.deviceCode,
      groupId: tenant.groupId,
      data: { s1: { ad: 1, op: 2 }, s2: { ad: 2, op: 0 }, s3: { ad: 3, op: 2 } },
    });
    expect(answer).toMatchObject({
      errCode: 0,
      msg: 'The command has been brushed into the cache',
      data: [
        { slot: 's1', ad: 1, op: 2, state: 'queued', reason: null },
        { slot: 's3', ad: 3, op: 2, state: 'queued', reason: null },
      ],
    });
    for (const { command_id } of answer.data) {
      await eventually(() => stateOf(command_id)).toEqual(['confirmed', null]);
    }
    expect(await actions()).toEqual(['openByCommand', 'closeByManual', 'openByCommand']);
    expect(line.device.units.map(({ contact }) => contact.closed)).toEqual([false, true, false]);
  });

  it('are reported in one table', async () => {
    tables.length = 0;
    const { errCode, data } = await summon();
    expect(errCode).toBe(0);
    await eventually(() => stateOf(data.command_id)).toEqual(['confirmed', null]);
    expect(tables).toMatchObject([
      {
        deviceCode: gateway.deviceCode,
        slaves: [
          { address: 1, status: 2 },
          { address: 2, status: 10 },
          { address: 3, status: 2 },
        ],
      },
    ]);
  });

  it('are not switched if every command is refused, and each has its own message', async () => {
    const answer = await call('/device/swSlaveControl', {
      devId: gateway.deviceCode,
      data: { s1: { ad: 1, op: 2 }, s2: { ad: 2, op: 1 } },
    });
    expect(answer).toMatchObject({
      errCode: 40906,
      reason: 'already-open',
      field: 's1',
      data: [
        {
          slot: 's1',
          command_id: null,
          reason: 'already-open',
          msg: 'The breaker is open already',
        },
        { slot: 's2', command_id: null, reason: 'already-closed' },
      ],
    });
  });

  it.each([
    ['a slot beyond the twentieth', { s21: { ad: 1, op: 1 } }, 's21: there are only the slots'],
    ['a slave the gateway does not have', { s1: { ad: 4, op: 1 } }, 's1: the gateway has no slave'],
    ['an address twice', { s1: { ad: 1, op: 1 }, s2: { ad: 1, op: 1 } }, 's2: the slave address'],
    ['an unknown operation', { s5: { ad: 1, op: 7 } }, 's5: the operation (op) must be'],
  ])('are refused with the name of the slot: %s', async (_, data, sentence) => {
    const { errCode, msg } = await call('/device/swSlaveControl', {
      devId: gateway.deviceCode,
      data,
    });
    expect(errCode).toBeGreaterThan(0);
    expect(msg).toContain(sentence);
  });

  it('can be queried only from a gateway, and only if it is online', async () => {
    expect(await summon(tenant.deviceCode)).toMatchObject({ reason: 'order-not-supported' });
    const away = await buildTenantDevice(database, tenant, { kind: 'gateway' });
    expect(await summon(away.deviceCode)).toMatchObject({ reason: 'device-offline' });
  });

  it('are not shown if the gateway’s answer is unreadable or belongs to another command', async () => {
    const odd = await buildTenantDevice(database, tenant, { kind: 'gateway', slaves: [1] });
    const client = await connectDevice(server.mqttPort, odd);
    const asked: string[] = [];
    client.on('message', (_topic, payload) => asked.push(JSON.parse(payload.toString()).id));
    await client.subscribeAsync(`ep/1/${odd.deviceCode}/down/#`, { qos: 1 });
    await publishUp(client, odd.deviceCode, 'info', { deviceType: 'MT88C', slaves: [1] });
    const { data } = await summon(odd.deviceCode);
    await eventually(() => asked).toEqual([data.command_id]);
    tables.length = 0;
    const answer = (id: string, slots: unknown) =>
      publishUp(client, odd.deviceCode, 'reply', { id, code: 0, data: slots });
    const good = { s1: { ad: 1, st: 11 } };
    await answer('01890000-0000-7000-8000-00000000dead', good);
    expect(await stateOf(data.command_id)).toEqual(['sent', null]);
    await answer(data.command_id, { s1: { ad: 1, st: 99 } });
    expect(await stateOf(data.command_id)).toEqual(['rejected', 'unreadable-answer']);
    // This answer is too late: the command has ended.
    await answer(data.command_id, good);
    expect(await stateOf(data.command_id)).toEqual(['rejected', 'unreadable-answer']);
    expect(tables).toEqual([]);
    const again = await summon(odd.deviceCode);
    await eventually(() => asked.length).toBe(2);
    await answer(again.data.command_id, good);
    await answer(again.data.command_id, { s1: { ad: 1, st: 2 } });
    await eventually(() => tables.length).toBe(1);
    expect(tables[0]).toMatchObject({ slaves: [{ address: 1, status: 11 }] });
  });
});
