/** Device information other than readings: connections, signal, notes, and the two secrets. */
import type { CustomerPermission } from '@busbar/domain/access/permission';
import type { MqttClient } from 'mqtt';
import { describe, expect, it } from 'vitest';
import { purgeDeviceHistory } from '../../src/areas/fleet/device-information/purge-history.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCustomer, buildUser, PASSWORD } from '../support/factories/customer.ts';
import { freshCode } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { type HttpClient, httpClient } from '../support/http-client.ts';
import { pollUntil } from '../support/programs/poll-until.ts';
import { connectDevice, publishUp } from '../support/start-gateway.ts';
import { startServer } from '../support/start-server.ts';

const DAY_MS = 86_400_000;

describeWithDatabase('device information', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api,gateway' } }));
  const customer = fixture(() => buildCustomer(server.parts.context));
  const admin = fixture(() => buildClient(server, customer, { role: 'admin' }));
  const operator = fixture(() => buildClient(server, customer));
  const viewer = fixture(() => buildClient(server, customer, { role: 'viewer' }));
  const stranger = fixture(async () =>
    buildClient(server, await buildCustomer(server.parts.context), { role: 'admin' }),
  );

  async function registered(deviceType = 'MT61') {
    const deviceCode = freshCode();
    const answer = await admin.post('/device/addOrUpdate', {
      deviceName: 'Pump',
      deviceSymbolCode: deviceCode,
      deviceType,
      rate: customer.rateId,
      groupId: customer.groupId,
    });
    return { deviceCode, secret: answer.body.data.device_secret as string };
  }
  const path = (code: string, rest = '') => `/api/v2/device-information/${code}${rest}`;
  const informationOf = async (code: string) => (await admin.get(path(code))).body.data;
  const log = async (code: string) =>
    (await viewer.get(path(code, '/connections'))).body.data.list.map(
      ({ event, cause }: { event: string; cause: string }) => `${event} ${cause}`,
    ) as string[];
  const logBecomes = (code: string, lines: readonly string[]) =>
    pollUntil(
      () => log(code),
      (got) => JSON.stringify(got) === JSON.stringify(lines),
    );

  async function connected(device: { deviceCode: string; secret: string }) {
    const client = await connectDevice(server.mqttPort, device, { keepalive: 60 });
    client.on('error', () => undefined);
    return client;
  }
  const ended = (client: MqttClient) =>
    client.connected
      ? new Promise<void>((resolve) => client.once('close', () => resolve()))
      : Promise.resolve();

  describe('the connection log', () => {
    it('distinguishes a disconnect from a broken connection and from a forbidden message', async () => {
      const device = await registered();
      const first = await connected(device);
      await logBecomes(device.deviceCode, ['came secret']);
      await first.endAsync();
      await logBecomes(device.deviceCode, ['went goodbye', 'came secret']);
      server.clock.advance(60_000);
      const second = await connected(device);
      await pollUntil(
        () => log(device.deviceCode),
        (lines) => lines.length === 3,
      );
      second.stream.destroy();
      await pollUntil(
        () => log(device.deviceCode),
        (lines) => lines[0] === 'went lost',
      );
      server.clock.advance(60_000);
      const third = await connected(device);
      await pollUntil(
        () => log(device.deviceCode),
        (lines) => lines.length === 5,
      );
      const gone = ended(third);
      await third.publishAsync('ep/1/SOMEBODYELSE/up/data', '{}', { qos: 0 });
      await gone;
      await pollUntil(
        () => log(device.deviceCode),
        (lines) => lines[0] === 'went refused',
      );
    });

    it('records a silent connection, and is paged newest first', async () => {
      const device = await registered();
      const client = await connected(device);
      await logBecomes(device.deviceCode, ['came secret']);
      const gone = ended(client);
      // The broker checks every five seconds whether anything arrived within 1.5 keep-alives.
      server.clock.advance(120_000);
      await gone;
      await logBecomes(device.deviceCode, ['went silent', 'came secret']);
      const page = await viewer.get(path(device.deviceCode, '/connections?pn=2&ps=1'));
      expect(page.body.data).toEqual({
        total: 2,
        list: [{ at: expect.any(Number), event: 'came', cause: 'secret' }],
      });
    });

    it('can be limited to a half-open time span, and then counts the entries of that span', async () => {
      const { deviceCode } = await registered();
      const { device_id } = await database.db
        .selectFrom('device')
        .select('device_id')
        .where('device_code', '=', deviceCode)
        .executeTakeFirstOrThrow();
      const now = server.clock.now();
      await database.db
        .insertInto('device_connection')
        .values(
          [40, 20, 10, 0].map((day) => ({
            ...{ customer_id: customer.customerId, device_id, connected: true },
            at: new Date(now - day * DAY_MS),
            cause: 'secret' as const,
          })),
        )
        .execute();
      const daysOf = async (query: string) => {
        const { data } = (await viewer.get(path(deviceCode, `/connections?${query}`))).body;
        const days = data.list.map((row: { at: number }) => (now - row.at) / DAY_MS);
        return { days, total: data.total };
      };
      const at = (day: number) => now - day * DAY_MS;
      expect(await daysOf('')).toEqual({ days: [0, 10, 20, 40], total: 4 });
      expect(await daysOf(`start=${at(20)}&end=${at(0)}`)).toEqual({ days: [10, 20], total: 2 });
      expect(await daysOf(`start=${at(20)}&pn=2&ps=1`)).toEqual({ days: [10], total: 3 });
      expect(await daysOf(`end=${at(20)}`)).toEqual({ days: [40], total: 1 });
      for (const [query, field] of [
        ['start=tomorrow', 'start'],
        ['end=tomorrow', 'end'],
        [`start=${now}&end=${now}`, undefined],
      ]) {
        const { body } = await viewer.get(path(deviceCode, `/connections?${query}`));
        expect(body.reason).toBe('range-invalid');
        expect(body.field).toBe(field);
      }
    });

    it('deletes old entries and those above the limit of a device, as does the signal history', async () => {
      const { deviceCode } = await registered();
      const { customerId } = customer;
      const { device_id } = await database.db
        .selectFrom('device')
        .select('device_id')
        .where('device_code', '=', deviceCode)
        .executeTakeFirstOrThrow();
      const now = server.clock.now();
      const days = [0, 1, 2, 3, 450, 1101, 1200];
      const at = (day: number) => new Date(now - day * DAY_MS);
      const key = { customer_id: customerId, device_id };
      await database.db
        .insertInto('device_connection')
        .values(
          days.map((day) => ({ ...key, at: at(day), connected: true, cause: 'secret' as const })),
        )
        .execute();
      await database.db
        .insertInto('device_signal')
        .values(days.map((day) => ({ ...key, minute: at(day), csq: day % 32 })))
        .execute();
      const expectLeft = async (kept: readonly number[]) => {
        const left = await database.db
          .selectFrom('device_connection')
          .select('at')
          .where('device_id', '=', device_id)
          .orderBy('at', 'desc')
          .execute();
        expect(left.map((row) => row.at)).toEqual(kept.map((day) => at(day).getTime()));
        const signals = await viewer.get(
          path(deviceCode, `/signals?start=${now - 1250 * DAY_MS}&end=${now + 1}`),
        );
        const told = signals.body.data.list.map(({ csq }: { csq: number }) => csq);
        expect(told.toReversed()).toEqual(kept.map((day) => day % 32));
      };
      await purgeDeviceHistory(server.parts.context);
      await expectLeft([0, 1, 2, 3, 450]);
      await purgeDeviceHistory(server.parts.context, 3);
      await expectLeft([0, 1, 2]);
    });
  });

  describe('the signal history', () => {
    it('has one value a minute, the last one reported, oldest first', async () => {
      const device = await registered();
      const client = await connected(device);
      for (const [csq, wait] of [
        [10, 1_000],
        [12, 60_000],
        [31, 0],
      ] as const) {
        await publishUp(client, device.deviceCode, 'info', { csq });
        server.clock.advance(wait);
      }
      const { body } = await viewer.get(path(device.deviceCode, '/signals'));
      expect(body.data.list.map((point: { csq: number }) => point.csq)).toEqual([12, 31]);
      expect(body.data.list[0].ts % 60_000).toBe(0);
      const before = `/signals?end=${body.data.list[0].ts}`;
      expect((await viewer.get(path(device.deviceCode, before))).body.data.list).toEqual([]);
      expect(body.data.cut).toBe(false);
      const bad = await viewer.get(path(device.deviceCode, '/signals?start=tomorrow'));
      expect(bad.body).toMatchObject({ reason: 'range-invalid', field: 'start' });
    });
  });

  it('returns the newest signal values, and reports the cut, if a chart cannot show all', async () => {
    const { deviceCode } = await registered();
    const { device_id } = await database.db
      .selectFrom('device')
      .select('device_id')
      .where('device_code', '=', deviceCode)
      .executeTakeFirstOrThrow();
    const now = server.clock.now();
    const write = (from: number, count: number) =>
      database.db
        .insertInto('device_signal')
        .values(
          Array.from({ length: count }, (_, i) => ({
            ...{ customer_id: customer.customerId, device_id, csq: 20 },
            minute: new Date(now - (from + i + 1) * 60_000),
          })),
        )
        .execute();
    const told = async () => (await viewer.get(path(deviceCode, '/signals'))).body.data;
    await write(0, 2_000);
    expect(await told()).toMatchObject({ cut: false, list: { length: 2_000 } });
    await write(2_000, 1);
    const { cut, list } = await told();
    expect([cut, list.length]).toEqual([true, 2_000]);
    expect(list[0].ts).toBe(now - 2_000 * 60_000);
  });

  describe('the nameplate', () => {
    it('shows the values of the device and those entered by a user', async () => {
      const device = await registered();
      const client = await connected(device);
      await publishUp(client, device.deviceCode, 'info', {
        hVersion: '1.2',
        sVersion: '3.4.1',
        ratedVol: 230,
        ratedCur: 63,
        csq: 23,
      });
      const { revision } = await informationOf(device.deviceCode);
      const saved = await operator.put('/api/v2/device', {
        device_code: device.deviceCode,
        installed_on: '2024-02-29',
        address: 'Cellar 2',
        revision,
      });
      expect(saved.body).toMatchObject({ code: 0 });
      expect(await informationOf(device.deviceCode)).toMatchObject({
        h_version: '1.2',
        s_version: '3.4.1',
        rated_vol: 230,
        rated_cur: 63,
        csq: 23,
        installed_on: '2024-02-29',
        address: 'Cellar 2',
        revision: revision + 1,
        credentials: { old_until: null, used: 'secret', used_at: expect.any(Number) },
        rejected: 0,
        notes: 0,
        photos: 0,
      });
    });

    it('refuses the second of two concurrent changes, and retains the first', async () => {
      const { deviceCode } = await registered();
      const { revision } = await informationOf(deviceCode);
      const change = (client: HttpClient, device_name: string) =>
        client.put('/api/v2/device', { device_code: deviceCode, device_name, revision });
      const answers = await Promise.all([change(admin, 'Lift'), change(operator, 'Crane')]);
      const reasons = answers.map(({ body }) => body.reason ?? 'saved').sort();
      expect(reasons).toEqual(['device-changed', 'saved']);
      const winner = answers[0].body.code === 0 ? 'Lift' : 'Crane';
      expect((await informationOf(deviceCode)).device_name).toBe(winner);
    });

    it.each([
      [
        'a day in the future',
        { installed_on: '2031-01-01' },
        'installation-day-invalid',
        'installed_on',
      ],
      [
        'an invalid day',
        { installed_on: '2026-02-30' },
        'installation-day-invalid',
        'installed_on',
      ],
      ['an invalid voltage', { rated_vol: 0 }, 'rating-invalid', 'rated_vol'],
      ['an infinite current', { rated_cur: 1e9 }, 'rating-invalid', 'rated_cur'],
    ])('rejects %s and names the field', async (_case, change, reason, field) => {
      const { deviceCode } = await registered();
      const answer = await admin.put('/api/v2/device', { device_code: deviceCode, ...change });
      expect(answer.body).toMatchObject({ reason, field });
      expect(answer.body.msg).toMatch(new RegExp(`^${field}`));
      expect((await informationOf(deviceCode)).revision).toBe(1);
    });

    it('is hidden from other customers, and counts rejected messages only for users who may read them', async () => {
      const { deviceCode } = await registered();
      for (const rest of ['', '/connections', '/signals', '/notes']) {
        expect((await stranger.get(path(deviceCode, rest))).status).toBe(404);
      }
      expect((await viewer.get(path(deviceCode))).body.data.rejected).toBeNull();
    });
  });

  describe('notes', () => {
    const notesOf = async (client: HttpClient, code: string) =>
      (await client.get(path(code, '/notes'))).body.data.list;

    it('have author and time, are listed newest first, and are deleted by their author or an administrator', async () => {
      const { deviceCode } = await registered();
      const add = (client: HttpClient, text: string) =>
        client.post(path(deviceCode, '/notes'), { text });
      const mine = (await operator.post(path(deviceCode, '/notes'), { text: ' Tightened ' })).body;
      expect(mine.data).toMatchObject({ text: 'Tightened', at: server.clock.now() });
      const theirs = (await add(admin, 'Fuse replaced')).body;
      expect(
        (await notesOf(operator, deviceCode)).map((note: { text: string; deletable: boolean }) => [
          note.text,
          note.deletable,
        ]),
      ).toEqual([
        ['Fuse replaced', false],
        ['Tightened', true],
      ]);
      const away = (client: HttpClient, id: number) =>
        client.delete(path(deviceCode, `/notes/${id}`));
      expect((await away(operator, theirs.data.id)).status).toBe(403);
      expect((await away(admin, mine.data.id)).body).toMatchObject({ code: 0 });
      expect((await away(admin, mine.data.id)).status).toBe(404);
      expect(await notesOf(viewer, deviceCode)).toHaveLength(1);
      expect((await add(viewer, 'may not')).status).toBe(403);
      expect((await add(operator, ' \u0000 ')).body).toMatchObject({
        reason: 'info-required',
        field: 'text',
      });
      const other = await registered();
      expect((await admin.delete(path(other.deviceCode, `/notes/${theirs.data.id}`))).status).toBe(
        404,
      );
    });
  });

  it('depends on permissions and not on the built-in role that a custom role was copied from', async () => {
    const { deviceCode } = await registered();
    const note = (await admin.post(path(deviceCode, '/notes'), { text: 'Fuse replaced' })).body;
    const clerk = await withOwnRole('admin', ['data.read', 'device.write']);
    const reader = await withOwnRole('viewer', ['data.read', 'message.read', 'device.write']);
    const manager = await withOwnRole('viewer', ['data.read', 'device.write', 'user.manage']);
    const rejectedFor = async (client: HttpClient) =>
      (await client.get(path(deviceCode))).body.data.rejected;
    expect([await rejectedFor(clerk), await rejectedFor(reader)]).toEqual([null, 0]);
    const remove = (client: HttpClient) =>
      client.delete(path(deviceCode, `/notes/${note.data.id}`));
    expect((await remove(clerk)).status).toBe(403);
    expect((await remove(reader)).status).toBe(403);
    expect((await remove(manager)).body).toMatchObject({ code: 0 });
  });

  async function withOwnRole(
    role: 'admin' | 'viewer',
    permissions: CustomerPermission[],
  ): Promise<HttpClient> {
    const { customerId } = customer;
    const { id } = await database.db
      .insertInto('custom_role')
      .values({
        customer_id: customerId,
        name: permissions.join(' '),
        copied_from: role,
        permissions,
        created_at: new Date(),
        changed_at: new Date(),
      })
      .returning('custom_role_id as id')
      .executeTakeFirstOrThrow();
    const { userId, userName } = await buildUser(server.parts.context, customer, { role });
    await database.db
      .updateTable('user_account')
      .set({ custom_role_id: id })
      .where('customer_id', '=', customerId)
      .where('user_id', '=', userId)
      .execute();
    const client = httpClient(server.app);
    await client.login(userName, PASSWORD);
    return client;
  }

  describe('a new secret', () => {
    const renew = (code: string, body: object) => admin.post(`/api/v2/device/${code}/secret`, body);
    const letsIn = async (deviceCode: string, secret: string) => {
      const client = await connectDevice(server.mqttPort, { deviceCode, secret }).catch(
        () => undefined,
      );
      await client?.endAsync();
      return client !== undefined;
    };

    it('requires the password of an administrator', async () => {
      const { deviceCode, secret } = await registered();
      for (const [body, reason] of [
        [{}, 'password-required'],
        [{ password: 'wrong' }, 'bad-credentials'],
      ] as const) {
        expect((await renew(deviceCode, body)).body).toMatchObject({ reason, field: 'password' });
      }
      const asked = { password: PASSWORD };
      expect((await operator.post(`/api/v2/device/${deviceCode}/secret`, asked)).status).toBe(403);
      expect(await letsIn(deviceCode, secret)).toBe(true);
    });

    it('immediately invalidates the old one and ends its connection', async () => {
      const device = await registered();
      const client = await connected(device);
      await logBecomes(device.deviceCode, ['came secret']);
      const gone = ended(client);
      const { data } = (await renew(device.deviceCode, { password: PASSWORD })).body;
      await gone;
      await logBecomes(device.deviceCode, ['went credentials', 'came secret']);
      expect(data.old_until).toBeNull();
      expect(await letsIn(device.deviceCode, device.secret)).toBe(false);
      expect(await letsIn(device.deviceCode, data.device_secret)).toBe(true);
    });

    it('leaves the old one valid until the given time, and then ends its connections', async () => {
      const device = await registered();
      const old_until = server.clock.now() + 600_000;
      const asked = { password: PASSWORD, old_until };
      const { data } = (await renew(device.deviceCode, asked)).body;
      expect(data.old_until).toBe(old_until);
      expect(await letsIn(device.deviceCode, data.device_secret)).toBe(true);
      const client = await connected(device);
      await pollUntil(
        () => informationOf(device.deviceCode),
        ({ credentials }) => credentials.used === 'old-secret',
      );
      expect((await informationOf(device.deviceCode)).credentials.old_until).toBe(old_until);
      const gone = ended(client);
      server.clock.stepTo(old_until);
      server.clock.advance(5_000);
      await gone;
      await pollUntil(
        () => log(device.deviceCode),
        (lines) => lines[0] === 'went old-secret-over',
      );
      expect(await letsIn(device.deviceCode, device.secret)).toBe(false);
      expect(await letsIn(device.deviceCode, data.device_secret)).toBe(true);
      expect((await informationOf(device.deviceCode)).credentials.old_until).toBeNull();
    });

    it('rejects an end in the past or too far ahead, and a third secret in addition to two', async () => {
      const device = await registered();
      const now = server.clock.now();
      for (const old_until of [now, now + 31 * DAY_MS, 'soon']) {
        expect(
          (await renew(device.deviceCode, { password: PASSWORD, old_until })).body,
        ).toMatchObject({ reason: 'old-secret-until-invalid', field: 'old_until' });
      }
      const asked = { password: PASSWORD, old_until: now + DAY_MS };
      const second = (await renew(device.deviceCode, asked)).body.data.device_secret;
      const third = (await renew(device.deviceCode, asked)).body.data.device_secret;
      expect(await letsIn(device.deviceCode, device.secret)).toBe(false);
      expect(await letsIn(device.deviceCode, second)).toBe(true);
      expect(await letsIn(device.deviceCode, third)).toBe(true);
    });
  });
});
