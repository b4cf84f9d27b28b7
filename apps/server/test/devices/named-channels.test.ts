/** The number of a channel in the answers from which screens name what is switched (docs/adr/0083). */
import { expect, it } from 'vitest';
import type { DeviceForm } from '../../src/areas/fleet/devices/add-device.ts';
import { ensureSlaves } from '../../src/areas/fleet/devices/slaves.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCaller, buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { buildDevice, report } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

describeWithDatabase('the number of a channel', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const customer = fixture(() => buildCustomer(server.parts.context, { code: 'Own' }));
  const branch = fixture(() => buildGroup(server.parts.context, customer, 'Branch'));
  const caller = fixture(() => buildCaller(server.parts.context, customer, { role: 'admin' }));
  const root = fixture(() => buildClient(server, customer, { role: 'admin' }));
  const ofBranch = fixture(() => buildClient(server, customer, { groupId: branch.groupId }));

  async function build(channels: readonly number[], over: Partial<DeviceForm> = {}) {
    const { context } = server.parts;
    const device = await buildDevice(context, caller, { protocol: 'tasmota', ...over });
    await database.transaction((trx) => ensureSlaves(context, trx, device.code, channels));
    return device;
  }
  type Client = typeof root;
  const detail = async (client: Client, code: string) =>
    (await client.get(`/api/v2/device?device_code=${code}&slaves=true`)).body.data;
  const channelOf = async (client: Client, code: string) => (await detail(client, code)).channel;

  it('is in the details of the device and of each further channel', async () => {
    const { code } = await build([2, 4]);
    const { channel, slaves } = await detail(root, code);
    expect(channel).toBe(1);
    expect(slaves.map((slave: { channel: number }) => slave.channel)).toEqual([2, 4]);
    expect(await channelOf(root, `${code}-4`)).toBe(4);
  });

  it('is in the list of devices, short or long', async () => {
    const { code } = await build([2]);
    for (const ps of [20, 1_000]) {
      const { body } = await root.get(`/api/v2/devices?pn=1&ps=${ps}&keyword=${code}`);
      const channels = body.data.list.map((row: { channel: number }) => row.channel);
      expect(channels.toSorted()).toEqual([1, 2]);
    }
  });

  it.each<[string, readonly number[], Partial<DeviceForm>]>([
    ['of another manufacturer with one channel', [], {}],
    ['of our protocol', [], { protocol: 'busbar' }],
    ['that is a gateway, nor for its slaves', [3], { protocol: 'busbar', type: 'MT88C' }],
  ])('is null for a device %s', async (_, slaves, over) => {
    const { code } = await build(slaves, over);
    expect(await channelOf(root, code)).toBeNull();
    for (const address of slaves) expect(await channelOf(root, `${code}-${address}`)).toBeNull();
  });

  it('is null again after the further channels were deleted', async () => {
    const { code, deviceId } = await build([2]);
    await database.db
      .updateTable('device')
      .set({ deleted_at: new Date() })
      .where('gateway_id', '=', deviceId)
      .execute();
    expect(await channelOf(root, code)).toBeNull();
  });

  it('is that of the device also for a user who does not see the further channels', async () => {
    const { code, deviceId } = await build([2]);
    await database.db
      .updateTable('device')
      .set({ group_id: branch.groupId })
      .where('device_id', '=', deviceId)
      .execute();
    expect((await detail(ofBranch, code)).slaves ?? []).toEqual([]);
    expect(await channelOf(ofBranch, code)).toBe(1);
  });

  it('is in the timers and in the progress of a batch command', async () => {
    const { code, deviceId } = await build([2]);
    const further = await detail(root, `${code}-2`);
    // A channel without a position is a meter, which has no timers.
    await report(server.parts.context, customer.customerId, further.id, {
      action: 'closeByCommand',
    });
    for (const devId of [deviceId, further.id]) {
      const timer = { devId, days: 31, time: '06:45', op: 'open' };
      expect((await root.post('/task/addOrUpdate', timer)).body).toMatchObject({ errCode: 0 });
    }
    const { body } = await root.post('/task/find', { devId: deviceId });
    expect(body.data.map((row: { channel: number }) => row.channel)).toEqual([1, 2]);

    const batch = await root.post('/api/v2/device/control/batch', {
      device_codes: [code, `${code}-2`],
      data: { switch: 'open' },
    });
    const { batch_id: id } = batch.body.data;
    const { devices } = (await root.get(`/api/v2/device/control/batch/${id}`)).body.data;
    expect(devices.map((device: { channel: number }) => device.channel)).toEqual([1, 2]);
  });
});
