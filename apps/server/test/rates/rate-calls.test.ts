/**
 * Tariffs over HTTP on both API versions: versions by day, rejections, and the tariff of a device.
 */
import { DEFAULT_CALENDAR, type TariffCalendar } from '@busbar/domain/tariff/tariff-calendar';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCustomer, PASSWORD } from '../support/factories/customer.ts';
import { freshCode } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { startServer, TEST_NOW } from '../support/start-server.ts';

const PRICES = { rate_1: 1.5, rate_2: '1.0400', rate_3: 0.65, rate_4: 0.0001 };
const TODAY = '2026-11-20';
const DAY_MS = 86_400_000;

const TWO_BANDS: TariffCalendar = {
  weekend: [7, 6],
  holidays: ['2027-01-01', '10-01'],
  seasons: [
    {
      name: 'Year',
      from: '01-01',
      to: '12-31',
      weekday: [
        { band: 'valley', from: 1320, to: 450 },
        { band: 'peak', from: 450, to: 1320 },
      ],
      weekend: [{ band: 'valley', from: 0, to: 1440 }],
      holiday: null,
    },
  ],
};

describeWithDatabase('tariffs over HTTP', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const customer = fixture(() => buildCustomer(server.parts.context));
  const admin = fixture(() => buildClient(server, customer, { role: 'admin' }));
  const viewer = fixture(() => buildClient(server, customer, { role: 'viewer' }));
  let count = 0;
  beforeEach(() => at(TEST_NOW));

  /** Sessions expire before days pass, so a test that advances the clock signs in again. */
  async function at(ms: number) {
    if (server.clock.now() === ms) return;
    server.clock.stepTo(ms);
    await admin.login(admin.userName, PASSWORD);
    await viewer.login(viewer.userName, PASSWORD);
  }

  const freshName = () => `Tariff ${++count}`;

  async function added(over: Record<string, unknown> = {}) {
    const answer = await admin.post('/api/v2/rate', { name: freshName(), ...PRICES, ...over });
    expect(answer.body).toMatchObject({ code: 0, msg: 'Success to save' });
    return answer.body.data;
  }

  const change = (id: number, over: Record<string, unknown>) =>
    admin.put(`/api/v2/rate/${id}`, { name: 'x', ...PRICES, ...over });
  const read = async (id: number) => (await viewer.get(`/api/v2/rate/${id}`)).body.data;

  describe('a new tariff', () => {
    it('has one version without a start, with the default hours', async () => {
      const made = await added({ name: '  Workshop  ' });
      const prices = { rate_1: 1.5, rate_2: 1.04, rate_3: 0.65, rate_4: 0.0001 };
      expect(await read(made.id)).toEqual({
        id: made.id,
        name: 'Workshop',
        ...prices,
        is_default: 'no',
        next_start_day: null,
        changeable: true,
        devices: 0,
        versions: [
          {
            version: 1,
            start_day: null,
            state: 'current',
            ...prices,
            calendar: DEFAULT_CALENDAR,
            created_at: TEST_NOW,
          },
        ],
      });
      expect((await viewer.get('/api/v2/rates')).body.data).toContainEqual({
        id: made.id,
        name: 'Workshop',
        ...prices,
        is_default: 'no',
        next_start_day: null,
        changeable: true,
      });
    });

    it('stores the given hours, in order', async () => {
      const made = await added({ calendar: TWO_BANDS });
      const [season] = made.versions[0].calendar.seasons;
      expect(season.weekday).toEqual([
        TWO_BANDS.seasons[0]?.weekday[1],
        TWO_BANDS.seasons[0]?.weekday[0],
      ]);
      expect(made.versions[0].calendar).toMatchObject({
        weekend: [6, 7],
        holidays: ['10-01', '2027-01-01'],
      });
    });

    it.each([
      ['no name', { name: '' }, 'name'],
      ['a name of spaces', { name: '  \u202e ' }, 'name'],
      ['a null name', { name: null }, 'name'],
      ['a price of zero', { rate_3: 0 }, 'rate_3'],
      ['a price of zeros', { rate_1: '0.0000' }, 'rate_1'],
      ['an empty price', { rate_4: '' }, 'rate_4'],
      ['a missing price', { rate_2: undefined }, 'rate_2'],
      ['a missing price before an invalid one', { rate_1: -1, rate_2: null }, 'rate_2'],
    ])('is rejected as incomplete with %s', async (_name, over, field) => {
      const answer = await admin.post('/api/v2/rate', { name: freshName(), ...PRICES, ...over });
      expect([answer.status, answer.body]).toMatchObject([
        200,
        { code: 40001, msg: 'need info', field },
      ]);
    });

    it.each([
      ['negative', { rate_1: -0.5 }, 'rate_1'],
      ['with a comma', { rate_2: '1,25' }, 'rate_2'],
      ['of 30 digits', { rate_3: '123456789012345678901234567890' }, 'rate_3'],
      ['of five decimals', { rate_4: 0.12345 }, 'rate_4'],
      ['of nine digits', { rate_1: 100_000_000 }, 'rate_1'],
      ['as text', { rate_1: 'free' }, 'rate_1'],
    ])('is rejected with a price %s, naming its field', async (_name, over, field) => {
      const answer = await admin.post('/api/v2/rate', { name: freshName(), ...PRICES, ...over });
      expect(answer.body).toMatchObject({ code: 40041, reason: 'price-invalid', field });
      expect(answer.body.msg).toMatch(new RegExp(`^${field}: must be a price above zero`));
    });

    it('is rejected if its hours leave a gap, which is named', async () => {
      const [season] = TWO_BANDS.seasons;
      const calendar = {
        ...TWO_BANDS,
        seasons: [{ ...season, weekday: [{ band: 'peak', from: 455, to: 1320 }] }],
      };
      const answer = await admin.post('/api/v2/rate', { name: freshName(), ...PRICES, calendar });
      expect(answer.body).toMatchObject({ code: 40043, field: 'calendar' });
      expect(answer.body.msg).toBe(
        'The hours do not give every moment exactly one band: Year, weekday: no band from 00:00 to 07:35; Year, weekday: no band from 22:00 to 24:00',
      );
    });

    it('is rejected if its seasons overlap', async () => {
      const [season] = TWO_BANDS.seasons;
      const seasons = [season, { ...season, from: '06-01', to: '06-30' }];
      const answer = await admin.post('/api/v2/rate', {
        name: freshName(),
        ...PRICES,
        calendar: { ...TWO_BANDS, seasons },
      });
      expect(answer.body.msg).toContain('more than one season from 06-01 to 06-30');
    });

    it('has a name that is unique within the customer, ignoring case', async () => {
      const { name, id } = await added();
      const again = { name: name.toUpperCase(), ...PRICES };
      expect((await admin.post('/api/v2/rate', again)).body).toMatchObject({
        reason: 'rate-name-taken',
        field: 'name',
      });
      const other = await added();
      expect((await change(other.id, { name })).body).toMatchObject({ reason: 'rate-name-taken' });
      expect((await change(id, { name })).body).toMatchObject({ code: 0 });
      expect((await admin.delete(`/api/v2/rate/${id}`)).body).toMatchObject({ code: 0 });
      expect((await admin.post('/api/v2/rate', again)).body).toMatchObject({ code: 0 });
    });

    it('is created once however many concurrent requests use its name', async () => {
      const name = freshName();
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => admin.post('/api/v2/rate', { name, ...PRICES })),
      );
      const codes = answers.map((answer) => answer.body.code).sort((a, b) => a - b);
      expect(codes).toEqual([0, 40042, 40042, 40042, 40042]);
    });
  });

  describe('a further version', () => {
    it('applies from its day on, and the previous one until then', async () => {
      const { id, name } = await added();
      const answer = await change(id, { name, rate_1: 9, start_day: '2026-11-22' });
      expect(answer.body).toMatchObject({ code: 0, msg: 'Success to update' });
      expect(await read(id)).toMatchObject({
        rate_1: 1.5,
        next_start_day: '2026-11-22',
        versions: [
          { version: 2, start_day: '2026-11-22', state: 'coming', rate_1: 9 },
          { version: 1, start_day: null, state: 'current', rate_1: 1.5 },
        ],
      });
      // The day is the customer's: 23:59 and 00:00 in Shanghai.
      await at(Date.parse('2026-11-21T15:59:59Z'));
      expect(await read(id)).toMatchObject({ rate_1: 1.5, next_start_day: '2026-11-22' });
      await at(Date.parse('2026-11-21T16:00:00Z'));
      expect(await read(id)).toMatchObject({
        rate_1: 9,
        next_start_day: null,
        versions: [
          { version: 2, state: 'current' },
          { version: 1, state: 'past' },
        ],
      });
    });

    it('starts today by default, and changes nothing in the past', async () => {
      const { id, name } = await added();
      expect((await change(id, { name, rate_1: 2 })).body.code).toBe(0);
      expect((await change(id, { name, rate_1: 3 })).body.code).toBe(0);
      const { versions, ...rate } = await read(id);
      expect(rate.rate_1).toBe(3);
      expect(
        versions.map((v: Record<string, unknown>) => [v.version, v.start_day, v.state]),
      ).toEqual([
        [3, TODAY, 'current'],
        [2, TODAY, 'past'],
        [1, null, 'past'],
      ]);
    });

    it('replaces a version that was to start on the same day', async () => {
      const { id, name } = await added();
      await change(id, { name, rate_1: 2, start_day: '2026-12-01' });
      await change(id, { name, rate_1: 3, start_day: '2026-12-05' });
      await change(id, { name, rate_1: 4, start_day: '2026-12-01' });
      const { versions, next_start_day } = await read(id);
      expect(next_start_day).toBe('2026-12-01');
      expect(versions.map((v: Record<string, unknown>) => [v.start_day, v.rate_1])).toEqual([
        ['2026-12-05', 3],
        ['2026-12-01', 4],
        [null, 1.5],
      ]);
      await at(Date.parse('2026-12-10T00:00:00Z'));
      expect((await read(id)).rate_1).toBe(3);
    });

    it('is not created for a change of name, and inherits the hours if none are given', async () => {
      const { id } = await added({ calendar: TWO_BANDS });
      const renamed = await change(id, { name: `${freshName()} renamed` });
      expect(renamed.body.data.versions).toHaveLength(1);
      const changed = await change(id, { name: freshName(), rate_1: 7 });
      expect(changed.body.data.versions[0].calendar).toEqual(
        changed.body.data.versions[1].calendar,
      );
      const same = await change(id, { name: freshName(), rate_1: 7, calendar: TWO_BANDS });
      expect(same.body.data.versions).toHaveLength(2);
    });

    it.each(['2026-11-19', '1999-01-01', '2026-02-30', 'tomorrow', '', '2200-01-01'])(
      'must not start on "%s"',
      async (start_day) => {
        const { id, name } = await added();
        const before = await read(id);
        const answer = await change(id, { name, rate_1: 5, start_day });
        expect(answer.body).toMatchObject({ code: 40044, field: 'start_day' });
        expect(await read(id)).toEqual(before);
      },
    );

    it('can be withdrawn until it starts', async () => {
      const { id, name } = await added();
      await change(id, { name, rate_1: 2, start_day: '2026-11-21' });
      const path = `/api/v2/rate/${id}/version`;
      expect((await admin.delete(`${path}/1`)).body).toMatchObject({
        reason: 'rate-version-begun',
      });
      for (const wrong of ['3', '0', 'x', '99999999999']) {
        expect((await admin.delete(`${path}/${wrong}`)).status).toBe(404);
      }
      expect((await viewer.delete(`${path}/2`)).status).toBe(403);
      const withdrawn = await admin.delete(`${path}/2`);
      expect(withdrawn.body.data.versions).toHaveLength(1);
      await change(id, { name, rate_1: 2, start_day: '2026-11-21' });
      await at(TEST_NOW + DAY_MS);
      expect((await admin.delete(`${path}/2`)).body).toMatchObject({
        reason: 'rate-version-begun',
      });
      expect((await read(id)).rate_1).toBe(2);
    });
  });

  describe('deleting a tariff', () => {
    it('is rejected for the system tariff, with the message of the specification', async () => {
      const answer = await admin.delete(`/api/v2/rate/${customer.rateId}`);
      expect(answer.body).toMatchObject({ code: 40046, msg: 'The system rate cannot be deleted' });
      const old = await admin.post('/device/rate/delete', { id: customer.rateId });
      expect(old.body).toMatchObject({ errCode: 40046, msg: 'The system rate cannot be deleted' });
    });

    it('is rejected with the number of devices that use it, until none does', async () => {
      const { id } = await added();
      const devices = await Promise.all([addDevice(id), addDevice(id)]);
      const answer = await admin.delete(`/api/v2/rate/${id}`);
      expect(answer.body).toMatchObject({ code: 40047, reason: 'rate-in-use' });
      expect(answer.body.msg).toBe('The rate is in use, number of devices that have it: 2');
      expect((await read(id)).devices).toBe(2);
      for (const device of devices) await moveDevice(device, customer.rateId);
      expect((await admin.delete(`/api/v2/rate/${id}`)).body).toMatchObject({ code: 0 });
      expect((await viewer.get(`/api/v2/rate/${id}`)).status).toBe(404);
      expect((await admin.post('/device/addOrUpdate', deviceForm(id))).body.errCode).toBe(404);
    });
  });

  describe('tariffs on v1', () => {
    it('are added, changed from a day on and deleted', async () => {
      const name = freshName();
      const made = await admin.post('/device/rate/addOrUpdate', { id: '', name, ...PRICES });
      expect(made.body).toEqual({
        errCode: 0,
        msg: 'Success to save',
        data: { id: expect.any(Number) },
      });
      const { id } = made.body.data;
      const form = { id, name, ...PRICES, rate_4: 3, startDay: '2026-12-24' };
      expect((await admin.post('/device/rate/addOrUpdate', form)).body).toEqual({
        errCode: 0,
        msg: 'Success to update',
        data: { id },
      });
      expect((await read(id)).versions[0]).toMatchObject({ start_day: '2026-12-24', rate_4: 3 });
      const past = await admin.post('/device/rate/addOrUpdate', {
        ...form,
        startDay: '2026-11-19',
      });
      expect(past.body).toMatchObject({ errCode: 40044, field: 'startDay' });
      const zero = await admin.post('/device/rate/addOrUpdate', { ...form, rate_2: 0 });
      expect(zero.body).toMatchObject({ errCode: 40001, msg: 'need info', field: 'rate_2' });
      expect((await viewer.post('/device/rate/addOrUpdate', form)).status).toBe(403);
      expect((await admin.post('/device/rate/delete', { id })).body).toEqual({
        errCode: 0,
        msg: 'Success to delete',
      });
      expect((await admin.post('/device/rate/delete', { id })).body.errCode).toBe(404);
    });
  });

  it('record each change in the operation log', async () => {
    const { id, name } = await added();
    await change(id, { name, rate_1: 2, start_day: '2026-11-25' });
    await admin.delete(`/api/v2/rate/${id}/version/2`);
    await admin.delete(`/api/v2/rate/${id}`);
    const log = await server.parts.context.database.db
      .selectFrom('operation_log')
      .where('customer_id', '=', customer.customerId)
      .where('module', '=', 'Tariffs')
      .orderBy('operation_log_id', 'desc')
      .limit(4)
      .select(['command', 'user_name', 'detail'])
      .execute();
    expect(log.reverse()).toMatchObject([
      { command: 'add rate', user_name: admin.userName, detail: { rate: name, version: 1 } },
      {
        command: 'change rate',
        detail: { version: 2, startDay: '2026-11-25', prices: { sharp: '2' } },
      },
      { command: 'withdraw rate version', detail: { version: 2 } },
      { command: 'delete rate', detail: { rate: name } },
    ]);
  });

  describe("a device's tariff", () => {
    const ratesOf = async (deviceId: number) => {
      const rows = await server.parts.context.database.db
        .selectFrom('device_rate')
        .where('device_id', '=', deviceId)
        .orderBy('start_day')
        .select(['start_day', 'rate_id'])
        .execute();
      return rows.map((row) => [row.start_day, row.rate_id]);
    };

    it('applies without a start date, and a later one from the day of the change on', async () => {
      const [first, second] = [await added(), await added()];
      const device = await addDevice(customer.rateId);
      expect(await ratesOf(device.id)).toEqual([['-infinity', customer.rateId]]);
      // A save with the same tariff starts no new version.
      await moveDevice(device, customer.rateId);
      expect(await ratesOf(device.id)).toHaveLength(1);
      await moveDevice(device, first.id);
      await moveDevice(device, second.id);
      expect(await ratesOf(device.id)).toEqual([
        ['-infinity', customer.rateId],
        [TODAY, second.id],
      ]);
      // At 00:00 in Shanghai the next day begins, though not yet in UTC.
      await at(Date.parse('2026-11-20T16:00:00Z'));
      await moveDevice(device, first.id);
      expect(await ratesOf(device.id)).toEqual([
        ['-infinity', customer.rateId],
        [TODAY, second.id],
        ['2026-11-21', first.id],
      ]);
    });
  });

  const deviceForm = (rate: number) => ({
    deviceName: 'Pump',
    deviceSymbolCode: freshCode(),
    deviceType: 'MT61',
    rate,
    groupId: customer.groupId,
  });

  async function addDevice(rate: number) {
    const form = deviceForm(rate);
    const answer = await admin.post('/device/addOrUpdate', form);
    expect(answer.body.errCode).toBe(0);
    return { ...form, id: answer.body.data.id as number };
  }

  async function moveDevice(device: Awaited<ReturnType<typeof addDevice>>, rate: number) {
    const answer = await admin.post('/device/addOrUpdate', { ...device, rate });
    expect(answer.body.errCode).toBe(0);
  }
});
