/** Bills of groups after moves in the tree: energy is billed to the groups in which it was used. */
import { addDays, addMonths, firstOfMonth } from '@busbar/domain/local-date';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import { adjustChangedPeriods } from '../../src/areas/energy/settlement/adjust-closed.ts';
import { writeReadings } from '../../src/areas/telemetry/ingest/write-readings.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { sumOf, type TrueDay } from '../support/devices/energy-rows.ts';
import { readingRow } from '../support/devices/reading-row.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';
import { buildEnergyFixture, type FleetDevice } from './energy-fixture.ts';

const DAY_MS = 86_400_000;

const total = (days: readonly TrueDay[]) => days.reduce((sum, day) => sum + sumOf(day.bandsWh), 0);

describeWithDatabase('the bill of a group', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const world = fixture(
    () => buildEnergyFixture(server, { seed: 7, zone: 'Asia/Shanghai', months: 2, devices: 12 }),
    beforeEach,
  );
  const month = () => firstOfMonth(world.today);
  const october = () => addMonths(month(), -1);

  async function groupIdOf(name: string): Promise<number> {
    const group = await database.db
      .selectFrom('user_group')
      .select('group_id')
      .where('customer_id', '=', world.customerId)
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    return group.group_id;
  }

  /** The bill of a group, read by the administrator of the customer. */
  async function billOf(group: string, start: string, client = world.admin) {
    const groupId = await groupIdOf(group);
    const { body } = await client.get(`/api/v2/bill?start=${start}&group_id=${groupId}&ps=10000`);
    expect(body.code).toBe(0);
    return { ...body.data, wh: Math.round(body.data.ept * 1000) };
  }

  async function moved(path: string, body: object) {
    const preview = await world.admin.post(`/api/v2/groups/${path}/preview`, body);
    expect(preview.body.code).toBe(0);
    const { token } = preview.body.data;
    const answer = await world.admin.post(`/api/v2/groups/${path}`, { ...body, token });
    expect(answer.body.code).toBe(0);
  }
  const moveDevice = async ({ code }: FleetDevice, to: string) =>
    moved(`${await groupIdOf(to)}/devices`, { device_codes: [code] });
  const moveGroup = async (group: string, to: string) =>
    moved(`${await groupIdOf(group)}/move`, { parent_id: await groupIdOf(to) });

  async function edit({ code }: FleetDevice, change: object) {
    const { body } = await world.admin.put('/api/v2/device', { device_code: code, ...change });
    expect(body.code).toBe(0);
  }

  const daysSince = ({ deviceId }: FleetDevice, from: string) =>
    world.days.filter((day) => day.deviceId === deviceId && from <= day.day);

  /** A device of the group with energy on the day of the move. */
  async function aDeviceOf(group: string): Promise<FleetDevice> {
    const groupId = await groupIdOf(group);
    const device = world.devices
      .slice(1)
      .find((one) => one.groupId === groupId && total(daysSince(one, world.today)) > 0);
    if (device === undefined) throw new Error(`no device with energy in ${group}`);
    return device;
  }

  it('keeps the energy of a device that moves away, until the day of the move', async () => {
    const device = await aDeviceOf('north');
    const before = {
      north: await billOf('north', october()),
      south: await billOf('south', october()),
      running: [await billOf('north', month()), await billOf('south', month())],
      whole: (await world.admin.get(`/api/v2/bill?start=${month()}&ps=10000`)).body.data,
    };
    await moveDevice(device, 'south');
    expect(await billOf('north', october())).toEqual(before.north);
    expect(await billOf('south', october())).toEqual(before.south);

    const sinceMove = total(daysSince(device, world.today));
    expect(sinceMove).toBeGreaterThan(0);
    const [north, south] = before.running;
    expect((await billOf('north', month())).wh).toBe(north!.wh - sinceMove);
    expect((await billOf('south', month())).wh).toBe(south!.wh + sinceMove);
    const whole = (await world.admin.get(`/api/v2/bill?start=${month()}&ps=10000`)).body.data;
    expect(whole).toEqual(before.whole);
  });

  it('equals the sum of its period for a user of the group, also after moves', async () => {
    const [, north, yard] = world.views;
    await moveDevice(await aDeviceOf('north'), 'south');
    await edit(await aDeviceOf('yard'), { group_id: await groupIdOf('north') });
    await edit(await aDeviceOf('south'), { group_id: await groupIdOf('yard') });
    for (const { client } of [north!, yard!]) {
      const { body } = await client.get('/api/v2/settlement');
      for (const period of [body.data.open, ...body.data.ended]) {
        const bill = (await client.get(`/api/v2/bill?start=${period.start}&ps=10000`)).body.data;
        expect([bill.ept, bill.fee]).toEqual([period.ept, period.fee]);
      }
    }
  });

  it('never changes once the period is closed, wherever devices and groups are moved', async () => {
    const close = { start: october() };
    expect((await world.admin.post('/api/v2/settlement/close', close)).body.code).toBe(0);
    const before = [await billOf('north', october()), await billOf('south', october())];
    await moveGroup('yard', 'south');
    await edit(await aDeviceOf('north'), { group_id: await groupIdOf('south') });
    expect([await billOf('north', october()), await billOf('south', october())]).toEqual(before);
  });

  it('keeps the energy of a subgroup that moves to another group', async () => {
    const before = [await billOf('north', october()), await billOf('south', october())];
    await moveGroup('yard', 'south');
    expect([await billOf('north', october()), await billOf('south', october())]).toEqual(before);
  });

  it('names a device that has moved away as it was named then', async () => {
    const device = await aDeviceOf('north');
    await edit(device, { group_id: await groupIdOf('south') });
    await edit(device, { device_name: 'Renamed by its new group' });
    const north = world.views[1]!.client;
    const { body } = await north.get(`/api/v2/bill?start=${october()}&ps=10000`);
    expect(body.data.lines.map((line: { device_name: string }) => line.device_name)).toContain(
      device.name,
    );
    expect(JSON.stringify(body)).not.toContain('Renamed');
    expect(JSON.stringify(await billOf('south', month()))).toContain('Renamed');
    const compared = await north.get(`/api/v2/bill-comparison?start=${month()}`);
    expect(compared.body.code).toBe(0);
    expect(JSON.stringify(compared.body)).not.toContain('Renamed');
  });

  it('has its amounts although a device without a price has moved in', async () => {
    const yard = world.views[2]!.client;
    const period = async () => {
      const { body } = await yard.get('/api/v2/settlement');
      return body.data.ended.find(({ start }: { start: string }) => start === october());
    };
    const before = await period();
    expect(before.fee).toBeGreaterThan(0);
    const device = await aDeviceOf('north');
    await edit(device, { group_id: await groupIdOf('yard') });
    const [day] = daysSince(device, october());
    await sql`update energy_day set fee_sharp = null, fee_peak = null, fee_off_peak = null,
        fee_valley = null
      where customer_id = ${world.customerId} and device_id = ${device.deviceId}
        and day = ${day!.day}::date and channel = 'activeTotal'`.execute(database.db);
    expect(await period()).toEqual(before);
    expect((await billOf('yard', october())).fee).toBe(before.fee);
  });

  it('carries the later adjustments of its own energy', async () => {
    const device = await aDeviceOf('north');
    const close = { start: october() };
    expect((await world.admin.post('/api/v2/settlement/close', close)).body.code).toBe(0);
    await edit(device, { group_id: await groupIdOf('south') });
    const [day] = daysSince(device, october());
    for (const [table, row] of [
      ['energy_day', sql`device_id = ${device.deviceId} and channel = 'activeTotal'`],
      ['energy_group_day', sql`group_id = ${device.groupId}`],
    ] as const) {
      await sql`update ${sql.table(table)} set energy_wh = energy_wh + 2000,
          peak_wh = peak_wh + 2000, fee_peak = fee_peak + 208
        where customer_id = ${world.customerId} and day = ${day!.day}::date and ${row}`.execute(
        database.db,
      );
    }
    expect(await adjustChangedPeriods(server.parts.context)).toBe(1);
    expect(await adjustChangedPeriods(server.parts.context)).toBe(0);
    const north = await billOf('north', month());
    expect(north.adjustments).toMatchObject([{ device_name: device.name, ept: 2, amount: 2.08 }]);
    expect((await billOf('south', month())).adjustments).toEqual([]);
  });

  it('has what a device used there, although it was deleted and registered in another group', async () => {
    const ctx = server.parts.context;
    const former = await aDeviceOf('north');
    const [yard, north] = [await groupIdOf('yard'), await groupIdOf('north')];
    await sql`insert into device_former_place
        (customer_id, device_id, until_day, group_path, device_name)
      values (${world.customerId}, ${former.deviceId}, ${addDays(world.today, -10)}::date,
        ${[world.views[0]!.groupId, north, yard]}::integer[], 'Name of then')`.execute(database.db);
    const billed = async () => {
      const sums: number[] = [];
      for (const group of ['yard', 'north', 'south']) {
        sums.push((await billOf(group, october())).wh + (await billOf(group, month())).wh);
      }
      return sums;
    };
    const before = await billed();
    await world.admin.post('/device/delete', { id: former.deviceId });
    const added = await world.admin.post('/device/addOrUpdate', {
      deviceName: 'Registered again',
      deviceSymbolCode: former.code,
      deviceType: 'MT61',
      rate: world.rateId,
      groupId: await groupIdOf('south'),
    });
    const deviceId = Number(added.body.data.id);
    // The device sends what it stored before its registration, and what it has used since.
    const now = ctx.clock.now();
    const registers = [
      [now - 16 * DAY_MS, 100],
      [now - 15 * DAY_MS, 104],
      [now - 3 * DAY_MS, 108],
      [now - 2 * DAY_MS, 120],
      [now, 121],
    ] as const;
    const rows = registers.map(([at, activeTotal]) =>
      readingRow({ customerId: world.customerId, deviceId }, { at, registers: { activeTotal } }),
    );
    await database.transaction((trx) => writeReadings(trx, rows, now));
    await runEnergy(ctx);
    const late = (await billed()).map((wh, i) => wh - before[i]!);
    expect(late).toEqual([4_000, 20_000, 1_000]);
  });
});
