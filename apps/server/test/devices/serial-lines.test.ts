/** Serial lines of DTUs over HTTP: settings, meters, refusals, and who may see and change them. */
import { DIAL_IN } from '@busbar/domain/line/line-transport';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { rowsOfDevice } from '../support/devices/device-rows.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { freshCode } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';

const LINE = {
  ...{ protocol: 'modbus-rtu', baud: 9600, heartbeat: 'HB', needs_secret: true },
  ...DIAL_IN,
};
const ADDRESS = { transport: 'modbus-tcp', host: 'meter.example.org', port: 502 };
let hosts = 0;
const freshHost = () => `meter-${++hosts}.example.org`;
const NO_RATIOS = { ct_primary: null, ct_secondary: null, pt_primary: null, pt_secondary: null };
const METER = { station: '7', profile: 'eastron-sdm630', interval_s: 60, ...NO_RATIOS };
const RATIOS = { ct_primary: 200, ct_secondary: 5, pt_primary: 10_000, pt_secondary: 100 };
const DLT645 = { ...METER, profile: 'dlt645-2007-three-phase', station: '000012345678' };
const READ_ONLY = {
  ...{ can_switch: false, has_password: false },
  ...{ password_level: null, operator_code: null, close_mode: null },
};
const ACCESS = { password_level: 2, operator_code: '00000042', close_mode: 'close' };
const SWITCHED = { ...DLT645, ...ACCESS, can_switch: true, password: '135790' };
/** The only profile with ratios. */
const WITH_RATIOS = { ...METER, profile: 'acrel-dtsd1352', ...RATIOS };

describeWithDatabase('the serial line of a DTU', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api', DTU_PORT: '4196' } }));
  const customer = fixture(() => buildCustomer(server.parts.context));
  const group = fixture(() => buildGroup(server.parts.context, customer, 'Hall'));
  const other = fixture(() => buildGroup(server.parts.context, customer, 'Quay'));
  const operator = fixture(() => buildClient(server, customer));
  const viewer = fixture(() => buildClient(server, customer, { role: 'viewer' }));
  const neighbour = fixture(() => buildClient(server, customer, { groupId: other.groupId }));
  const stranger = fixture(async () =>
    buildClient(server, await buildCustomer(server.parts.context), { role: 'admin' }),
  );

  async function registered(deviceType = 'HF-DTU', deviceSymbolCode = freshCode()) {
    const answer = await operator.post('/device/addOrUpdate', {
      deviceName: 'Collector',
      deviceSymbolCode,
      deviceType,
      rate: customer.rateId,
      groupId: group.groupId,
    });
    expect(answer.body.errCode).toBe(0);
    return deviceSymbolCode;
  }
  /** A DTU of another customer, with a user who may change it. */
  async function dtuOfAnother() {
    const owner = await buildCustomer(server.parts.context);
    const other = await buildClient(server, owner, { role: 'admin' });
    const code = freshCode();
    const answer = await other.post('/device/addOrUpdate', {
      deviceName: 'Elsewhere',
      deviceSymbolCode: code,
      deviceType: 'HF-DTU',
      rate: owner.rateId,
      groupId: owner.groupId,
    });
    expect(answer.body.errCode).toBe(0);
    return { other, code };
  }
  const path = (code: string, rest = '') => `/api/v2/serial-line/${code}${rest}`;
  const look = async (code: string) => (await operator.get(path(code))).body.data;
  const add = async (code: string, meter: object = {}, who = operator) =>
    (await who.post(path(code, '/meters'), { name: 'Workshop', ...METER, ...meter })).body;
  const change = async (code: string, meter: string, settings: object, who = operator) =>
    (await who.put(path(code, `/meters/${meter}`), settings)).body;
  const remove = async (code: string, meter: string, who = operator) =>
    (await who.delete(path(code, `/meters/${meter}`))).body;
  /** A DTU with saved settings of its line. */
  async function withLine(line: object = {}) {
    const code = await registered();
    expect((await operator.put(path(code), { ...LINE, ...line })).body.code).toBe(0);
    return code;
  }
  const deviceOf = (code: string) =>
    database.db
      .selectFrom('device')
      .selectAll()
      .where('device_code', '=', code)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
  const logged = async (code: string) => {
    const lines = await database.db
      .selectFrom('operation_log')
      .select(['command', 'user_name'])
      .where('customer_id', '=', customer.customerId)
      .where('device_code', '=', code)
      .orderBy('operation_log_id')
      .execute();
    return lines.map(({ command, user_name }) => `${command} ${user_name}`);
  };

  describe('its settings', () => {
    it('are empty until they are saved, and then as saved', async () => {
      const code = await registered();
      expect(await look(code)).toMatchObject({
        device_code: code,
        device_name: 'Collector',
        group_id: group.groupId,
        rate_id: customer.rateId,
        line: null,
        trouble: null,
        dtu_port: 4196,
        meters: [],
      });
      await operator.put(path(code), LINE);
      expect((await look(code)).line).toEqual(LINE);
      const changed = {
        ...{ protocol: 'dlt645-2007', baud: 2400, heartbeat: '', needs_secret: false },
        ...DIAL_IN,
      };
      await operator.put(path(code), changed);
      expect((await look(code)).line).toEqual(changed);
      expect((await logged(code)).slice(1)).toEqual(
        Array.from({ length: 2 }, () => `change line ${operator.userName}`),
      );
    });

    it('are read again by the driver, and a DTU without a secret must register again', async () => {
      const events: [string, boolean][] = [];
      const { bus } = server.parts.context;
      const end = bus.subscribe('device.changed', ({ deviceCode, credentialsEnded }) => {
        events.push([deviceCode, credentialsEnded]);
      });
      const code = await withLine({ needs_secret: false });
      await operator.put(path(code), LINE);
      await operator.put(path(code), { ...LINE, baud: 4800 });
      end();
      expect(events.filter(([of]) => of === code).slice(1)).toEqual([
        [code, false],
        [code, true],
        [code, false],
      ]);
    });

    it.each([
      [{ baud: 9601 }, 'baud-rate-invalid', 'baud'],
      [{ heartbeat: '心跳' }, 'heartbeat-invalid', 'heartbeat'],
    ])('are refused as a whole with %j', async (wrong, reason, field) => {
      const code = await withLine();
      const { body } = await operator.put(path(code), { ...LINE, ...wrong });
      expect(body).toMatchObject({ reason, field });
      expect((await look(code)).line).toEqual(LINE);
    });

    it('keep the protocol while meters use it', async () => {
      const code = await withLine();
      const { data } = await add(code);
      const dlt645 = { ...LINE, protocol: 'dlt645-2007' };
      expect((await operator.put(path(code), dlt645)).body).toMatchObject({
        reason: 'line-protocol-in-use',
        field: 'protocol',
      });
      await remove(code, data.device_code);
      expect((await operator.put(path(code), dlt645)).body.code).toBe(0);
    });

    describe('with an address', () => {
      const put = async (code: string, change: object) =>
        (await operator.put(path(code), { ...LINE, ...change })).body;

      it('are stored in lower case, and remain if only other settings are sent', async () => {
        const code = await withLine({ ...ADDRESS, host: 'Gateway.Example.ORG', port: 4001 });
        const stored = { ...LINE, ...ADDRESS, host: 'gateway.example.org', port: 4001 };
        expect(await look(code)).toMatchObject({ line: stored, trouble: null });
        const { transport, host, port, ...rest } = { ...stored, baud: 19_200 };
        expect((await operator.put(path(code), rest)).body.code).toBe(0);
        expect((await look(code)).line).toEqual({ ...rest, transport, host, port });
        await put(code, DIAL_IN);
        expect((await look(code)).line).toEqual(LINE);
      });

      it.each([
        [{ host: null }, 'line-host-invalid', 'host'],
        [{ host: 'a b' }, 'line-host-invalid', 'host'],
        [{ host: ':::1' }, 'line-host-invalid', 'host'],
        [{ port: null }, 'line-port-invalid', 'port'],
        [{ port: 25 }, 'line-port-invalid', 'port'],
        [{ host: '127.0.0.1' }, 'address-not-public', 'host'],
        [{ host: '169.254.169.254' }, 'address-not-public', 'host'],
        [{ host: '::ffff:10.0.0.1' }, 'address-not-public', 'host'],
        [{ protocol: 'dlt645-2007' }, 'line-transport-protocol', 'transport'],
      ])('are refused as a whole with %j', async (wrong, reason, field) => {
        const code = await withLine();
        const body = await put(code, { ...ADDRESS, host: freshHost(), ...wrong });
        expect(body).toMatchObject({ reason, field });
        expect((await look(code)).line).toEqual(LINE);
      });

      it('belong to one line, also of another customer, until it gives them up', async () => {
        const address = { ...ADDRESS, host: freshHost() };
        const first = await withLine(address);
        const second = await withLine({ ...ADDRESS, host: freshHost() });
        const own = (await look(second)).line;
        const taken = { reason: 'line-address-taken', field: 'host' };
        expect(await put(second, { ...address, transport: 'rtu-over-tcp' })).toMatchObject(taken);
        expect((await look(second)).line).toEqual(own);
        const { other: elsewhere, code } = await dtuOfAnother();
        const answer = await elsewhere.put(path(code), { ...LINE, ...address });
        expect(answer.body).toMatchObject(taken);
        expect((await put(first, { ...address, port: 5020 })).code).toBe(0);
        expect((await elsewhere.put(path(code), { ...LINE, ...address })).body.code).toBe(0);
        expect((await look(first)).line.port).toBe(5020);
      });

      it('are the same IP address in any of its forms', async () => {
        const host = '2606:4700:4700::1111';
        const code = await withLine({ ...ADDRESS, host: '2606:4700:4700:0:0:0:0:1111' });
        expect((await look(code)).line.host).toBe(host);
        const second = await withLine();
        expect(await put(second, { ...ADDRESS, host })).toMatchObject({
          reason: 'line-address-taken',
        });
      });

      it('are free when the DTU is deleted', async () => {
        const address = { ...ADDRESS, host: freshHost() };
        const first = await withLine(address);
        const { device_id } = await deviceOf(first);
        const admin = await buildClient(server, customer, { role: 'admin' });
        const deleted = await admin.post('/device/delete', { id: device_id });
        expect(deleted.body.errCode).toBe(0);
        await withLine(address);
      });

      it('have meters of Modbus TCP, which no other line has', async () => {
        const meter = { profile: 'carlo-gavazzi-em24-e1' };
        const code = await withLine({ ...ADDRESS, host: freshHost() });
        expect((await add(code, meter)).code).toBe(0);
        expect(await put(code, DIAL_IN)).toMatchObject({ reason: 'line-protocol-in-use' });
        expect(await add(await withLine(), meter)).toMatchObject({
          reason: 'meter-profile-protocol',
        });
      });
    });

    it('exist for a DTU only', async () => {
      const breaker = await registered('MT61');
      const answers = [
        (await operator.get(path(breaker))).body,
        (await operator.put(path(breaker), LINE)).body,
        await add(breaker),
        await change(breaker, breaker, METER),
        await remove(breaker, breaker),
      ];
      expect(answers.map(({ reason }) => reason)).toEqual(
        Array.from({ length: 5 }, () => 'device-not-dtu'),
      );
    });
  });

  describe('its meters', () => {
    it('are registered as slaves of the DTU, in its group, with its tariff', async () => {
      const code = await withLine();
      const first = await add(code, { name: ' Workshop ' });
      expect(first).toMatchObject({ code: 0, data: { device_code: `${code}-7` } });
      const second = await add(code, { ...WITH_RATIOS, station: '21', interval_s: 900 });
      expect(second.data.device_code).toBe(`${code}-1`);
      const dtu = await deviceOf(code);
      expect(await deviceOf(`${code}-7`)).toMatchObject({
        name: 'Workshop',
        kind: 'slave',
        gateway_id: dtu.device_id,
        slave_address: 7,
        group_id: group.groupId,
        rate_id: customer.rateId,
        expected_interval_s: 60,
        secret_hash: null,
      });
      expect((await look(code)).meters).toEqual([
        {
          ...{ device_code: `${code}-1`, device_name: 'Workshop', slot: 1 },
          ...{ presence: 'offline', measured_at: null },
          settings: { ...WITH_RATIOS, ...READ_ONLY, station: '21', interval_s: 900 },
        },
        {
          ...{ device_code: `${code}-7`, device_name: 'Workshop', slot: 7 },
          ...{ presence: 'offline', measured_at: null },
          settings: { ...METER, ...READ_ONLY },
        },
      ]);
      expect(await logged(`${code}-7`)).toEqual([`add meter ${operator.userName}`]);
    });

    it('get a tariff that the request names', async () => {
      const code = await withLine();
      expect(await add(code, { rate: 4_000_000 })).toMatchObject({ code: 404 });
      expect(await add(code, { rate: customer.rateId })).toMatchObject({ code: 0 });
    });

    it('can be the DTU itself', async () => {
      const code = await withLine();
      expect(await change(code, code, METER)).toMatchObject({ code: 0 });
      expect((await look(code)).meters).toMatchObject([
        { device_code: code, slot: null, settings: METER },
      ]);
      expect(await add(code)).toMatchObject({ reason: 'station-taken', field: 'station' });
      await remove(code, code);
      expect((await look(code)).meters).toEqual([]);
    });

    it('are changed, and the device expects its readings in the new interval', async () => {
      const code = await withLine();
      const { data } = await add(code);
      const settings = { ...WITH_RATIOS, station: '8', interval_s: 300 };
      expect(await change(code, data.device_code, settings)).toMatchObject({ code: 0 });
      expect((await look(code)).meters).toMatchObject([{ slot: 7, settings }]);
      const { device_id, expected_interval_s } = await deviceOf(data.device_code);
      expect(expected_interval_s).toBe(300);
      // Energy of earlier days is not computed again.
      const { rows } = await sql`select isfinite(from_ts) as "isPart" from energy_dirty
        where device_id = ${device_id}`.execute(database.db);
      expect(rows).toEqual([{ isPart: true }]);
      expect((await logged(data.device_code)).at(-1)).toBe(`change meter ${operator.userName}`);
    });

    it('remain as devices after their settings are removed, and can be set again', async () => {
      const code = await withLine();
      const { data } = await add(code);
      expect(await remove(code, data.device_code)).toMatchObject({ code: 0 });
      expect((await look(code)).meters).toMatchObject([
        { device_code: data.device_code, settings: null },
      ]);
      expect(await remove(code, data.device_code)).toMatchObject({ code: 404 });
      expect(await change(code, data.device_code, METER)).toMatchObject({ code: 0 });
      expect((await logged(data.device_code)).map((line) => line.split(' ')[0])).toEqual([
        ...['add', 'remove', 'change'],
      ]);
    });

    it('leave their station when they are deleted', async () => {
      const code = await withLine();
      const admin = await buildClient(server, customer, { role: 'admin' });
      const { data } = await add(code);
      await admin.post('/device/delete', { id: data.device_code });
      expect(await add(code)).toMatchObject({ code: 0, data: { device_code: `${code}-7` } });
    });

    it('never have the same station, even if they are added at the same time', async () => {
      const code = await withLine();
      const answers = await Promise.all(Array.from({ length: 4 }, () => add(code)));
      expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
      expect(answers.filter(({ reason }) => reason === 'station-taken')).toHaveLength(3);
    });

    it('are at most twenty slaves', async () => {
      const code = await withLine();
      for (let station = 1; station <= 20; station += 1) {
        expect(await add(code, { station: String(station) })).toMatchObject({ code: 0 });
      }
      expect(await add(code, { station: '21' })).toMatchObject({ reason: 'line-full' });
    });

    it('have twelve digits as their station in DL/T 645', async () => {
      const code = await withLine({ protocol: 'dlt645-2007', baud: 2400 });
      expect(await add(code, { ...DLT645, station: '1' })).toMatchObject({
        reason: 'station-invalid',
      });
      expect(await add(code, DLT645)).toMatchObject({ data: { device_code: `${code}-1` } });
    });

    it.each([
      [{ name: '  ' }, 'info-required', 'name'],
      [{ name: '<b>' }, 'name-has-markup', 'name'],
      [{ profile: 'none' }, 'meter-profile-unknown', 'profile'],
      [{ profile: 'dlt645-2007-three-phase' }, 'meter-profile-protocol', 'profile'],
      [{ profile: 'carlo-gavazzi-em24-e1' }, 'meter-profile-protocol', 'profile'],
      [{ station: '248' }, 'station-invalid', 'station'],
      [{ station: '0' }, 'station-broadcast', 'station'],
      [{ profile: 'acrel-dtsd1352' }, 'ratio-required', 'ct_primary'],
      [{ ct_primary: 200, ct_secondary: 5 }, 'ratio-unused', 'ct_primary'],
      [{ interval_s: 9 }, 'interval-invalid', 'interval_s'],
    ])('are refused with %j', async (wrong, reason, field) => {
      const code = await withLine();
      expect(await add(code, wrong)).toMatchObject({ reason, field });
      expect((await look(code)).meters).toEqual([]);
    });

    it('can be switched with settings that are returned without the password', async () => {
      const code = await withLine({ protocol: 'dlt645-2007', baud: 2400 });
      const { data } = await add(code, SWITCHED);
      const settingsOf = async () => (await look(code)).meters[0].settings;
      const settings = { ...DLT645, ...ACCESS, can_switch: true, has_password: true };
      expect(await settingsOf()).toEqual(settings);

      const { password: _, ...withoutPassword } = SWITCHED;
      const changed = { ...withoutPassword, close_mode: 'allow-close' };
      expect(await change(code, data.device_code, changed)).toMatchObject({ code: 0 });
      expect(await settingsOf()).toEqual({ ...settings, close_mode: 'allow-close' });
      expect(await change(code, data.device_code, DLT645)).toMatchObject({ code: 0 });
      expect(await settingsOf()).toEqual({ ...settings, close_mode: 'allow-close' });

      const { device_id: deviceId } = await deviceOf(data.device_code);
      const [row] = await rowsOfDevice(database, 'line_meter', deviceId);
      expect(row!['password']).toMatch(/^sealed:1:/);
      const log = await rowsOfDevice(database, 'operation_log', deviceId);
      expect(log.length).toBeGreaterThan(2);
      expect(JSON.stringify(log)).not.toContain('135790');
      expect(JSON.stringify(log)).not.toContain('sealed');
      expect(log[0]!['detail']).toMatchObject({ canSwitch: true, isAccessChanged: true });

      const off = { ...DLT645, can_switch: false };
      expect(await change(code, data.device_code, off)).toMatchObject({ code: 0 });
      expect(await settingsOf()).toEqual({ ...DLT645, ...READ_ONLY });
      const [after] = await rowsOfDevice(database, 'line_meter', deviceId);
      expect(after).toMatchObject({ password: null, operator_code: null, can_switch: false });
    });

    it('need their password again at another station, and are only read without it', async () => {
      const code = await withLine({ protocol: 'dlt645-2007', baud: 2400 });
      const { data } = await add(code, SWITCHED);
      const { password: _, ...withoutPassword } = SWITCHED;
      const station = '000000000099';
      expect(await change(code, data.device_code, { ...withoutPassword, station })).toMatchObject({
        reason: 'meter-password-invalid',
        field: 'password',
      });
      expect(await change(code, data.device_code, { ...DLT645, station })).toMatchObject({
        code: 0,
      });
      expect((await look(code)).meters[0].settings).toMatchObject(READ_ONLY);
    });

    it.each([
      [{ password: null }, 'meter-password-invalid', 'password'],
      [{ password: '12' }, 'meter-password-invalid', 'password'],
      [{ password_level: 10 }, 'password-level-invalid', 'password_level'],
      [{ operator_code: '1' }, 'operator-code-invalid', 'operator_code'],
      [{ close_mode: null }, 'close-mode-required', 'close_mode'],
    ])('are not switched with %j', async (wrong, reason, field) => {
      const code = await withLine({ protocol: 'dlt645-2007', baud: 2400 });
      expect(await add(code, { ...SWITCHED, ...wrong })).toMatchObject({ reason, field });
      expect((await look(code)).meters).toEqual([]);
    });

    it('need no password as Modbus breakers', async () => {
      const code = await withLine();
      const breaker = { ...METER, profile: 'generic-modbus-breaker' };
      await add(code, { ...breaker, can_switch: true });
      const settings = { ...breaker, ...READ_ONLY, can_switch: true };
      expect((await look(code)).meters).toMatchObject([{ settings }]);
      await change(code, `${code}-7`, { ...breaker, interval_s: 120 });
      expect((await look(code)).meters).toMatchObject([
        { settings: { ...settings, interval_s: 120 } },
      ]);
    });

    it('are only read with Modbus', async () => {
      const code = await withLine();
      expect(await add(code, { can_switch: true })).toMatchObject({
        reason: 'meter-cannot-switch',
        field: 'can_switch',
      });
    });

    it('need the settings of the line', async () => {
      const code = await registered();
      expect(await add(code)).toMatchObject({ reason: 'line-missing' });
      expect(await change(code, code, METER)).toMatchObject({ reason: 'line-missing' });
    });

    it('belong to one line only', async () => {
      const [one, two] = [await withLine(), await withLine()];
      const { data } = await add(one);
      expect(await change(two, data.device_code, METER)).toMatchObject({ code: 404 });
      expect(await remove(two, data.device_code)).toMatchObject({ code: 404 });
      expect((await look(one)).meters).toMatchObject([{ settings: METER }]);
    });
  });

  describe('access', () => {
    it('is refused to other customers and other groups, as if the DTU did not exist', async () => {
      const code = await withLine();
      const { data } = await add(code);
      for (const who of [stranger, neighbour]) {
        const answers = [
          (await who.get(path(code))).body,
          (await who.put(path(code), { ...LINE, baud: 1200 })).body,
          await add(code, { station: '9' }, who),
          await change(code, data.device_code, { ...METER, station: '9' }, who),
          await remove(code, data.device_code, who),
        ];
        expect(answers.map((answer) => answer.code)).toEqual([404, 404, 404, 404, 404]);
      }
      expect(await look(code)).toMatchObject({ line: LINE, meters: [{ settings: METER }] });
    });

    it('does not include meters that were moved to another group', async () => {
      const code = await withLine();
      const { data } = await add(code);
      const inHall = await buildClient(server, customer, { groupId: group.groupId });
      await operator.put('/api/v2/device', {
        device_code: data.device_code,
        group_id: other.groupId,
      });
      expect((await inHall.get(path(code))).body.data.meters).toEqual([]);
      expect(await change(code, data.device_code, METER, inHall)).toMatchObject({ code: 404 });
      expect(await add(code, {}, inHall)).toMatchObject({ reason: 'station-taken' });
    });

    it('is limited to reading for a viewer', async () => {
      const code = await withLine();
      expect((await viewer.get(path(code))).body.data.line).toEqual(LINE);
      expect((await viewer.put(path(code), LINE)).status).toBe(403);
      expect(await add(code, {}, viewer)).toMatchObject({ code: 403 });
    });
  });

  it('lists the meters that can be polled', async () => {
    const { data } = (await viewer.get('/api/v2/meter-profiles')).body;
    const profileOf = (of: string) => data.find(({ id }: { id: string }) => id === of);
    expect(profileOf('chint-dtsu666-h')).toMatchObject({
      maker: 'Chint',
      protocol: 'modbus-rtu',
      baud: 4800,
      parity: 'none',
      station: '11',
      ratios: [],
      quantities: expect.arrayContaining(['voltageA', 'activePower']),
    });
    expect(profileOf('acrel-dtsd1352').ratios).toEqual(['ct', 'pt']);
    expect(profileOf('dlt645-2007-three-phase')).toMatchObject({ station: null, parity: 'even' });
  });
});
