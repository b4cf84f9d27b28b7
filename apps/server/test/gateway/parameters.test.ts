/** Parameters from the call to the device and back, over the real broker. */
import { PROTECTIONS } from '@busbar/domain/protection/protections/protections';
import { defaultsOf, writeRecord } from '@busbar/domain/protection/values';
import type { MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { systemClock } from '../../src/clock.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { rowsOfDevice } from '../support/devices/device-rows.ts';
import { connectBreaker } from '../support/devices/simulated-device.ts';
import { eventually } from '../support/eventually.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { buildTenantDevice, type TestDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { connectDevice, publishUp } from '../support/start-gateway.ts';
import { startServer } from '../support/start-server.ts';

interface Info {
  readonly deviceCode: string;
  readonly msgType: string;
  readonly message: string;
}

describeWithDatabase('parameters of a device', (database) => {
  const server = fixture(() => startServer(database, { clock: systemClock }));
  const tenant = fixture(() => createTenant(database, { label: 'parameters', now: Date.now() }));
  let browser: WebSocket;
  const heard: Info[] = [];

  beforeAll(async () => {
    const { token, userId } = tenant.users.operator;
    browser = new WebSocket(`${server.url.replace('http', 'ws')}/api/websocket/info`, {
      headers: { authorization: token },
    });
    browser.on('message', (data) => heard.push(JSON.parse(JSON.parse(data.toString()).info)));
    await new Promise((resolve) => browser.once('open', resolve));
    browser.send(String(userId));
  });
  afterAll(async () => {
    browser?.terminate();
  });

  async function call(path: string, payload: object, role: 'operator' | 'viewer' = 'operator') {
    const answer = await server.app.inject({
      method: 'POST',
      url: path,
      headers: { authorization: tenant.users[role].token },
      payload,
    });
    return answer.json();
  }
  const stateOf = async (commandId: string) => {
    const row = await database.db
      .selectFrom('command')
      .select(['state', 'reason'])
      .where('command_id', '=', commandId)
      .executeTakeFirstOrThrow();
    return [row.state, row.reason];
  };
  const online = (device: TestDevice) =>
    pollUntil(
      () => rowsOfDevice(database, 'device_state', device.deviceId),
      ([row]) => row?.['connected'] === true,
    );
  async function known(device: TestDevice, set: string) {
    const answer = await server.app.inject({
      method: 'GET',
      url: `/api/v2/device/parameters?device_code=${device.deviceCode}`,
      headers: { authorization: tenant.users.viewer.token },
    });
    return answer.json().data.sets.find((one: { set: string }) => one.set === set);
  }
  const told = (msgType: string, deviceCode: string) =>
    heard
      .filter((info) => info.msgType === msgType && info.deviceCode === deviceCode)
      .map(({ message }) => JSON.parse(message));

  describe('parameters of a simulated device', () => {
    const device = fixture(() => buildTenantDevice(database, tenant));
    const line = fixture(() => connectBreaker(server, device));

    it.each(PROTECTIONS.map((definition) => [definition.name, definition] as const))(
      '%s: are read, saved, read back, verified and published',
      async (name, definition) => {
        const { deviceCode: devId } = device;
        const read = await call(
          `/parameter/${definition.readCall}`,
          { dataType: 'read', devId, groupId: tenant.groupId },
          'viewer',
        );
        expect(read.errCode).toBe(0);
        await eventually(() => stateOf(read.data.command_id)).toEqual(['confirmed', null]);
        const first = definition.fields.find(({ kind }) => kind !== 'time')!;
        const changed = { ...defaultsOf(definition), [first.name]: !first.default };
        const data = writeRecord(definition, changed);
        const saved = await call(`/parameter/${definition.saveCall}`, { devId, data });
        expect(saved).toMatchObject({
          errCode: 0,
          msg: 'The command has been brushed into the cache',
        });
        await eventually(() => stateOf(saved.data.command_id)).toEqual(['confirmed', null]);
        const verified = Object.fromEntries(definition.fields.map(({ wire }) => [wire, true]));
        await eventually(() => told(definition.messageType, devId)).toEqual([
          expect.objectContaining({ command_id: read.data.command_id, verified: null }),
          expect.objectContaining({ ...data, verified }),
        ]);
        expect(await known(device, name)).toMatchObject({
          values: data,
          verified,
          last_write: { command_id: saved.data.command_id, state: 'confirmed' },
        });
        expect(line.device.parameters.read(name)).toEqual(data);
      },
    );

    it('accept the accounting half of the reclosing switch through a separate call', async () => {
      const { deviceCode: devId } = device;
      const before = line.device.parameters.read('enableSwitch');
      const saved = await call('/estimate/config/addOrUpdate', {
        devId,
        data: { accountDay: 15, dayFreeze: false },
      });
      await eventually(() => stateOf(saved.data.command_id)).toEqual(['confirmed', null]);
      expect(line.device.parameters.read('enableSwitch')).toEqual({
        ...before,
        accountDay: '15',
        dayFreeze: '0',
      });
      expect((await known(device, 'enableSwitch')).verified).toEqual({
        accountDay: true,
        dayFreeze: true,
      });
      expect(await call('/estimate/config/addOrUpdate', { devId, data: {} })).toMatchObject({
        reason: 'parameters-empty',
      });
    });

    it('are never written by a viewer, and never out of bounds', async () => {
      const { deviceCode: devId } = device;
      const before = line.device.parameters.read('overVoltage');
      const save = (data: object, role?: 'viewer') =>
        call('/parameter/saveOverVoltage', { devId, data }, role);
      expect((await save(before, 'viewer')).errCode).toBe(403);
      expect(await save({ ...before, ov: '301.0', ovjt: '0.5' })).toMatchObject({
        errCode: 40019,
        reason: 'parameter-invalid',
        field: 'ov',
        msg: 'A parameter cannot be set to this value: ov is not 230 to 300; ovjt is not in steps of 1',
      });
      expect(await save({ ov: '275.0' })).toMatchObject({
        errCode: 40018,
        reason: 'parameters-empty',
        field: 'enable',
      });
      expect(
        await call('/parameter/saveTimingConfig', {
          devId,
          data: {
            ...line.device.parameters.read('timingConfig'),
            s3: { time: '25:61', op: '1' },
          },
        }),
      ).toMatchObject({ reason: 'parameter-invalid', field: 's3.time' });
      expect(line.device.parameters.read('overVoltage')).toEqual(before);
    });
  });

  describe('parameters with scripted answers', () => {
    const device = fixture(() => buildTenantDevice(database, tenant));
    let client: MqttClient;
    const asked: { id: string; op: string; args: { what: string } }[] = [];
    beforeAll(async () => {
      client = await connectDevice(server.mqttPort, device);
      client.on('message', (_topic, payload) => asked.push(JSON.parse(payload.toString())));
      await client.subscribeAsync(`ep/1/${device.deviceCode}/down/#`, { qos: 1 });
      await online(device);
    });
    afterEach(() => {
      asked.length = 0;
    });

    const definition = PROTECTIONS[0];
    const FACTORY = writeRecord(definition, defaultsOf(definition));
    const next = async (count = 1) => {
      await eventually(() => asked.length).toBeGreaterThanOrEqual(count);
      return asked[count - 1]!;
    };
    const say = (payload: unknown) => publishUp(client, device.deviceCode, 'reply', payload);
    const read = async (which = 'summonOverVoltage') => {
      const { data } = await call(`/parameter/${which}`, { devId: device.deviceCode });
      return data.command_id as string;
    };

    it('accept one valid answer among garbage, unknown ids, wrong sets and duplicates', async () => {
      const id = await read();
      const other = await read('summonLowVoltage');
      await next(2);
      await say('not json');
      await say({ id: '01890000-0000-7000-8000-00000000dead', code: 0, data: FACTORY });
      await say({ id: other, code: 0, data: FACTORY });
      expect(await stateOf(other)).toEqual(['rejected', 'unreadable-answer']);
      expect(await stateOf(id)).toEqual(['sent', null]);
      expect((await known(device, 'overVoltage')).values).toBeNull();
      expect((await known(device, 'lowVoltage')).values).toBeNull();
      await say({ id, code: 0, data: { ...FACTORY, ov: '280.0' } });
      await say({ id, code: 0, data: { ...FACTORY, ov: '299.0' } });
      expect((await known(device, 'overVoltage')).values).toMatchObject({ ov: '280.0' });
      await eventually(() => told('OVERVOLTAGEFAULT', device.deviceCode)).toHaveLength(1);
      // The rejected answer ends the request and contains no values.
      expect(told('LOWVOLTAGEFAULT', device.deviceCode)).toEqual([
        expect.objectContaining({ command_id: other, state: 'rejected', switch: null }),
      ]);
    });

    it('are not shown as written if the device acknowledges them but retains its values', async () => {
      const { data } = await call('/parameter/saveOverVoltage', {
        devId: device.deviceCode,
        data: { ...FACTORY, ov: '290.0' },
      });
      const write = await next();
      expect([write.id, write.op]).toEqual([data.command_id, 'write']);
      await say({ id: write.id, code: 0, data: { ...FACTORY, ov: '290.0' } });
      const back = await next(2);
      expect([back.op, back.args.what]).toEqual(['read', 'overVoltage']);
      expect(await stateOf(write.id)).toEqual(['acknowledged', null]);
      expect((await known(device, 'overVoltage')).values).toMatchObject({ ov: '280.0' });
      await say({ id: back.id, code: 0, data: FACTORY });
      expect(await stateOf(write.id)).toEqual(['rejected', 'read-back-different']);
      expect(await known(device, 'overVoltage')).toMatchObject({
        values: { ov: '275.0' },
        verified: { ov: false, orv: true },
        last_write: { state: 'rejected', msg: 'ov' },
      });
    });

    it('are refused immediately if the device is offline', async () => {
      await client.endAsync();
      await eventually(async () => {
        const answer = await call('/parameter/summonOverVoltage', { devId: device.deviceCode });
        return answer.reason;
      }).toBe('device-offline');
    });
  });

  describe('the dry contact settings', () => {
    const contacts = { name1: ' Door\u202e ', name2: 'Fan', status2: 'close' };
    const device = () => tenant.deviceCode;
    const list = async () => (await call('/device/dryNode/list', { deviceId: device() })).data;

    it('are empty at first, then one row that is saved and updated', async () => {
      expect(await list()).toEqual([]);
      const saved = await call('/device/dryNode/save', { deviceId: device(), ...contacts });
      const row = { name1: 'Door', status1: 'open', name2: 'Fan', status2: 'close' };
      expect(saved).toMatchObject({ errCode: 0, data: row });
      expect(await list()).toEqual([{ ...saved.data, ...row }]);
      const { id } = saved.data;
      const update = (more: object) =>
        call('/device/dryNode/update', { deviceId: device(), id, ...row, ...more });
      expect((await update({ name1: 'Gate', status1: 'close' })).errCode).toBe(0);
      expect(await list()).toEqual([{ ...saved.data, ...row, name1: 'Gate', status1: 'close' }]);
      expect(await update({ id: id + 1 })).toMatchObject({ errCode: 404 });
      expect((await update({ status1: 'ajar' })).errCode).toBe(400);
      const again = await call('/device/dryNode/save', { deviceId: device(), ...contacts });
      expect(again.data.id).toBe(id);
      expect(await list()).toHaveLength(1);
    });

    it('are refused for a gateway', async () => {
      const gateway = await buildTenantDevice(database, tenant, { kind: 'gateway' });
      const answer = await call('/device/dryNode/list', { deviceId: gateway.deviceCode });
      expect(answer).toMatchObject({ errCode: 40913, reason: 'protection-not-supported' });
    });
  });
});
