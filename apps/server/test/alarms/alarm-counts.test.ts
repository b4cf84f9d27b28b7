/**
 * Alarm counts equal the alarm lists after alarms were opened, ended, handled, deleted or moved.
 */
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { localDateOf } from '@busbar/domain/local-date';
import { beforeAll, expect, it } from 'vitest';
import { countAlarmsOf } from '../../src/areas/alarms/alarm-count-service.ts';
import {
  type AlarmQuery,
  deleteAlarm,
  findAlarms,
  handleAlarm,
} from '../../src/areas/alarms/alarm-service.ts';
import { recordAlarms } from '../../src/areas/alarms/record-alarms.ts';
import { changeDevice } from '../../src/areas/fleet/devices/change-device.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer, buildGroup } from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { testContext } from '../support/test-context.ts';
import { word } from './alarm-words.ts';

const DAY = 86_400_000;
const TYPES = ['overVoltage', 'overCurrent', 'electricLeakage', 'energyLevel'] as const;
const STEPS = 700;

describeWithDatabase('alarm counts', (database) => {
  const ctx = testContext(database);
  const customer = fixture(() => buildCustomer(ctx));
  const caller = fixture(() => buildCaller(ctx, customer, { role: 'admin' }));
  const groups: number[] = [];
  const devices: number[] = [];
  beforeAll(async () => {
    groups.push(caller.groupId);
    for (let i = 0; i < 2; i += 1) {
      groups.push((await buildGroup(ctx, customer, `group ${i}`)).groupId);
    }
    for (let i = 0; i < 6; i += 1) {
      devices.push((await buildDevice(ctx, caller, { group: groups[i % 3]! })).deviceId);
    }
    await live(seededRandom(7));
  });

  /** Records a year and a half of random alarm events that ends now. */
  async function live(random: () => number): Promise<void> {
    const { customerId } = caller;
    const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
    const now = ctx.clock.now();
    const times = Array.from({ length: STEPS }, () => now - Math.floor(random() ** 3 * 550 * DAY));
    for (const at of times.toSorted((a, b) => a - b)) {
      const type = pick(TYPES);
      const what = random();
      if (what < 0.8) {
        const kind = type === 'energyLevel' ? 'warning' : 'alarm';
        const deviceId = pick(devices);
        const active = random() < 0.6;
        const phase = pick(['', 'A', 'B']);
        const told = word({ customerId, deviceId, at, type, kind, active, phase });
        await ctx.database.transaction((trx) => recordAlarms(trx, [told], at));
        continue;
      }
      if (what < 0.84) {
        await changeDevice(ctx, caller, pick(devices), { group: pick(groups) });
        continue;
      }
      const rows = await everyRow();
      if (rows.length === 0) continue;
      const id = String(pick(rows).id);
      if (what < 0.94) await handleAlarm(ctx, caller, id, '');
      else await deleteAlarm(ctx, caller, id, '');
    }
  }

  const list = async (query: Partial<AlarmQuery> = {}) => {
    const found = await findAlarms(ctx, caller, { page: 1, pageSize: 5_000, ...query });
    if (!found.ok) throw new Error(found.refusal);
    return found.value;
  };
  const everyRow = async () => (await list()).alarms;

  it('equal the totals of every list', async () => {
    const all = await everyRow();
    expect(all.length).toBeGreaterThan(50);
    for (const group of [undefined, ...groups]) {
      for (const handled of [undefined, true, false]) {
        for (const more of [
          {},
          { type: 'overVoltage' },
          { kind: 'warning' as const },
          { open: true },
          { open: false },
          { device: devices[0] },
          { alarm: String(all[3]!.id) },
          { alarm: 'none' },
          { from: ctx.clock.now() - 30 * DAY },
        ]) {
          const query = { group, handled, ...more };
          const { alarms, total } = await list(query);
          expect([query, total]).toEqual([query, alarms.length]);
          expect((await list({ ...query, pageSize: 0 })).total).toBe(total);
        }
      }
    }
  });

  it('are 1 for a request for a single alarm', async () => {
    const [first] = await everyRow();
    const { alarms, total } = await list({ alarm: String(first!.id) });
    expect([alarms.map(({ id }) => id), total]).toEqual([[first!.id], 1]);
    expect(await list({ alarm: '999999999' })).toMatchObject({ alarms: [], total: 0 });
  });

  it('include the rows of a type that the list hides', async () => {
    const all = await everyRow();
    const { alarms, total } = await list({ hiddenType: 'electricLeakage' });
    expect(alarms).toEqual(all.filter(({ type }) => type !== 'electricLeakage'));
    expect(alarms.length).toBeLessThan(all.length);
    expect(total).toBe(all.length);
  });

  it('match the pages, which list each row once, newest first', async () => {
    const all = await everyRow();
    const paged: number[] = [];
    for (let page = 1; paged.length < all.length; page += 1) {
      paged.push(...(await list({ page, pageSize: 7 })).alarms.map(({ id }) => id));
    }
    expect(paged).toEqual(all.map(({ id }) => id));
    expect(all).toEqual(all.toSorted((a, b) => b.openedAt - a.openedAt || b.id - a.id));
  });

  it.each(['day', 'month', 'year'])(
    'equal the rows of the current %s, by type and by device',
    async (period) => {
      const { zone } = caller;
      const now = ctx.clock.now();
      const name = (at: number) =>
        localDateOf(at, zone).slice(0, { day: 10, month: 7, year: 4 }[period]);
      for (const group of [undefined, ...groups]) {
        const counted = await countAlarmsOf(ctx, caller, { dateType: period, group });
        if (!counted.ok) throw new Error(counted.refusal);
        const rows = (await list({ group })).alarms.filter(
          ({ openedAt }) => name(openedAt) === name(now),
        );
        const alarms = rows.filter(({ kind }) => kind === 'alarm');
        expect(alarms.some(({ type }) => type === 'electricLeakage')).toBe(true);
        expect(counted.value.alarms).toBe(alarms.length);
        expect(counted.value.warnings).toBe(rows.length - alarms.length);
        expect(counted.value.active).toBe((await list({ group, open: true })).total);
        for (const type of TYPES) {
          const ofType = counted.value.types.filter((one) => one.type === type);
          expect(ofType.reduce((sum, one) => sum + one.alarms, 0)).toBe(
            rows.filter((row) => row.type === type).length,
          );
        }
        const perDevice = new Map<string, number>();
        for (const { deviceCode } of alarms) {
          perDevice.set(deviceCode, (perDevice.get(deviceCode) ?? 0) + 1);
        }
        expect(new Map(counted.value.devices.map((one) => [one.deviceCode, one.alarms]))).toEqual(
          perDevice,
        );
      }
    },
  );

  it('compare a period with the same part of the previous one', async () => {
    const { zone } = caller;
    const now = ctx.clock.now();
    const rows = (await everyRow()).filter(({ kind }) => kind === 'alarm');
    const within = (from: number, to: number) =>
      rows.filter(({ openedAt }) => openedAt >= from && openedAt < to).length;
    // It is noon in Shanghai, a full quarter hour: today so far is compared with yesterday until
    // noon.
    expect(localDateOf(now, zone)).toBe('2026-11-20');
    const midnight = now - 12 * 3_600_000;
    const day = await countAlarmsOf(ctx, caller, { dateType: 'day' });
    const yesterday = within(midnight - DAY, now - DAY);
    expect(day.ok && day.value.change).toBe(
      yesterday === 0 ? null : (within(midnight, now) - yesterday) / yesterday,
    );
    const month = await countAlarmsOf(ctx, caller, { dateType: 'month' });
    const begun = midnight - 19 * DAY;
    const october = within(begun - 31 * DAY, now - 31 * DAY);
    expect(october).toBeGreaterThan(0);
    expect(month.ok && month.value.change).toBe((within(begun, now) - october) / october);
    const year = await countAlarmsOf(ctx, caller, { dateType: 'year' });
    const start = Date.UTC(2025, 11, 31, 16);
    const before = within(start - 365 * DAY, now - 365 * DAY);
    expect(before).toBeGreaterThan(0);
    expect(year.ok && year.value.change).toBe((within(start, now) - before) / before);
    expect(year.ok && year.value.changeOfYear).toBe(year.ok && year.value.change);
  });

  // A partial month is counted directly or as the whole month minus its remainder, whichever is
  // shorter.
  it.each([0, 5, 11, 12, 15, 26, 27, 41])(
    'compare a year with the same part of the previous year, %i days later',
    async (days) => {
      const now = ctx.clock.now() + days * DAY;
      const rows = (await everyRow()).filter(({ kind }) => kind === 'alarm');
      const within = (from: number, to: number) =>
        rows.filter(({ openedAt }) => openedAt >= from && openedAt < to).length;
      const start = Date.UTC(2025, 11, 31, 16);
      const later = { ...ctx, clock: { ...ctx.clock, now: () => now } };
      const year = await countAlarmsOf(later, caller, { dateType: 'year' });
      const before = within(start - 365 * DAY, now - 365 * DAY);
      expect(before).toBeGreaterThan(0);
      expect(year.ok && year.value.change).toBe((within(start, now) - before) / before);
    },
  );
});
