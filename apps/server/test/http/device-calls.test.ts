/** Device calls over HTTP on both API versions: wire shapes, ids and codes, messages. */
import { describe, expect, it } from 'vitest';
import { recordAlarms } from '../../src/areas/alarms/record-alarms.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import { word } from '../alarms/alarm-words.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCustomer, buildGroup, PASSWORD } from '../support/factories/customer.ts';
import { freshCode, report } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

describeWithDatabase('device calls over HTTP', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const customer = fixture(() => buildCustomer(server.parts.context, { code: 'Own' }));
  const branch = fixture(() => buildGroup(server.parts.context, customer, 'Branch'));
  const admin = fixture(() => buildClient(server, customer, { role: 'admin' }));
  const viewer = fixture(() => buildClient(server, customer, { role: 'viewer' }));

  const form = (over: Record<string, unknown> = {}) => ({
    id: '',
    deviceName: 'Pump station',
    deviceSymbolCode: freshCode(),
    deviceType: 'MT61',
    rate: customer.rateId,
    groupId: customer.groupId,
    userId: admin.userId,
    manufactureName: '',
    ...over,
  });

  async function added(over: Record<string, unknown> = {}) {
    const asked = form(over);
    const answer = await admin.post('/device/addOrUpdate', asked);
    expect(answer.body).toMatchObject({ errCode: 0, msg: 'Success to save' });
    return { ...answer.body.data, code: asked.deviceSymbolCode as string };
  }

  it.each([{}, { 'content-type': 'application/json' }])(
    'treat a POST without a body like an empty form (%j)',
    async (headers) => {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/device/findByConditions',
        headers: { ...headers, authorization: admin.token! },
      });
      expect(answer.json()).toMatchObject({ errCode: 0 });
    },
  );

  describe('addOrUpdate', () => {
    it('registers a device whichever way the id is left out', async () => {
      for (const id of ['', null, undefined]) {
        const device = await added({ id });
        expect(device).toMatchObject({
          id: expect.any(Number),
          device_secret: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
          code: device.code,
        });
      }
    });

    it('changes a device by id or code, does not show the secret again, and retains the code', async () => {
      const { id, code } = await added();
      for (const name of [id, String(id), code]) {
        const asked = form({ id: name, deviceSymbolCode: code, deviceName: `by ${name}` });
        const answer = await admin.post('/device/addOrUpdate', asked);
        expect(answer.body).toEqual({ errCode: 0, msg: 'Success to update', data: { id } });
        const detail = await admin.get(`/api/v2/device?device_code=${code}`);
        expect(detail.body.data.device_name).toBe(`by ${name}`);
      }
      const other = await admin.post('/device/addOrUpdate', form({ id }));
      expect(other.body).toMatchObject({
        errCode: 40024,
        reason: 'device-code-fixed',
        field: 'deviceSymbolCode',
      });
    });

    it.each([
      ['deviceName', 40001],
      ['deviceSymbolCode', 40001],
      ['deviceType', 40001],
      ['rate', 40001],
      ['groupId', 40001],
    ])('rejects a missing %s with %i', async (field, errCode) => {
      const { id, code } = await added();
      for (const over of [{}, { id, deviceSymbolCode: code }]) {
        const answer = await admin.post('/device/addOrUpdate', form({ ...over, [field]: '' }));
        expect(answer.body).toMatchObject({ errCode, field });
      }
    });

    it.each([
      ['a foreign user id', { userId: 5 }, 403, 403, 'userId'],
      ['a short code', { deviceSymbolCode: 'A12345678' }, 200, 40012, 'deviceSymbolCode'],
      ['an unknown type', { deviceType: 'MT99' }, 200, 40014, 'deviceType'],
      ['an unknown rate', { rate: 5 }, 200, 404, 'rate'],
      ['an unknown group', { groupId: 5 }, 200, 404, 'groupId'],
      ['an unknown id', { id: 5 }, 200, 404, undefined],
    ])('rejects %s with one message', async (_name, over, status, errCode, field) => {
      const answer = await admin.post('/device/addOrUpdate', form(over));
      expect([answer.status, answer.body.errCode, answer.body.field]).toEqual([
        status,
        errCode,
        field,
      ]);
      expect(answer.body.msg).not.toBe('');
    });

    it('is forbidden for viewers', async () => {
      expect((await viewer.post('/device/addOrUpdate', form())).status).toBe(403);
    });
  });

  describe('device lists', () => {
    it('describe the same device on v1, on v2 and on the map', async () => {
      const { id, code } = await added({ deviceName: 'Cold store', address: 'Gate 3' });
      const now = server.clock.now();
      const state = { connected: true, heardAt: now, csq: 23, action: 'closeByCommand' } as const;
      await report(server.parts.context, customer.customerId, id, state);
      await admin.put(`/api/v2/device-map/${code}`, { lng_t: 121.47, lat_t: 31.23 });
      const v1 = await viewer.post('/device/findByConditions', {
        rows: '10',
        currentPage: '1',
        groupId: String(customer.groupId),
        keyword: code,
      });
      expect(v1.body).toMatchObject({
        errCode: 0,
        currentPage: 1,
        totalPage: 1,
        totalCount: 1,
        rows: 10,
      });
      const map = { lng: expect.any(Number), lat: expect.any(Number), lng_t: 121.47, lat_t: 31.23 };
      expect(v1.body.data).toEqual([
        {
          id,
          deviceName: 'Cold store',
          deviceSymbolCode: code,
          deviceType: 'MT61',
          rate: customer.rateId,
          rateName: 'Default',
          groupId: customer.groupId,
          groupName: 'Own',
          status: 'switch:closeByCommand',
          statusTime: now,
          onLine: 'online',
          presence: 'online',
          heardTime: now,
          csq: 23,
          ratedVol: null,
          ratedCur: null,
          hVersion: '',
          sVersion: '',
          band: '',
          address: 'Gate 3',
          ...map,
        },
      ]);
      const v2 = await viewer.get(`/api/v2/devices?keyword=${code}&pn=1&ps=5`);
      expect(v2.body.data).toMatchObject({
        total: 1,
        list: [{ id, device_code: code, online: true, status: 'switch:closeByCommand', csq: 23 }],
      });
      const one = await viewer.get(`/api/v2/device-map?device_code=${code}`);
      const row = {
        id,
        device_name: 'Cold store',
        device_code: code,
        ...map,
        online: true,
        presence: 'online',
        status: 'switch:closeByCommand',
        csq: 23,
        rated_cur: null,
        alarm_count: 0,
        alarm_type: null,
        load_kw: null,
        load_percent: null,
        load_at: null,
      };
      expect(one.body.data).toEqual({ device_map_list: [row], device_code: code, ...map });
      expect((await viewer.get(`/api/v2/device-map/${id}`)).body.data).toEqual(row);
      const all = await viewer.get('/api/v2/device-map');
      expect(all.body.data.device_map_list).toContainEqual(row);
    });

    it('show the current state on the map regardless of what was shown before', async () => {
      const { id, code } = await added();
      const shown = async () => {
        const { body } = await viewer.get('/api/v2/device-map');
        const rows = body.data.device_map_list as { id: number; device_name: string }[];
        return rows.find((row) => row.id === id);
      };
      const state = {
        connected: true,
        heardAt: server.clock.now(),
        csq: 7,
        action: 'openByManual',
      } as const;
      expect(await shown()).toMatchObject({ device_code: code, lng_t: null, status: 'switch:' });
      await admin.put(`/api/v2/device-map/${id}`, { lng_t: 121.47, lat_t: 31.23 });
      await report(server.parts.context, customer.customerId, id, state);
      expect(await shown()).toMatchObject({
        lng_t: 121.47,
        lat_t: 31.23,
        presence: 'online',
        status: 'switch:openByManual',
        csq: 7,
      });
      expect((await admin.put('/api/v2/device', { id, device_name: 'Renamed' })).body.code).toBe(0);
      expect(await shown()).toMatchObject({ device_name: 'Renamed', lng_t: 121.47 });
      await admin.post('/device/delete', { id });
      expect(await shown()).toBeUndefined();
    });

    it('return 13 rows by default, and all rows if 100000 are requested', async () => {
      for (let i = 0; i < 15; i += 1) await added();
      const page = await viewer.post('/device/findByConditions', {});
      expect([page.body.data.length, page.body.rows]).toEqual([13, 13]);
      expect(page.body.totalPage).toBe(Math.ceil(page.body.totalCount / 13));
      const all = await viewer.post('/device/findByConditions', { rows: 100000, currentPage: 1 });
      expect(all.body.data).toHaveLength(page.body.totalCount);
      const beyond = await viewer.post('/device/findByConditions', {
        rows: 13,
        currentPage: 99999,
      });
      expect([beyond.body.errCode, beyond.body.data]).toEqual([0, []]);
      const zero = await viewer.post('/device/findByConditions', { rows: 0, currentPage: 0 });
      expect([zero.body.data.length, zero.body.currentPage]).toEqual([13, 1]);
    });

    it('have the same totals on both versions', async () => {
      const v2 = await viewer.get('/api/v2/statistics-online');
      const v1 = await viewer.post('/sys/home/statisticsOnline', { groupId: customer.groupId });
      expect(v1.body.data).toEqual(v2.body.data);
      const { total, online, offline } = v2.body.data;
      expect(online + offline).toBe(total);
    });

    it('return the types that can be registered', async () => {
      const types = await viewer.get('/api/v2/device-type');
      const names = types.body.data.device_type_list.map((type: { name: string }) => type.name);
      expect(names).toEqual(expect.arrayContaining(['MT61', 'MT61GP', 'MT88C', 'MT88', 'HF-DTU']));
    });
  });

  describe('device alarms', () => {
    it('count earth leakage everywhere except in the dashboard’s list of ten', async () => {
      const { id, code } = await added();
      const at = server.parts.context.clock.now();
      const type = 'electricLeakage' as const;
      await recordAlarms(
        server.parts.context.database.db,
        [word({ customerId: customer.customerId, deviceId: id, at, type })],
        at,
      );
      const list = async (query: string) => (await viewer.get(`/api/v2/alarms${query}`)).body;
      const rows = async (query: string) => {
        const { alarm_list, total } = (await list(query)).data.list;
        return [alarm_list.map((row: { type: string }) => row.type), total];
      };
      const leakage = [['electric_leakage'], 1];
      expect(await rows('?pn=1&ps=10&handled=all')).toEqual([[], 1]);
      expect(await rows('?ps=0&handled=0')).toEqual([[], 1]);
      for (const query of [
        'ps=20',
        'handled=0',
        `device_code=${code}`,
        'alarm_type=all',
        'alarm_type=electric_leakage',
        'alarm_type=electricLeakage',
      ]) {
        expect([query, ...(await rows(`?${query}`))]).toEqual([query, ...leakage]);
      }
      expect((await list('?alarm_type=leakage')).code).toBe(40964);
      const { data } = (await viewer.get('/api/v2/alarm-count?date_type=day')).body;
      expect(data.count).toMatchObject({ alarm_count: 1, active_count: 1, count_leakage: 1 });
      expect(data.device_alarm_list).toMatchObject([{ device_code: code, percentage: 100 }]);
      const counts = await viewer.post('/alarm/countAlarms', {});
      expect(counts.body.data).toMatchObject({ day: { alarmCount: 1 }, unhandled: 1 });
      expect((await viewer.post('/alarm/findAlarms', {})).body.totalCount).toBe(1);
      const detail = await viewer.get(`/api/v2/device?device_code=${code}`);
      expect(detail.body.data.alarms).toMatchObject([{ type: 'electric_leakage' }]);
    });

    it('are distributed over the devices in percentages that add up to 100', async () => {
      const { context } = server.parts;
      const at = context.clock.now();
      for (let i = 0; i < 3; i += 1) {
        const { id } = await added({ groupId: branch.groupId });
        await recordAlarms(
          context.database.db,
          [word({ customerId: customer.customerId, deviceId: id, at })],
          at,
        );
      }
      const path = `/api/v2/alarm-count?date_type=day&group_id=${branch.groupId}`;
      const { device_alarm_list } = (await viewer.get(path)).body.data;
      expect(device_alarm_list.map(({ percentage }: { percentage: number }) => percentage)).toEqual(
        [33.34, 33.33, 33.33],
      );
    });

    it('are deleted without a reason, or with a reason that is stored', async () => {
      const { id } = await added();
      const at = server.parts.context.clock.now();
      for (const reason of ['', 'Test of the relay']) {
        const told = word({
          customerId: customer.customerId,
          deviceId: id,
          at,
          phase: reason === '' ? 'A' : 'B',
        });
        await recordAlarms(server.parts.context.database.db, [told], at);
        const open = await viewer.get('/api/v2/alarms?open=1&kind=alarm&alarm_type=overVoltage');
        const alarm = open.body.data.list.alarm_list[0].id;
        const query = reason === '' ? '' : `?reason=${encodeURIComponent(reason)}`;
        const deleted = await admin.delete(`/api/v2/alarm/${alarm}${query}`);
        expect(deleted.body).toMatchObject({ code: 0, msg: 'Success to delete' });
        const stored = await server.parts.context.database.db
          .selectFrom('alarm')
          .where('alarm_id', '=', alarm)
          .select('deletion_reason')
          .executeTakeFirstOrThrow();
        expect(stored.deletion_reason).toBe(reason);
      }
    });
  });

  describe('a single device', () => {
    it('is found by code, by id, and by both unless they identify different devices', async () => {
      const first = await added();
      const second = await added();
      for (const query of [
        `device_code=${first.code}`,
        `device_code=${first.id}`,
        `id=${first.id}`,
        `id=${first.code}`,
        `id=${first.id}&device_code=${first.code}`,
      ]) {
        const answer = await viewer.get(`/api/v2/device?${query}`);
        expect(answer.body.data?.id, query).toBe(first.id);
      }
      const two = await viewer.get(`/api/v2/device?id=${second.id}&device_code=${first.code}`);
      expect([two.status, two.body.code]).toEqual([404, 404]);
      expect((await viewer.get('/api/v2/device')).body).toMatchObject({ field: 'device_code' });
    });

    it('lists the slaves of a gateway with all their details if asked', async () => {
      const gateway = await added({ deviceType: 'MT88C' });
      const code = `${gateway.code}-7`;
      await added({ deviceSymbolCode: code, deviceType: 'slave' });
      const url = `/api/v2/device?device_code=${gateway.code}`;
      expect((await viewer.get(url)).body.data).not.toHaveProperty('slaves');
      const { slaves } = (await viewer.get(`${url}&slaves=true`)).body.data;
      expect(slaves).toEqual([(await viewer.get(`/api/v2/device?device_code=${code}`)).body.data]);
    });

    it('returns its newest readings however old they are', async () => {
      const { id, code } = await added();
      const now = server.clock.now();
      const at = (days: number) => ({
        customer_id: customer.customerId,
        device_id: id,
        ts: new Date(now - days * 86_400_000),
        content_hash: 1,
      });
      const { db } = server.parts.context.database;
      const read = async () => {
        const { data } = (await viewer.get(`/api/v2/device?device_code=${code}`)).body;
        return [data.variable?.values ?? null, data.energy?.values ?? null];
      };
      expect(await read()).toEqual([null, null]);
      await ensurePartitions(database, now - 70 * 86_400_000, now);
      const registers = (days: number, active_total_kwh: string) =>
        db.insertInto('energy_register').values({ ...at(days), active_total_kwh } as never);
      await registers(70, '1').execute();
      await registers(60, '2').execute();
      expect(await read()).toEqual([null, { epT: 2 }]);
      await db
        .insertInto('measurement')
        .values({ ...at(1), active_power_kw: 3 } as never)
        .execute();
      expect(await read()).toEqual([{ insP: 3 }, { epT: 2 }]);
      await registers(2, '4').execute();
      expect(await read()).toEqual([{ insP: 3 }, { epT: 4 }]);
    });

    it('returns its newest readings under their wire names', async () => {
      const { id, code } = await added();
      const now = server.clock.now();
      const key = {
        customer_id: customer.customerId,
        device_id: id,
        ts: new Date(now),
        content_hash: 1,
      };
      const { db } = server.parts.context.database;
      await db
        .insertInto('measurement')
        .values({ ...key, active_power_kw: 12.5, voltage_a_v: 231.2, power_factor: 0.97 } as never)
        .execute();
      await db
        .insertInto('energy_register')
        .values({ ...key, active_total_kwh: '1063.84', active_import_peak_kwh: '7.1' } as never)
        .execute();
      await db
        .updateTable('device')
        .set({ expected_interval_s: 900 })
        .where('device_id', '=', id)
        .execute();
      const { data } = (await viewer.get(`/api/v2/device?device_code=${code}`)).body;
      expect(data).toMatchObject({
        status: 'switch:',
        interval_s: 900,
        ins_p_history: 12.5,
        variable: { ts: now, values: { insP: 12.5, volPa: 231.2, pwrF: 0.97 } },
        energy: { ts: now, values: { epT: 1063.84, epI2: 7.1 } },
        lock: null,
        command: null,
        allowed: { open: false, close: false, lock: false, unlock: false },
      });
    });

    it('is changed on v2 in the given fields only', async () => {
      const { id, code } = await added();
      const changed = await admin.put('/api/v2/device', { device_code: code, device_name: 'Lift' });
      expect(changed.body).toMatchObject({
        code: 0,
        msg: 'Success to update',
        data: { id, device_name: 'Lift', device_type: 'MT61' },
      });
      const refused = await admin.put('/api/v2/device', { id, group_id: 5 });
      expect([refused.status, refused.body.field]).toEqual([404, 'group_id']);
    });

    it('gets a new secret that is shown once', async () => {
      const { code, device_secret } = await added();
      const answer = await admin.post(`/api/v2/device/${code}/secret`, { password: PASSWORD });
      expect(answer.body.data.device_code).toBe(code);
      expect(answer.body.data.device_secret).not.toBe(device_secret);
      const detail = JSON.stringify((await admin.get(`/api/v2/device?device_code=${code}`)).body);
      expect(detail).not.toContain(answer.body.data.device_secret);
      expect((await viewer.post(`/api/v2/device/${code}/secret`)).status).toBe(403);
    });

    it('is moved with coordinates as numbers or text, and the answer confirms it', async () => {
      const { id } = await added();
      const moved = await admin.put(`/api/v2/device-map/${id}`, {
        lng: '116.404',
        lat: '39.915',
        lng_t: '',
        lat_t: null,
      });
      expect(moved.body).toMatchObject({
        code: 0,
        msg: 'Coordinates updated',
        data: { lng: 116.404, lat: 39.915 },
      });
      const { lng_t, lat_t } = moved.body.data;
      const edited = await admin.put(`/api/v2/device-map/${id}`, {
        lng: 10,
        lat: 10,
        lng_t,
        lat_t,
      });
      expect(edited.body.data).toMatchObject({ lng: 10, lat: 10 });
      expect(edited.body.data.lng_t).toBeCloseTo(10, 1);
      const both = { lng: 116.404, lat: 39.915, lng_t: 121.4737, lat_t: 31.2304 };
      const disagreeing = await admin.put(`/api/v2/device-map/${id}`, both);
      expect(disagreeing.body.data).toMatchObject({ lng_t: 121.4737, lat_t: 31.2304 });
      expect(disagreeing.body.data.lng).toBeCloseTo(121.4848, 3);
      for (const [body, field] of [
        [{ lng_t: 'east', lat_t: '31' }, 'lng_t'],
        [{ lng_t: 121 }, 'lat_t'],
        [{ lng: 181, lat: 0 }, 'lng'],
      ] as const) {
        const refused = await admin.put(`/api/v2/device-map/${id}`, body);
        expect(refused.body).toMatchObject({ code: 40015, field });
      }
    });

    it('is deleted by id or code, by administrators only', async () => {
      const first = await added();
      const second = await added();
      expect((await viewer.post('/device/delete', { id: first.id })).status).toBe(403);
      const byId = await admin.post('/device/delete', { id: first.id, groupId: customer.groupId });
      expect(byId.body).toMatchObject({ errCode: 0, msg: 'Success to delete' });
      expect((await admin.post('/device/delete', { id: second.code })).body.errCode).toBe(0);
      for (const { id, code } of [first, second]) {
        expect((await admin.get(`/api/v2/device?device_code=${code}`)).status).toBe(404);
        expect((await admin.post('/device/delete', { id })).body.errCode).toBe(404);
      }
    });
  });
});
