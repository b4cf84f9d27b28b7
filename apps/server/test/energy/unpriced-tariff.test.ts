/**
 * A tariff without prices: energy is recorded in its bands and has no amount anywhere. Prices that
 * are entered later apply to the days without prices, and to no other day.
 */
import { beforeAll, expect, it } from 'vitest';
import { closeDuePeriods } from '../../src/areas/energy/billing/close-period.ts';
import { runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import { adjustChangedPeriods } from '../../src/areas/energy/settlement/adjust-closed.ts';
import { billTable } from '../../src/areas/reports/rows/bill-rows.ts';
import { energyTable } from '../../src/areas/reports/rows/energy-rows.ts';
import type { ReportJob } from '../../src/areas/reports/rows/report-table.ts';
import { translatorFor } from '../../src/areas/shared/i18n/translator.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { towerForm, towerUserForm } from '../support/devices/tower-form.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildCaller, buildCustomer } from '../support/factories/customer.ts';
import { type BuiltDevice, buildDevice } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { startServer, TEST_NOW } from '../support/start-server.ts';
import { firstDifference, groupDays, ledgerOf, sendRegisters } from './ledger-fixture.ts';

const HOUR = 3_600_000;
/** 2026-10-30 00:00 in Shanghai; `TEST_NOW` is on 2026-11-20. */
const OCTOBER = Date.UTC(2026, 9, 29, 16);
const NOVEMBER = OCTOBER + 48 * HOUR;
const PRICES = { sharp: '1.25', peak: '1.04', offPeak: '0.65', valley: '0.26' } as const;
const BODY = { name: 'Default', rate_1: 1.25, rate_2: 1.04, rate_3: 0.65, rate_4: 0.26 };
const NO_FEES = { fee: null, fee_1: null, fee_2: null, fee_3: null, fee_4: null };

describeWithDatabase('a tariff without prices', (database) => {
  beforeAll(() => ensurePartitions(database, OCTOBER - 70 * 24 * HOUR, TEST_NOW));
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));

  async function world(prices: typeof PRICES | null) {
    const ctx = server.parts.context;
    const customer = await buildCustomer(ctx, { prices });
    const { customerId, groupId, rateId } = customer;
    await database.db
      .updateTable('customer')
      .set({ created_at: new Date(Date.UTC(2020, 0, 1)) })
      .where('customer_id', '=', customerId)
      .execute();
    const admin = await buildClient(server, customer, { role: 'admin' });
    const caller = await buildCaller(ctx, customer, { role: 'admin' });
    const device = await buildDevice(ctx, caller);
    const send = async (
      { deviceId }: BuiltDevice,
      ...rows: readonly (readonly [at: number, kwh: number])[]
    ) => {
      const readings = rows.map(([at, kwh]) => ({ deviceId, at, registers: { activeTotal: kwh } }));
      await sendRegisters(ctx, { customerId } as never, readings);
      await runEnergy(ctx);
    };
    const data = async (path: string) => (await admin.get(`/api/v2/${path}`)).body.data;
    const setPrices = (over: Record<string, unknown> = {}) =>
      admin.put(`/api/v2/rate/${rateId}`, { ...BODY, ...over });
    return { ctx, customerId, groupId, admin, caller, device, send, data, setPrices };
  }
  type World = Awaited<ReturnType<typeof world>>;

  /** Sends 8 kWh for the last two days of October and 6 for November, in valley and peak. */
  const use = ({ send, device }: World) =>
    send(
      device,
      [OCTOBER, 100],
      [OCTOBER + 6 * HOUR, 103],
      [OCTOBER + 33 * HOUR, 108],
      [NOVEMBER + 9 * HOUR, 112],
      [NOVEMBER + 29 * HOUR, 114],
    );

  async function rowsOf({ ctx, customerId, groupId, device }: World, kind: 'energy' | 'bill') {
    const t = translatorFor('en');
    const job = {
      ctx,
      task: { customerId, groupId, from: OCTOBER, to: TEST_NOW, deviceIds: null },
      t,
      zone: 'Asia/Shanghai',
      currency: 'RMB',
      devices: [{ deviceId: device.deviceId }],
      reportProgress: () => undefined,
    } as unknown as ReportJob;
    const { rows } = (kind === 'energy' ? energyTable : billTable)(t, 'RMB');
    const all: unknown[] = [];
    for await (const piece of rows(job)) all.push(...(piece as unknown[]));
    return all;
  }

  it('records the energy by band and returns no amount in any call', async () => {
    const made = await world(null);
    const { data, admin, device } = made;
    await use(made);
    expect(await data('rates')).toMatchObject([
      { rate_1: null, rate_2: null, rate_3: null, rate_4: null, is_default: 'yes' },
    ]);
    const days = await data('energy-days?start=2026-10-01&end=2026-11-20');
    expect(days.sums).toMatchObject({
      ept: 14,
      ept_1: 0,
      ept_2: 9,
      ept_3: 0,
      ept_4: 5,
      ...NO_FEES,
    });
    expect(days.list.find(({ date }: { date: string }) => date === '2026-10-30')).toMatchObject({
      ept_4: 3,
      fee: null,
      fee_1: 0,
      fee_4: null,
    });
    const byFee = await data('energy-days?start=2026-10-01&end=2026-11-20&sort=fee&order=desc');
    expect(byFee.list.at(-1).fee).toBeNull();
    const { list } = await data('energy-fee?date_type=month&count=2&is_all=true');
    expect(list).toMatchObject([
      { date: '2026-11', ept: 6, fee: null, mom_fee: null },
      { date: '2026-10', ept: 8, fee: null },
    ]);
    expect(await data('energy-device?date_type=month&date=2026-11&limit=1')).toMatchObject({
      device_list: [{ ept: 6, fee: null }],
      others: { ept: 0, fee: null },
      total: { ept: 6, fee: null },
    });
    expect(await data('settlement')).toMatchObject({
      open: { ept: 6, fee: null, adjustment: 0, total: null },
      ended: [{ ept: 8, fee: null, total: null }],
    });
    const bill = await data('bill');
    expect(bill).toMatchObject({ ept: 6, fee: null, adjustment: 0, total: null, line_count: 2 });
    expect(bill.lines).toMatchObject([
      { band: 2, price: null, ept: 4, amount: null },
      { band: 4, price: null, ept: 2, amount: null },
    ]);
    expect(bill.sums.map(({ amount }: { amount: unknown }) => amount)).toEqual([null, null]);
    const why = await data(
      `energy-explanation?device_code=${device.code}&start=2026-10-30&end=2026-10-30`,
    );
    expect(why.sums.fee).toBeNull();
    expect(why.days[0].lines).toMatchObject([
      { band: 1, price: null, ept: 0, fee: 0 },
      { band: 2, fee: 0 },
      { band: 3, fee: 0 },
      { band: 4, price: null, ept: 3, amount_before: 0, amount_with: null, fee: null },
    ]);
    const older = await admin.post('/sys/home/energySummary');
    expect(older.body.data).toMatchObject({
      today: { ept: 0, fee: null },
      month: { ept: 6, fee: null },
      year: { fee: null },
      total: { fee: null },
    });
    const current = await admin.post('/sys/home/currentEnergyFees');
    expect(current.body.data.month).toMatchObject({ ept: 6, fee: null, momFee: null });
    const rows = await admin.post('/data/findMonthFeesByDate', {
      startTime: '2026-10-01 00:00:00',
      endTime: '2026-11-20 00:00:00',
    });
    expect(rows.body.total).toEqual({ fee: null, fee1: null, fee2: null, fee3: null, fee4: null });
    expect(rows.body.data[0]).toMatchObject({ fee: null, fee1: 0 });
    expect((await rowsOf(made, 'energy')).at(-1)).toEqual(
      expect.arrayContaining([2, null, 'Default', expect.stringMatching(/no tariff set$/)]),
    );
    expect((await rowsOf(made, 'bill')).at(-1)).toEqual(
      expect.arrayContaining([2, null, 'Default', 'no tariff set']),
    );
  });

  it('has no fee for a tower user without energy either', async () => {
    const { admin, ctx, caller, data, device, setPrices } = await world(null);
    const project = await admin.post('/api/v2/project', { name: 'All towers', type: 'tower' });
    const { code } = await buildDevice(ctx, caller);
    const form = towerForm({
      project_id: project.body.data.id,
      device_code: device.code,
      users: [towerUserForm({ device_code: code })],
    });
    const tower = await admin.post('/api/v2/tower-device', form);
    const bill = () => data(`tower-device/${tower.body.data.id}/bill`);
    expect(await bill()).toMatchObject({ ept: 0, fee: null, users: [{ ept: 0, fee: null }] });
    await setPrices();
    expect(await bill()).toMatchObject({ ept: 0, fee: 0, users: [{ ept: 0, fee: 0 }] });
  });

  it('applies the first prices to all days without prices, as if they had always existed', async () => {
    const [made, always] = [await world(null), await world(PRICES)];
    await use(made);
    await use(always);
    const { ctx, data, device, customerId } = made;
    expect((await made.setPrices()).body.data.versions).toMatchObject([
      { version: 2, start_day: null, state: 'current', rate_1: 1.25 },
      { version: 1, start_day: null, state: 'past', rate_1: null },
    ]);
    // The amounts are known immediately, before the ledger and the group sums have run.
    const amounts = { open: { fee: 4.68, total: 4.68 }, ended: [{ fee: 5.98 }] };
    expect(await data('settlement')).toMatchObject(amounts);
    await runEnergy(ctx);
    expect(await data('settlement')).toMatchObject(amounts);
    const asFirst = (text: string) => text.replaceAll('"rate_version": 2', '"rate_version": 1');
    const ownRate = (text: string) =>
      text.replaceAll(/"(rate|group|customer)_id": \d+/g, '"$1_id"');
    expect(
      firstDifference(
        ownRate(asFirst(await ledgerOf(database, device.deviceId))),
        ownRate(await ledgerOf(database, always.device.deviceId)),
      ),
    ).toBeUndefined();
    expect(ownRate(await groupDays(database, { customerId } as never))).toEqual(
      ownRate(await groupDays(database, { customerId: always.customerId } as never)),
    );
    // Setting the same prices again changes nothing; other prices apply from today on.
    await made.setPrices();
    expect((await made.setPrices({ rate_1: 9 })).body.data.versions).toMatchObject([
      { version: 3, start_day: '2026-11-20' },
      { version: 2, start_day: null },
      { version: 1 },
    ]);
    expect(await data('settlement')).toMatchObject(amounts);
  });

  it('leaves a period open until its energy has prices, and closed ones unchanged', async () => {
    const made = await world(null);
    const { admin, ctx, customerId, data, send, device } = made;
    const close = (start: string) => admin.post('/api/v2/settlement/close', { start });
    // September has no energy and closes.
    await send(device, [OCTOBER - 60 * 24 * HOUR, 90], [OCTOBER, 100]);
    expect((await close('2026-09-01')).body.code).toBe(0);
    await use(made);
    expect((await close('2026-10-01')).body).toMatchObject({ code: 40948, field: 'start' });
    await closeDuePeriods(ctx, customerId);
    const starts = async (state: 'ended' | 'closed') =>
      (await data('settlement'))[state].map(({ start }: { start: string }) => start);
    expect(await starts('ended')).toEqual(['2026-10-01']);
    expect(await starts('closed')).toEqual(['2026-09-01', '2026-08-01']);
    // Six of the kWh turn out to belong to September, where they have no price yet either.
    await send(device, [OCTOBER - 40 * 24 * HOUR, 96]);
    expect((await data('bill')).adjustments).toEqual([]);
    expect(await adjustChangedPeriods(ctx)).toBe(0);
    // Prices apply from November on; October stays without prices.
    await made.setPrices({ start_day: '2026-11-01' });
    expect(await data('settlement')).toMatchObject({
      open: { fee: 4.68, total: 4.68 },
      ended: [{ start: '2026-10-01', ept: 12, fee: null, total: null }],
    });
    const { list, sums } = await data('energy-days?start=2026-10-31&end=2026-11-01');
    expect(list.map(({ fee }: { fee: number | null }) => fee)).toEqual([4.16, null]);
    expect(sums).toMatchObject({ ept: 9, fee: null });
    expect((await close('2026-10-01')).body.code).toBe(40948);
    // A day that has prices retains them.
    const again = await made.setPrices({ rate_1: 7, start_day: '2026-11-01' });
    expect(again.body).toMatchObject({ code: 40044, field: 'start_day' });
    await made.setPrices({ rate_2: 2, start_day: '2026-10-01' });
    const october = { start: '2026-10-01', ept: 12, fee: 11.82 };
    expect(await data('settlement')).toMatchObject({ open: { fee: 4.68 }, ended: [october] });
    expect((await close('2026-10-01')).body.code).toBe(0);
    // The closed September stays unchanged; late energy becomes an adjustment once it has a price.
    await made.setPrices({ rate_4: 1, start_day: '2026-09-01' });
    const adjustment = { of_start: '2026-09-01', ept: 6, amount: 6, reason: 'late-readings' };
    const bill = { fee: 4.68, adjustments: [adjustment], adjustment: 6, total: 10.68 };
    expect(await data('bill')).toMatchObject(bill);
    const [closedOctober, september] = (await data('settlement')).closed;
    expect(closedOctober).toMatchObject(october);
    expect(september).toMatchObject({ ept: 0, fee: 0 });
  });

  it.each([
    ['without a start day', {}, null],
    ['from a past day', { start_day: '2026-10-01' }, '2026-10-01'],
  ])('retains the bands if first prices %s have different hours', async (_name, given, start) => {
    const made = await world(null);
    await use(made);
    const spans = [{ band: 'sharp', from: 0, to: 1440 }];
    const season = { name: '', from: '01-01', to: '12-31', weekday: spans };
    const calendar = {
      weekend: [],
      holidays: [],
      seasons: [{ ...season, weekend: null, holiday: null }],
    };
    expect((await made.setPrices({ calendar, ...given })).body.data.versions).toMatchObject([
      { version: 3, start_day: '2026-11-20', calendar },
      { version: 2, start_day: start, state: 'past' },
      { version: 1, rate_1: null },
    ]);
    await runEnergy(made.ctx);
    const { sums } = await made.data('energy-days?start=2026-10-01&end=2026-11-20');
    expect(sums).toMatchObject({ ept: 14, ept_1: 0, ept_2: 9, ept_4: 5, fee_1: 0, fee: 10.66 });
  });

  it('does not prevent later periods from closing', async () => {
    const made = await world(null);
    const { admin, ctx, customerId, data, send, device } = made;
    // Two kWh turn out to belong to September, and receive no price.
    await send(device, [OCTOBER - 40 * 24 * HOUR, 96], [OCTOBER - 39 * 24 * HOUR, 98]);
    await use(made);
    await made.setPrices({ start_day: '2026-10-01' });
    await closeDuePeriods(ctx, customerId);
    const { ended, closed } = await data('settlement');
    expect(ended).toMatchObject([{ start: '2026-09-01', ept: 2, fee: null }]);
    expect(closed.map(({ start }: { start: string }) => start)).toContain('2026-10-01');
    const close = await admin.post('/api/v2/settlement/close', { start: '2026-09-01' });
    expect(close.body.code).toBe(40948);
  });

  it('adjusts the priced days of a closed period that also has a day without prices', async () => {
    const made = await world(null);
    const { admin, data, send, device } = made;
    await use(made);
    await made.setPrices({ start_day: '2026-10-30' });
    const close = await admin.post('/api/v2/settlement/close', { start: '2026-10-01' });
    expect(close.body.code).toBe(0);
    // One kWh turns out to belong to October 29, and two of November to October 31, in peak.
    await send(device, [OCTOBER - 12 * HOUR, 99], [OCTOBER + 42 * HOUR, 110]);
    expect((await data('bill')).adjustments).toMatchObject([{ of_start: '2026-10-01', ept: 2 }]);
    await made.setPrices({ start_day: '2026-10-01' });
    expect((await data('bill')).adjustments).toMatchObject([
      { of_start: '2026-10-01', ept: 2 },
      { of_start: '2026-10-01', ept: 1 },
    ]);
  });

  it('has no total if only some of the energy has a price', async () => {
    const made = await world(null);
    await use(made);
    const { admin, ctx, caller, data, send } = made;
    const added = await admin.post('/api/v2/rate', { ...BODY, name: 'Workshop' });
    const priced = await buildDevice(ctx, caller, { rate: added.body.data.id });
    await send(priced, [NOVEMBER, 10], [NOVEMBER + HOUR, 12]);
    const shares = await data('energy-device?date_type=month&date=2026-11');
    expect(shares).toMatchObject({
      device_list: [{ fee: null }, { ept: 2, fee: 0.52 }],
      total: { ept: 8, fee: null },
    });
    expect(await data('bill')).toMatchObject({ ept: 8, fee: null, total: null });
    expect(await data(`bill?device_code=${priced.code}`)).toMatchObject({ ept: 2, total: 0.52 });
    // A day without energy costs nothing, once the customer has prices.
    expect((await data('energy-fee?date_type=day&count=1')).list[0]).toMatchObject({ fee: 0 });
  });
});
