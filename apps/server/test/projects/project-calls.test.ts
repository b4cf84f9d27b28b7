/**
 * Project calls over HTTP: wire names, the messages of docs/specification/projects.md 4, and
 * rejections.
 */
import { describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { freshCode } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

describeWithDatabase('project calls over HTTP', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const customer = fixture(() => buildCustomer(server.parts.context));
  const branch = fixture(() => buildGroup(server.parts.context, customer, 'below'));
  const admin = fixture(() => buildClient(server, customer, { role: 'admin' }));
  const below = fixture(() =>
    buildClient(server, customer, { role: 'admin', groupId: branch.groupId }),
  );
  const stranger = fixture(async () =>
    buildClient(server, await buildCustomer(server.parts.context), { role: 'admin' }),
  );

  async function device(group = customer.groupId): Promise<string> {
    const code = freshCode();
    const answer = await admin.post('/device/addOrUpdate', {
      id: '',
      deviceName: 'Cabinet',
      deviceSymbolCode: code,
      deviceType: 'MT61',
      rate: customer.rateId,
      groupId: group,
      manufactureName: '',
    });
    expect(answer.body).toMatchObject({ errCode: 0 });
    return code;
  }
  async function project(over: object = {}): Promise<number> {
    const { body } = await admin.post('/api/v2/project', {
      name: 'Harbour road',
      type: 'lamp',
      ...over,
    });
    expect(body).toMatchObject({ code: 0, msg: 'Success to save' });
    return body.data.id;
  }
  const lamps = async (project_id: number, over: object = {}) =>
    (
      await admin.post('/api/v2/device-lamp', {
        project_id,
        name: 'Pier',
        device_code: await device(),
        lamp_count: 24,
        lamp_power: 0.15,
        error_range: 3,
        ...over,
      })
    ).body;

  describe('a project', () => {
    it('is created, listed, changed and deleted', async () => {
      const id = await project({ description: 'Pier to depot' });
      expect((await admin.get(`/api/v2/project/${id}`)).body.data).toMatchObject({
        id,
        name: 'Harbour road',
        type: 'lamp',
        description: 'Pier to depot',
        creator: expect.any(String),
        created_date: '2026-11-20 12:00:00',
      });
      await lamps(id);
      const { list } = (await admin.get('/api/v2/projects?pn=1&ps=10&name=harbour')).body.data;
      expect(list[0]).toMatchObject({ id, lamp_groups: 1, lamps: 24, open_alarms: 0 });
      const changed = await admin.put(`/api/v2/project/${id}`, { name: 'Pier road' });
      expect(changed.body).toMatchObject({
        msg: 'Success to update',
        data: { name: 'Pier road', type: 'lamp', description: 'Pier to depot' },
      });
      expect((await admin.delete(`/api/v2/project/${id}`)).body.code).toBe(0);
      expect((await admin.get(`/api/v2/project/${id}`)).status).toBe(404);
      expect((await admin.get(`/api/v2/device-lamps?project_id=${id}`)).status).toBe(404);
    });

    it.each([
      ['no name', { type: 'lamp' }, 'name'],
      ['a blank name', { name: '  ', type: 'lamp' }, 'name'],
      ['no type', { name: 'X' }, 'type'],
      ['an unknown type', { name: 'X', type: 'ship' }, 'type'],
    ])('is rejected with %s', async (_, body, field) => {
      expect((await admin.post('/api/v2/project', body)).body).toMatchObject({
        msg: 'Project Name and Type are mandatory!',
        field,
      });
    });

    it('cannot change its type while it has groups', async () => {
      const id = await project();
      await lamps(id);
      expect((await admin.put(`/api/v2/project/${id}`, { type: 'tower' })).body).toMatchObject({
        reason: 'project-type-fixed',
        field: 'type',
      });
    });

    it('is visible to its group and the groups above, but to no other customer', async () => {
      const above = await project();
      const own = await project({ group_id: branch.groupId });
      expect((await below.get(`/api/v2/project/${above}`)).status).toBe(404);
      expect((await below.get(`/api/v2/project/${own}`)).body.code).toBe(0);
      expect((await stranger.get(`/api/v2/project/${own}`)).status).toBe(404);
    });
  });

  describe('a lamp group', () => {
    it('returns the fields of the specification and the inputs of the calculation', async () => {
      const id = await project();
      const { data } = await lamps(id, { lng_t: 121.47, lat_t: 31.23, lamp_kind: 'sodium' });
      expect(data).toMatchObject({
        project_id: id,
        name: 'Pier',
        lamp_count: 24,
        lamp_power: 0.15,
        error_range: 3,
        in_use: true,
        lng_t: 121.47,
        lat_t: 31.23,
        lng: expect.closeTo(121.48, 1),
        lamp_kind: 'sodium',
        one_lamp_hidden: false,
        installed_power: 3.6,
      });
      const changed = await admin.put(`/api/v2/device-lamp/${data.id}`, { error_range: '5' });
      expect(changed.body).toMatchObject({
        msg: 'Success to update',
        data: { error_range: 5, one_lamp_hidden: true, lng_t: 121.47, lamp_kind: 'sodium' },
      });
      expect((await admin.get(`/api/v2/device-lamps?project_id=${id}`)).body.data.total).toBe(1);
      expect((await admin.delete(`/api/v2/device-lamp/${data.id}`)).body.code).toBe(0);
      expect((await admin.get(`/api/v2/device-lamp/${data.id}`)).status).toBe(404);
    });

    it.each([
      ['null', { lng: null, lat: null, lng_t: null, lat_t: null }],
      ['empty', { lng_t: '', lat_t: '' }],
    ])('loses its coordinates with %s, and retains them if they are omitted', async (_, none) => {
      const { data } = await lamps(await project(), { lng_t: 121.47, lat_t: 31.23 });
      const put = (body: object) => admin.put(`/api/v2/device-lamp/${data.id}`, body);
      expect((await put({ name: 'Quay' })).body.data).toMatchObject({
        lng_t: 121.47,
        position_of_device: false,
      });
      expect((await put(none)).body.data).toMatchObject({ position_of_device: true });
      expect((await put({ lng_t: 121.5 })).body).toMatchObject({ reason: 'position-invalid' });
    });

    it.each([
      ['a lamp count of 0', { lamp_count: 0 }, 'lamp_count: must be a whole number'],
      ['text as the power', { lamp_power: 'strong' }, 'lamp_power: must be the power of one lamp'],
      ['an error range above 100', { error_range: 101 }, 'error_range: must be percent'],
      ['no name', { name: '' }, 'Parameters can not be empty'],
      ['half a position', { lng_t: 121.47 }, 'The coordinates are not valid'],
      ['text as a position', { lng_t: 'here', lat_t: 31 }, 'The coordinates are not valid'],
    ])('is rejected with %s', async (_, over, sentence) => {
      const answer = await lamps(await project(), over);
      expect(answer.code).not.toBe(0);
      expect(answer.msg).toContain(sentence);
    });

    it('is the only one with its device', async () => {
      const device_code = await device();
      expect((await lamps(await project(), { device_code })).code).toBe(0);
      const other = await project();
      expect(await lamps(other, { device_code })).toMatchObject({
        reason: 'device-has-lamps',
        field: 'device_code',
        msg: 'device_code: this device belongs to a lamp group or a tower already',
      });
    });

    it('rejects tower projects, other customers, and devices its project may not see', async () => {
      const tower = await project({ type: 'tower' });
      expect(await lamps(tower)).toMatchObject({ reason: 'not-lamp-project' });
      const small = await project({ group_id: branch.groupId });
      expect(await lamps(small, { device_code: await device(customer.groupId) })).toMatchObject({
        code: 404,
        field: 'device_code',
      });
      expect(await lamps(small, { device_code: await device(branch.groupId) })).toMatchObject({
        code: 0,
      });
    });
  });

  describe('project limits', () => {
    it('exist from the creation of the project, and are changed field by field', async () => {
      const id = await project();
      const { data } = (await admin.get(`/api/v2/config/alarm?project_id=${id}`)).body;
      expect(data).toMatchObject({
        project_id: id,
        in_use: true,
        alarm_value: 3,
        check_time: '21:00',
        power_mode: 'calculated',
        warning_value_1: null,
      });
      const changed = await admin.put(`/api/v2/config/alarm/${data.id}`, {
        alarm_value: '4',
        power_mode: 'fixed',
        scheduled_power: 2.5,
      });
      expect(changed.body).toMatchObject({
        msg: 'Success to update',
        data: { alarm_value: 4, power_mode: 'fixed', scheduled_power: 2.5, check_time: '21:00' },
      });
      // The way power is measured is one setting for the whole project.
      const warning = (await admin.get(`/api/v2/config/warning?project_id=${id}`)).body.data;
      expect(warning).toMatchObject({ power_mode: 'fixed', scheduled_power: 2.5, alarm_value: 1 });
      expect((await admin.put(`/api/v2/config/warning/${data.id}`, {})).status).toBe(404);
      expect((await stranger.get(`/api/v2/config/alarm?project_id=${id}`)).status).toBe(404);
    });

    it('are rejected with the name of the field', async () => {
      const id = await project();
      const { data } = (await admin.get(`/api/v2/config/warning?project_id=${id}`)).body;
      const { body } = await admin.put(`/api/v2/config/warning/${data.id}`, { under_rate: 101 });
      expect(body).toMatchObject({ field: 'under_rate', reason: 'project-figure-invalid' });
    });
  });

  describe('project notifications', () => {
    it('accept several addresses and one app notification', async () => {
      const project_id = await project();
      const add = async (body: object) =>
        (await admin.post('/api/v2/config/notice', { project_id, ...body })).body;
      expect(await add({ mail_notification: true })).toMatchObject({
        msg: 'Parameters can not be empty',
        field: 'mail_address',
      });
      expect(await add({})).toMatchObject({ msg: 'Parameters can not be empty' });
      expect(await add({ mail_address: 'nobody', mail_notification: true })).toMatchObject({
        reason: 'mail-address-invalid',
      });
      const mail = await add({ mail_address: 'lamps@example.org', mail_notification: true });
      expect(mail.data).toMatchObject({ mail_notification: true, app_notification: false });
      const app = await add({ app_notification: true });
      expect(await add({ app_notification: true })).toMatchObject({
        msg: 'Only one App Configuration is allowed',
      });
      expect(
        (await admin.put(`/api/v2/config/notice/${mail.data.id}`, { app_notification: true })).body,
      ).toMatchObject({ msg: 'Only one App Configuration is allowed' });
      expect((await admin.delete(`/api/v2/config/notice/${app.data.id}`)).body.code).toBe(0);
      expect(
        (await admin.put(`/api/v2/config/notice/${mail.data.id}`, { app_notification: true })).body,
      ).toMatchObject({ msg: 'Success to update', data: { app_notification: true } });
      const list = (await admin.get(`/api/v2/config/notice?project_id=${project_id}`)).body.data;
      expect(list).toMatchObject({ total: 1, list: [{ mail_address: 'lamps@example.org' }] });
      const all = (await admin.get('/api/v2/config/notice')).body.data;
      expect(all.list).toContainEqual(list.list[0]);
    });
  });

  describe('the project dashboard', () => {
    it('lists every group, checked or not, with totals', async () => {
      const id = await project();
      const { data } = await lamps(id, { lng_t: 121.47, lat_t: 31.23 });
      await lamps(id, { name: 'Quay', in_use: false });
      const board = (await admin.get(`/api/v2/project-board?project_id=${id}`)).body.data;
      expect(board).toMatchObject({ total: 2, lamp_count: 24, lamps_on: 0, failed: 0 });
      expect(board.list[0]).toMatchObject({
        lamp_group_id: data.id,
        name: 'Pier',
        presence: 'offline',
        status: 'switch:',
        verdict: null,
        findings: {},
        lng_t: 121.47,
      });
      expect((await admin.post('/api/v2/project-check', { project_id: id })).body.code).toBe(0);
      expect((await stranger.post('/api/v2/project-check', { project_id: id })).status).toBe(404);
    });
  });
});
