/** Meter profiles that users add, over HTTP: who may do what, refusals, and meters that use them. */
import { EXAMPLE_DLT645, EXAMPLE_TABLE } from '@busbar/contract/v2/fleet/meter-profiles';
import { describe, expect, it } from 'vitest';
import { metersOfProfile } from '../../src/areas/fleet/meter-profiles/profile-meter-queries.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { rowsOfDevice } from '../support/devices/device-rows.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { freshCode } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

const PATH = '/api/v2/meter-profiles';
const NO_RATIOS = { ct_primary: null, ct_secondary: null, pt_primary: null, pt_secondary: null };
let models = 0;
const table = (change: object = {}) => ({
  ...EXAMPLE_TABLE,
  model: `EX-${++models}`,
  ...change,
});
const quantity = (change: object) => ({
  quantities: [{ ...EXAMPLE_TABLE.quantities[0], ...change }],
});

const dlt645 = (change: object) => ({
  quantities: [{ ...EXAMPLE_DLT645.quantities[0], ...change }],
});

describeWithDatabase('the meter profiles of a customer', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const customer = fixture(() => buildCustomer(server.parts.context));
  const hall = fixture(() => buildGroup(server.parts.context, customer, 'Hall'));
  const quay = fixture(() => buildGroup(server.parts.context, customer, 'Quay'));
  const root = fixture(() => buildClient(server, customer));
  const inHall = fixture(() => buildClient(server, customer, { groupId: hall.groupId }));
  const inQuay = fixture(() => buildClient(server, customer, { groupId: quay.groupId }));
  const viewer = fixture(() => buildClient(server, customer, { role: 'viewer' }));
  const stranger = fixture(async () =>
    buildClient(server, await buildCustomer(server.parts.context), { role: 'admin' }),
  );

  const add = async (profile: object = table(), who = root) =>
    (await who.post(PATH, { profile })).body;
  const added = async (profile?: object, who = root): Promise<string> => {
    const answer = await add(profile, who);
    expect(answer.code).toBe(0);
    return answer.data.id;
  };
  const read = async (id: string, who = root) => (await who.get(`${PATH}/${id}`)).body;
  const change = async (id: string, profile: object, version = 1, who = root) =>
    (await who.put(`${PATH}/${id}`, { profile, version })).body;
  const remove = async (id: string, who = root) => (await who.delete(`${PATH}/${id}`)).body;
  const listed = async (id: string, who = root) =>
    (await who.get(PATH)).body.data.find((one: { id: string }) => one.id === id);

  /** A DTU in the group with a meter of the profile. */
  async function meterOf(profile: string, groupId = hall.groupId) {
    const code = freshCode();
    const form = { deviceName: 'Collector', deviceSymbolCode: code, deviceType: 'HF-DTU' };
    await root.post('/device/addOrUpdate', { ...form, rate: customer.rateId, groupId });
    const path = `/api/v2/serial-line/${code}`;
    const line = { protocol: 'modbus-rtu', baud: 9600, heartbeat: 'HB', needs_secret: true };
    expect((await root.put(path, line)).body.code).toBe(0);
    const meter = { name: 'Workshop', station: '1', profile, interval_s: 60, ...NO_RATIOS };
    return { code, path, answer: (await root.post(`${path}/meters`, meter)).body };
  }

  it('are read as they were saved, and listed before those of the platform', async () => {
    const profile = table();
    const id = await added(profile);
    expect(await read(id)).toMatchObject({ data: { id, version: 1, profile } });
    expect((await read(id)).data.changed_by).toBe(root.userName);
    const list = (await root.get(PATH)).body.data;
    expect(list[0]).toMatchObject({ own: true, changeable: true });
    expect(list.at(-1)).toMatchObject({ own: false, changeable: false });
    expect(await listed(id)).toMatchObject({ model: profile.model, quantities: ['activeImport'] });
  });

  it('are copied from one of the platform, which is read as a table', async () => {
    const { data } = await read('abb-b23');
    expect(data).toMatchObject({ version: null, changed_by: null, profile: { maker: 'ABB' } });
    const id = await added({ ...data.profile, model: 'B23 of the hall' });
    expect((await read(id)).data.profile).toEqual({ ...data.profile, model: 'B23 of the hall' });
  });

  it('of DL/T 645 are copied and saved in the same way, and can switch a meter', async () => {
    const { data } = await read('dlt645-2007-three-phase');
    expect(data.profile).toMatchObject({ protocol: 'dlt645-2007', station: 'AAAAAAAAAAAA' });
    expect(data.profile.quantities[0]).toMatchObject({ block: '00010000', bytes: 4, decimals: 2 });
    const profile = { ...data.profile, model: 'meter of the hall' };
    const id = await added(profile);
    expect((await read(id)).data.profile).toEqual(profile);
    // The frames for switching are those of the standard, and the password is set at the meter.
    expect(await listed(id)).toMatchObject({ station: null, can_switch: true, own: true });
    const edited = { ...EXAMPLE_DLT645, model: profile.model, word_order: 'ABCD' };
    expect(await change(id, edited)).toMatchObject({ code: 0 });
    expect((await read(id)).data.profile).toEqual({ ...EXAMPLE_DLT645, model: profile.model });
  });

  it.each<[object, string, RegExp]>([
    [{ station: '1' }, 'profile.station', /twelve digits/],
    [{ blocks: [{ identifier: '0001', bytes: 4 }] }, 'profile.blocks.0.identifier', /eight hex/],
    [dlt645({ offset: 1 }), 'profile.quantities.0.offset', /byte 1 to byte 4/],
    [dlt645({ bytes: 8 }), 'profile.quantities.0.bytes', /at most 7/],
    [dlt645({ unit: 'V' }), 'profile.quantities.0.unit', /cannot be converted to kWh/],
  ])('of DL/T 645 are refused with the field: %j', async (wrong, field, sentence) => {
    const answer = await add({ ...EXAMPLE_DLT645, model: `DT-${++models}`, ...wrong });
    expect(answer).toMatchObject({ reason: 'meter-profile-invalid', field });
    expect(answer.msg).toMatch(sentence);
  });

  it.each<[object, string]>([
    [dlt645({ decimals: 15 }), 'profile.quantities.0.decimals'],
    [dlt645({ signed: 'perhaps' }), 'profile.quantities.0.signed'],
    [{ protocol: 'dlt645-1997' }, 'profile.protocol'],
  ])('of DL/T 645 name the field of a value that is none: %j', async (wrong, field) => {
    expect(await add({ ...EXAMPLE_DLT645, ...wrong })).toMatchObject({ field });
  });

  it.each<[object, string, RegExp]>([
    [quantity({ divide_by: 0 }), 'profile.quantities.0.divide_by', /greater than zero/],
    [quantity({ word_order: 'XY' }), 'profile.quantities.0.word_order', /one of ABCD/],
    [{ station: '300' }, 'profile.station', /1 to 247/],
    [{ quantities: [] }, 'profile.quantities', /fewer than 1 items/],
  ])('are refused with the field and every problem: %j', async (wrong, field, sentence) => {
    const answer = await add(table(wrong));
    expect(answer).toMatchObject({ reason: 'meter-profile-invalid', field });
    expect(answer.msg).toMatch(sentence);
  });

  it('have different names, ignoring case', async () => {
    const profile = table();
    await added(profile);
    const taken = { reason: 'meter-profile-name-taken', field: 'profile.model' };
    expect(await add({ ...profile, model: profile.model.toLowerCase() })).toMatchObject(taken);
    const other = await added();
    expect(await change(other, profile)).toMatchObject(taken);
  });

  it('are changed by the user who has seen the newest version', async () => {
    const profile = table();
    const id = await added(profile);
    expect(await change(id, { ...profile, baud: 4800 })).toMatchObject({ code: 0 });
    expect(await change(id, profile)).toMatchObject({ reason: 'meter-profile-changed' });
    expect(await read(id)).toMatchObject({ data: { version: 2, profile: { baud: 4800 } } });
  });

  it('belong to a group: those below use them, and those beside do not see them', async () => {
    const ofRoot = await added();
    const ofHall = await added(table(), inHall);
    expect(await listed(ofRoot, inHall)).toMatchObject({ changeable: false });
    expect(await listed(ofHall, root)).toMatchObject({ changeable: true });
    const above = { reason: 'meter-profile-of-group-above' };
    expect(await change(ofRoot, table(), 1, inHall)).toMatchObject(above);
    expect(await remove(ofRoot, inHall)).toMatchObject(above);
    for (const who of [inQuay, stranger]) {
      expect(await listed(ofHall, who)).toBeUndefined();
      expect(await read(ofHall, who)).toMatchObject({ reason: 'not-found' });
      expect(await change(ofHall, table(), 1, who)).toMatchObject({ reason: 'not-found' });
      expect(await remove(ofHall, who)).toMatchObject({ reason: 'not-found' });
    }
    expect(await add(table(), viewer)).toMatchObject({ reason: 'forbidden' });
    expect((await meterOf(ofHall, hall.groupId)).answer.code).toBe(0);
    expect((await meterOf(ofHall, quay.groupId)).answer).toMatchObject({
      reason: 'meter-profile-unknown',
    });
  });

  it('are not deleted while a meter uses them', async () => {
    const id = await added();
    const { path, answer } = await meterOf(id);
    expect(await remove(id)).toMatchObject({ reason: 'meter-profile-in-use' });
    expect((await root.delete(`${path}/meters/${answer.data.device_code}`)).body.code).toBe(0);
    expect(await remove(id)).toMatchObject({ code: 0 });
    expect(await read(id)).toMatchObject({ reason: 'not-found' });
  });

  it('are not changed for a meter outside of the group, nor to another protocol', async () => {
    const profile = table();
    const id = await added(profile, inHall);
    await meterOf(id, hall.groupId);
    const tcp = { ...profile, protocol: 'modbus-tcp' };
    expect(await change(id, tcp)).toMatchObject({
      reason: 'meter-profile-in-use',
      field: 'profile.protocol',
    });
    await meterOf(id, customer.groupId);
    expect(await change(id, profile, 1, inHall)).toMatchObject({
      reason: 'meter-profile-elsewhere',
    });
    expect(await change(id, profile)).toMatchObject({ code: 0 });
  });

  describe('in use', () => {
    it('make a revision of the meter only if its answers are decoded otherwise', async () => {
      const profile = table();
      const id = await added(profile);
      const { answer } = await meterOf(id);
      const revision = async () =>
        (await rowsOfDevice(database, 'line_meter', answer.data.id))[0]?.['revision'];
      const before = Number(await revision());
      await change(id, { ...profile, baud: 4800 });
      expect(Number(await revision())).toBe(before);
      const blocks = [{ ...profile.blocks[0], name: 'renamed', count: 4 }];
      const renamed = { ...profile, blocks, ...quantity({ block: 'renamed', optional: true }) };
      await change(id, renamed, 2);
      expect(Number(await revision())).toBe(before);
      await change(id, { ...profile, ...quantity({ divide_by: 10 }) }, 3);
      expect(Number(await revision())).toBe(before + 1);
    });

    it('name the meters whose readings keep the values of before, by their names', async () => {
      const profile = table();
      const id = await added(profile);
      const lines = [await meterOf(id), await meterOf(id, customer.groupId)];
      const nothing = { meters: [], count: 0 };
      expect((await change(id, { ...profile, baud: 4800 })).data).toEqual(nothing);
      const wrong = { ...profile, ...quantity({ divide_by: 10 }) };
      expect((await change(id, wrong, 2)).data).toEqual({
        count: 2,
        meters: lines.map(({ code, answer }) => ({
          ...{ device_code: answer.data.device_code, device_name: 'Workshop' },
          ...{ line_code: code, line_name: 'Collector' },
        })),
      });
    });

    it('name no meter to a user who does not see it, nor after it was removed', async () => {
      const profile = table();
      const id = await added(profile, inHall);
      const { path, answer } = await meterOf(id);
      const elsewhere = await meterOf(id, customer.groupId);
      const wrong = { ...profile, ...quantity({ divide_by: 10 }) };
      const refused = await change(id, wrong, 1, inHall);
      expect(refused).toMatchObject({ reason: 'meter-profile-elsewhere' });
      expect(JSON.stringify(refused)).not.toContain(elsewhere.code);
      const { device_code: gone } = elsewhere.answer.data;
      expect((await root.delete(`${elsewhere.path}/meters/${gone}`)).body.code).toBe(0);
      expect((await change(id, wrong, 1, inHall)).data).toMatchObject({
        count: 1,
        meters: [{ device_code: answer.data.device_code }],
      });
      await root.delete(`${path}/meters/${answer.data.device_code}`);
      expect((await change(id, profile, 2, inHall)).data).toMatchObject({ count: 0 });
    });

    it('are looked up in the group of the caller and below only', async () => {
      const id = await added();
      const inHallToo = await meterOf(id, hall.groupId);
      await meterOf(id, quay.groupId);
      const { customerId } = customer;
      // No call reaches this yet: a change is refused while a meter elsewhere has the profile.
      const seenBy = (groupId: number) => metersOfProfile(database.db, { customerId, groupId }, id);
      expect((await seenBy(customer.groupId)).count).toBe(2);
      const { count, meters } = await seenBy(hall.groupId);
      expect(count).toBe(1);
      expect(meters.map(({ lineCode }) => lineCode)).toEqual([inHallToo.code]);
    });

    it('publish the change of each line', async () => {
      const profile = table();
      const id = await added(profile);
      const lines = [await meterOf(id), await meterOf(id)].map(({ code }) => code);
      const published: string[] = [];
      const { bus } = server.parts.context;
      const end = bus.subscribe('device.changed', ({ deviceCode }) => published.push(deviceCode));
      await change(id, { ...profile, ...quantity({ divide_by: 10 }) });
      end();
      expect(published.toSorted()).toEqual(lines.toSorted());
    });
  });

  it('are logged', async () => {
    const profile = table();
    const id = await added(profile);
    await change(id, profile);
    await remove(id);
    const entries = await database.db
      .selectFrom('operation_log')
      .select(['command', 'detail'])
      .where('customer_id', '=', customer.customerId)
      .orderBy('operation_log_id')
      .execute();
    const own = entries.filter(({ detail }) => JSON.stringify(detail).includes(id));
    expect(own.map(({ command }) => command)).toEqual([
      'add meter profile',
      'change meter profile',
      'delete meter profile',
    ]);
  });
});
