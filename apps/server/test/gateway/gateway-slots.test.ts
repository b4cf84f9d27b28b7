/** Gateway slots from the call to the simulated gateway and back, over the real broker. */
import type { MqttClient } from 'mqtt';
import { beforeAll, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { startSimulated } from '../support/devices/simulated-device.ts';
import { eventually } from '../support/eventually.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { buildTenantDevice, type TestDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { connectDevice, publishUp } from '../support/start-gateway.ts';
import { startServer } from '../support/start-server.ts';

type Gateway = TestDevice & { slaveIds: Map<number, number> };

describeWithDatabase('the slots of a gateway', (database) => {
  const server = fixture(() =>
    startServer(database, {
      clock: systemClock,
      env: { CONTROL_GAP_S: '0', CONTROL_PER_MINUTE: '1000', CONTROL_GROUP_PERCENT: '100' },
    }),
  );
  const tenant = fixture(() => createTenant(database, { label: 'slots', now: Date.now() }));
  const other = fixture(() => createTenant(database, { label: 'slots-other', now: Date.now() }));
  const gateway = fixture(() =>
    buildTenantDevice(database, tenant, { kind: 'gateway', slaves: [1, 2, 9] }),
  );

  const line = fixture(async () => simulate(gateway, 2));
  beforeAll(async () => {
    await vi.waitUntil(async () => (await look()).presence === 'online', { timeout: 20_000 });
  });

  const simulate = ({ deviceCode: code, secret }: Gateway, slaveCount: number) =>
    startSimulated({ mqttPort: server.mqttPort, code, secret, type: 'MT88C', slaveCount });

  async function ask(of: Tenant, method: 'GET' | 'POST', url: string, payload?: object) {
    const answer = await server.app.inject({
      method,
      url,
      headers: { authorization: of.users.operator.token },
      ...(payload === undefined ? {} : { payload }),
    });
    return answer.json();
  }
  const look = async (code = gateway.deviceCode, of = tenant) =>
    (await ask(of, 'GET', `/api/v2/gateway-slots?device_code=${code}`)).data;
  /** Returns `slot:address` and the state of each slot; the address of a disabled slot is `-`. */
  const rail = async (code = gateway.deviceCode) =>
    (await look(code)).slots
      .filter(({ standing }: { standing: string }) => standing !== 'free')
      .map(
        ({ slot, ad, enabled, standing }: Record<string, unknown>) =>
          `${slot}:${ad}${enabled === true ? '' : '-'} ${standing}`,
      );
  const change = (slots: object, code = gateway.deviceCode, of = tenant) =>
    ask(of, 'POST', '/api/v2/gateway-slots', { device_code: code, slots });
  const stateOf = async (commandId: string) => {
    const row = await database.db
      .selectFrom('command')
      .select(['state', 'reason', 'detail'])
      .where('command_id', '=', commandId)
      .executeTakeFirstOrThrow();
    return [row.state, row.reason, row.detail];
  };
  const readTable = async (code = gateway.deviceCode) => {
    const { data } = await ask(tenant, 'POST', '/device/summonSlaveControl', { devId: code });
    await eventually(() => stateOf(data.command_id)).toEqual(['confirmed', null, null]);
  };
  const placesOfSimulator = () =>
    line.device.units.map(
      ({ slot, address, enabled }) => `${slot}:${address}${enabled ? '' : '-'}`,
    );

  it('cannot be changed before the gateway has reported them', async () => {
    expect(await rail()).toEqual(['1:1 registered', '2:2 registered', '9:9 registered']);
    expect(await change({ s3: { ad: 1, en: 1 } })).toMatchObject({ reason: 'slave-table-unread' });
  });

  it('show registered slaves that never report, and slaves that are not registered', async () => {
    line.device.discover(3, Date.now());
    await readTable();
    expect(await rail()).toEqual([
      '1:1 answered',
      '2:2 answered',
      '3:3 discovered',
      '9:9 unreached',
    ]);
    const { slots } = await look();
    expect(slots[2]).toMatchObject({ st: 10, device: null });
    expect(slots[8]).toMatchObject({ st: null, device: { heard_at: null } });
  });

  it('show a discovered slave as the device it was registered as', async () => {
    const code = `${gateway.deviceCode}-3`;
    const { errCode } = await ask(tenant, 'POST', '/device/addOrUpdate', {
      deviceName: 'Feeder 3',
      deviceSymbolCode: code,
      deviceType: 'slave',
      rate: tenant.rateId,
      groupId: tenant.groupId,
    });
    expect(errCode).toBe(0);
    expect((await look()).slots[2]).toMatchObject({
      standing: 'answered',
      device: { device_code: code, device_name: 'Feeder 3' },
    });
  });

  it('are moved and disabled in one change, which the simulator confirms', async () => {
    const { code, data } = await change({
      s2: { ad: 1, en: 1 },
      s1: { ad: 2, en: 1 },
      s3: { ad: 3, en: 0 },
    });
    expect(code).toBe(0);
    expect(data.slots.map(({ reason }: { reason: unknown }) => reason)).toEqual([null, null, null]);
    await eventually(() => stateOf(data.command_id)).toEqual(['confirmed', null, null]);
    expect(placesOfSimulator()).toEqual(['2:1', '1:2', '3:3-']);
    expect(await rail()).toEqual([
      '1:2 answered',
      '2:1 answered',
      '3:3- answered',
      '9:9 unreached',
    ]);
    expect(await look()).toMatchObject({ last_change: { state: 'confirmed', reason: null } });
  });

  it('block every command to a disabled slave until it is enabled', async () => {
    const submit = () =>
      ask(tenant, 'POST', '/device/swSlaveControl', {
        devId: gateway.deviceCode,
        data: { s3: { ad: 3, op: 2 } },
      });
    expect(await submit()).toMatchObject({ reason: 'slave-disabled', field: 's3' });
    const enabled = await change({ s3: { ad: 3, en: 1 } });
    await eventually(() => stateOf(enabled.data.command_id)).toEqual(['confirmed', null, null]);
    const { data } = await submit();
    await eventually(() => stateOf(data[0].command_id)).toEqual(['confirmed', null, null]);
  });

  it('have a result each in a change, and the valid ones are sent', async () => {
    const { code, data } = await change({
      s5: { ad: 1, en: 1 },
      s3: { ad: 2, en: 1 },
      s9: { ad: 9, en: 0 },
    });
    expect(code).toBe(0);
    expect(data.slots).toMatchObject([
      { slot: 's3', ad: 2, reason: 'slot-taken' },
      { slot: 's5', ad: 1, reason: null },
      {
        slot: 's9',
        ad: 9,
        reason: 'slave-unknown',
        msg: 'the gateway has no slave at this address',
      },
    ]);
    await eventually(() => stateOf(data.command_id)).toEqual(['confirmed', null, null]);
    expect(placesOfSimulator()).toEqual(['5:1', '1:2', '3:3']);
  });

  it.each([
    ['only refused slots', { s3: { ad: 2, en: 1 } }, 'slot-taken', 's3'],
    ['a slot beyond the twentieth', { s21: { ad: 2, en: 1 } }, 'slot-unknown', 's21'],
    [
      'an address twice',
      { s6: { ad: 2, en: 1 }, s7: { ad: 2, en: 1 } },
      'slave-address-repeated',
      's7',
    ],
    ['neither enabled nor disabled', { s6: { ad: 2 } }, 'slot-unknown', 's6'],
    ['no slots', {}, 'no-slave-ordered', 'slots'],
  ])('are not sent for a request with %s', async (_, slots, reason, field) => {
    const before = placesOfSimulator();
    expect(await change(slots)).toMatchObject({ reason, field });
    expect(placesOfSimulator()).toEqual(before);
  });

  it('exist only for gateways of the caller’s customer', async () => {
    expect(await change({ s1: { ad: 1, en: 1 } }, tenant.deviceCode)).toMatchObject({
      reason: 'order-not-supported',
    });
    expect(await change({ s1: { ad: 1, en: 0 } }, gateway.deviceCode, other)).toMatchObject({
      reason: 'not-found',
    });
    expect(await look(gateway.deviceCode, other)).toBeUndefined();
  });

  // The gateway is in the caller's group, one of its slaves in a higher group.
  it('do not show or switch a slave outside the caller’s scope', async () => {
    const own = await buildTenantDevice(database, tenant, { kind: 'gateway', slaves: [1, 2] });
    await database.db
      .updateTable('device')
      .set({ group_id: tenant.childGroupId })
      .where('device_id', 'in', [own.deviceId, own.slaveIds.get(1)!])
      .execute();
    const child = await tenantOfChild();
    const second = simulate(own, 2);
    try {
      await eventually(async () => (await look(own.deviceCode)).presence).toBe('online');
      await readTable(own.deviceCode);
      const { slots } = await look(own.deviceCode, child);
      expect(slots[1]).toEqual({
        slot: 2,
        standing: 'hidden',
        ad: null,
        enabled: true,
        st: null,
        device: null,
      });
      expect(slots[0].device.device_code).toBe(`${own.deviceCode}-1`);
      const { data } = await change({ s2: { ad: 1, en: 1 } }, own.deviceCode, child);
      expect(data.slots).toMatchObject([{ reason: 'slot-taken' }]);
      const foreign = await change({ s7: { ad: 2, en: 0 } }, own.deviceCode, child);
      expect(foreign.data.slots).toMatchObject([{ reason: 'slave-unknown' }]);
      expect(second.device.units.map(({ slot }) => slot)).toEqual([1, 2]);
    } finally {
      await second.stop();
    }
  });

  describeSilent();

  /** Tests with a connected gateway that answers as the test requires. */
  function describeSilent() {
    let silent: Gateway;
    let client: MqttClient;
    let asked: { id: string; op: string }[];
    const reply = (id: string, code: number, data?: object) =>
      publishUp(client, silent.deviceCode, 'reply', { id, code, ...(data && { data }) });

    async function connect() {
      silent = await buildTenantDevice(database, tenant, { kind: 'gateway', slaves: [1] });
      client = await connectDevice(server.mqttPort, silent);
      asked = [];
      client.on('message', (_topic, payload) => asked.push(JSON.parse(payload.toString())));
      await client.subscribeAsync(`ep/1/${silent.deviceCode}/down/#`, { qos: 1 });
      await publishUp(client, silent.deviceCode, 'info', { deviceType: 'MT88C', slaves: [1] });
      const { data } = await ask(tenant, 'POST', '/device/summonSlaveControl', {
        devId: silent.deviceCode,
      });
      await eventually(() => asked.length).toBe(1);
      await reply(data.command_id, 0, { s1: { ad: 1, st: 11 } });
      await eventually(() => stateOf(data.command_id)).toEqual(['confirmed', null, null]);
      asked.length = 0;
    }

    it('refuse the second of two concurrent changes with the documented message', async () => {
      await connect();
      const answers = await Promise.all([
        change({ s2: { ad: 1, en: 1 } }, silent.deviceCode),
        change({ s3: { ad: 1, en: 1 } }, silent.deviceCode),
      ]);
      const [won, lost] = answers.toSorted((one, two) => one.code - two.code);
      expect(won).toMatchObject({ code: 0 });
      expect(lost).toMatchObject({
        reason: 'control-busy',
        msg: 'It is on configuring, please try later.',
      });
      await eventually(() => asked.map(({ op }) => op)).toEqual(['write']);
    });

    it('report the slot that differs in the table read back', async () => {
      await connect();
      const { data } = await change({ s2: { ad: 1, en: 0 } }, silent.deviceCode);
      await eventually(() => asked.length).toBe(1);
      await reply(data.command_id, 0, { s2: { ad: 1, st: 11, en: 0 } });
      expect((await stateOf(data.command_id))[0]).toBe('acknowledged');
      await eventually(() => asked.map(({ op }) => op)).toEqual(['write', 'read']);
      await reply(asked[1]!.id, 0, { s2: { ad: 1, st: 11 } });
      await eventually(() => stateOf(data.command_id)).toEqual([
        'rejected',
        'read-back-different',
        's2',
      ]);
    });

    it.each([
      ['refuses the read-back', 500, undefined],
      ['sends an unreadable answer', 0, { s2: { ad: 1, st: 99 } }],
    ])('have an unknown result if the gateway %s', async (_, code, table) => {
      await connect();
      const { data } = await change({ s2: { ad: 1, en: 1 } }, silent.deviceCode);
      await eventually(() => asked.length).toBe(1);
      await reply(data.command_id, 0);
      await eventually(() => asked.length).toBe(2);
      await reply(asked[1]!.id, code, table);
      await eventually(() => stateOf(data.command_id)).toEqual(['unknown', 'not-read-back', null]);
    });

    it('end the change as rejected if the gateway refuses it', async () => {
      await connect();
      const { data } = await change({ s2: { ad: 1, en: 1 } }, silent.deviceCode);
      await eventually(() => asked.length).toBe(1);
      await reply(data.command_id, 409);
      await eventually(() => stateOf(data.command_id)).toEqual([
        'rejected',
        'refused-by-device',
        null,
      ]);
    });
  }

  async function tenantOfChild(): Promise<Tenant> {
    await database.db
      .updateTable('user_account')
      .set({ group_id: tenant.childGroupId })
      .where('user_id', '=', tenant.users.viewer.userId)
      .execute();
    await database.db
      .updateTable('user_account')
      .set({ role: 'operator' })
      .where('user_id', '=', tenant.users.viewer.userId)
      .execute();
    return { ...tenant, users: { ...tenant.users, operator: tenant.users.viewer } };
  }
});
