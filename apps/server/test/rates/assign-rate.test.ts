/** Assigning a tariff to many devices: from today on, all or none, within the caller's groups. */
import { beforeEach, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCaller, buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

/** The day of the test clock in the customer's zone. */
const TODAY = '2026-11-20';
const PRICES = { rate_1: 1.5, rate_2: 1, rate_3: 0.5, rate_4: 0.25 };

describeWithDatabase('assigning a tariff to many devices', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const customer = fixture(() => buildCustomer(server.parts.context), beforeEach);
  const admin = fixture(() => buildClient(server, customer, { role: 'admin' }), beforeEach);
  const north = fixture(() => buildGroup(server.parts.context, customer, 'North'), beforeEach);
  const hall = fixture(() => buildGroup(server.parts.context, customer, 'Hall', north), beforeEach);
  const south = fixture(() => buildGroup(server.parts.context, customer, 'South'), beforeEach);
  const devices = fixture(async () => {
    const ctx = server.parts.context;
    const caller = await buildCaller(ctx, customer, { role: 'admin' });
    const inGroup = (group: number, name: string) => buildDevice(ctx, caller, { group, name });
    return {
      fan: await inGroup(north.groupId, 'Fan'),
      press: await inGroup(hall.groupId, 'Press'),
      pump: await inGroup(south.groupId, 'Pump'),
    };
  }, beforeEach);

  let count = 0;
  async function newRate() {
    count += 1;
    const answer = await admin.post('/api/v2/rate', { name: `Tariff ${count}`, ...PRICES });
    return answer.body.data.id as number;
  }
  const chosen = (device_codes: string[], groups: { groupId: number }[] = []) => ({
    device_codes,
    group_ids: groups.map(({ groupId }) => String(groupId)),
  });
  type Chosen = ReturnType<typeof chosen>;
  const preview = async (rate: number, body: Chosen, client = admin) =>
    (await client.post(`/api/v2/rate/${rate}/devices/preview`, body)).body;
  const assign = async (rate: number, body: Chosen & { token: string }, client = admin) =>
    (await client.put(`/api/v2/rate/${rate}/devices`, body)).body;
  async function assigned(rate: number, body: Chosen, client = admin) {
    const { token } = (await preview(rate, body, client)).data;
    return assign(rate, { ...body, token }, client);
  }
  const db = () => server.parts.context.database.db;
  const rateDays = (deviceId: number) =>
    db()
      .selectFrom('device_rate')
      .select(['start_day', 'rate_id'])
      .where('customer_id', '=', customer.customerId)
      .where('device_id', '=', deviceId)
      .orderBy('start_day')
      .execute();

  it('shows how many devices change and from which tariffs, then changes them from today on', async () => {
    const [first, second] = [await newRate(), await newRate()];
    await assigned(first, chosen([devices.pump.code]));
    const wanted = chosen([devices.pump.code, devices.fan.code], [north]);
    const { data } = await preview(second, wanted);
    expect(data).toMatchObject({ start_day: TODAY, changing: 3, unchanged: 0 });
    expect(data.from).toEqual([
      { id: customer.rateId, name: 'Default', devices: 2 },
      { id: first, name: 'Tariff 1', devices: 1 },
    ]);
    expect(await assign(second, { ...wanted, token: data.token })).toMatchObject({
      code: 0,
      data: { changed: 3 },
    });
    for (const device of [devices.fan, devices.press]) {
      expect(await rateDays(device.deviceId)).toEqual([
        { start_day: '-infinity', rate_id: customer.rateId },
        { start_day: TODAY, rate_id: second },
      ]);
    }
    // The later of two changes on one day applies.
    expect(await rateDays(devices.pump.deviceId)).toEqual([
      { start_day: '-infinity', rate_id: customer.rateId },
      { start_day: TODAY, rate_id: second },
    ]);
    expect((await admin.get(`/api/v2/rate/${second}`)).body.data.devices).toBe(3);
    expect((await preview(second, wanted)).data).toMatchObject({ changing: 0, unchanged: 3 });
  });

  it('writes the same audit event, energy flag and bus event as the change of one device', async () => {
    const rate = await newRate();
    const { fan, press } = devices;
    await admin.put('/api/v2/device', { device_code: fan.code, rate });
    await assigned(rate, chosen([], [hall, north]));
    const logs = await db()
      .selectFrom('operation_log')
      .select(['device_id', 'module', 'command', 'detail', 'user_name'])
      .where('customer_id', '=', customer.customerId)
      .where('command', '=', 'update')
      .orderBy('operation_log_id')
      .execute();
    expect(logs.map((log) => log.device_id)).toEqual([fan.deviceId, press.deviceId]);
    const [single, many] = logs.map(({ device_id, ...log }) => log);
    expect(many).toEqual(single);
    const flags = await db()
      .selectFrom('energy_dirty')
      .select(['device_id', 'from_ts', 'of_decision'])
      .where('customer_id', '=', customer.customerId)
      .execute();
    const flagOf = ({ deviceId }: { deviceId: number }) =>
      flags.find((flag) => flag.device_id === deviceId);
    expect(flags).toHaveLength(2);
    expect(flagOf(press)).toEqual({ ...flagOf(fan), device_id: press.deviceId });
  });

  it('changes nothing if one of the devices or groups is not in the caller’s scope', async () => {
    const rate = await newRate();
    const other = await buildCustomer(server.parts.context);
    const stranger = await buildCaller(server.parts.context, other, { role: 'admin' });
    const foreign = await buildDevice(server.parts.context, stranger, { name: 'Foreign' });
    const engineer = await buildClient(server, customer, {
      role: 'engineer',
      groupId: north.groupId,
    });
    const refusals = [
      [admin, chosen([devices.fan.code, foreign.code])],
      [admin, chosen([devices.fan.code, 'NOSUCHDEVICE01'])],
      [admin, chosen([devices.fan.code], [{ groupId: other.groupId }])],
      [engineer, chosen([devices.fan.code, devices.pump.code])],
      [engineer, chosen([devices.fan.code], [south])],
    ] as const;
    for (const [client, body] of refusals) {
      expect((await preview(rate, body, client)).code).toBe(404);
      expect((await assign(rate, { ...body, token: 'x' }, client)).code).toBe(404);
    }
    expect(await rateDays(devices.fan.deviceId)).toHaveLength(1);
    // A group above the caller's own is unknown too; the own group with all below it is not.
    expect((await assigned(rate, chosen([], [north]), engineer)).data).toEqual({ changed: 2 });
    expect(await rateDays(devices.pump.deviceId)).toHaveLength(1);
  });

  it('is rejected for a role that may not change devices', async () => {
    const rate = await newRate();
    const viewer = await buildClient(server, customer, { role: 'viewer' });
    const body = chosen([devices.fan.code]);
    expect((await preview(rate, body, viewer)).code).toBe(403);
    expect((await assign(rate, { ...body, token: 'x' }, viewer)).code).toBe(403);
  });

  it('is rejected if devices or tariffs have changed since the preview', async () => {
    const [first, second] = [await newRate(), await newRate()];
    const body = chosen([], [north]);
    const { token } = (await preview(first, body)).data;
    await assigned(second, chosen([devices.press.code]));
    expect(await assign(first, { ...body, token })).toMatchObject({
      reason: 'rate-choice-changed',
      field: 'token',
    });
    expect(await rateDays(devices.fan.deviceId)).toHaveLength(1);
  });

  it('is done once by two users at the same time', async () => {
    const rate = await newRate();
    const body = chosen([], [north]);
    const { token } = (await preview(rate, body)).data;
    const answers = await Promise.all([
      assign(rate, { ...body, token }),
      assign(rate, { ...body, token }),
    ]);
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(answers.filter(({ reason }) => reason === 'rate-choice-changed')).toHaveLength(1);
    expect(await rateDays(devices.fan.deviceId)).toHaveLength(2);
  });
});
