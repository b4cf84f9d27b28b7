/** Bills issued to groups: numbers, totals, what a bill contains, and that it never changes. */
import type { BillDocument } from '@busbar/domain/billing/bill-document';
import { addDays } from '@busbar/domain/local-date';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { sumOf } from '../support/devices/energy-rows.ts';
import { buildClient } from '../support/factories/client.ts';
import { buildGroup } from '../support/factories/customer.ts';
import { fixture } from '../support/fixture.ts';
import type { HttpClient } from '../support/http-client.ts';
import { startServer } from '../support/start-server.ts';
import { buildTenants } from './tenant-fixture.ts';

const ISSUER = {
  name: 'Harbour Estates',
  address: 'Quay 5\nHamburg',
  tax_number: 'DE 1',
  tax_name: 'VAT',
  tax_rate: '19',
};
const cents = (amount: number) => Math.round(amount * 100);

interface Result {
  readonly group_id: number;
  readonly group_name: string;
  readonly number: string | null;
  readonly issued_now: boolean;
  readonly reason: string;
}

describeWithDatabase('bills issued to groups', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const world = fixture(async () => {
    const tenants = await buildTenants(server);
    const empty = await buildGroup(server.parts.context, tenants.customer, 'empty');
    return { ...tenants, empty: empty.groupId };
  }, beforeEach);

  const start = () => world.month(1);
  const saveIssuer = (more = {}) =>
    world.admin.put('/api/v2/bill-issuer', { ...ISSUER, ...more }).then(({ body }) => body);
  const issue = async (group: number, more = {}, client: HttpClient = world.admin) =>
    (await client.post('/api/v2/bills/issue', { start: start(), group_id: group, ...more })).body;
  const issueAll = async (client: HttpClient = world.admin): Promise<Result[]> =>
    (await client.post('/api/v2/bills/issue-all', { start: start() })).body.data.list;
  const bills = async (client: HttpClient = world.admin) =>
    (await client.get('/api/v2/bills')).body.data.list;
  const states = async () =>
    (await world.admin.get(`/api/v2/bills/groups?start=${start()}`)).body.data.list;
  const documents = async (): Promise<BillDocument[]> => {
    const rows = await database.db
      .selectFrom('issued_bill')
      .where('customer_id', '=', world.customerId)
      .select('document')
      .orderBy('issued_bill_id')
      .execute();
    return rows.map(({ document }) => document);
  };
  const page = async (group: number) =>
    (await world.admin.get(`/api/v2/bill?start=${start()}&group_id=${group}`)).body.data;
  const clientIn = (groupId: number) =>
    buildClient(server, world.customer, { role: 'admin', groupId });
  const results = (list: readonly Result[]) =>
    list.map(({ group_name, number, reason }) => `${group_name} ${number ?? reason}`);
  const year = () => world.today.slice(0, 4);

  it('numbers the bills of a year without gaps and continues after a refusal', async () => {
    await saveIssuer();
    expect(results(await issueAll())).toEqual([
      'empty bill-empty',
      `north ${year()}-0001`,
      `south ${year()}-0002`,
    ]);
    expect((await issueAll()).map(({ issued_now }) => issued_now)).toEqual([false, false, false]);
    expect((await bills()).map(({ number }: { number: string }) => number)).toEqual([
      `${year()}-0001`,
      `${year()}-0002`,
    ]);
    const earlier = { start: world.month(2) };
    expect((await issue(world.south, earlier)).data.number).toBe(`${year()}-0003`);
  });

  it('has the totals of the bill page, the tax once on the subtotal, and the sums of its parts', async () => {
    await saveIssuer();
    await database.db
      .insertInto('bill_adjustment')
      .values({
        customer_id: world.customerId,
        of_start_day: world.month(2),
        in_start_day: start(),
        device_id: world.devices.find(({ groupId }) => groupId === world.yard)!.deviceId,
        energy_wh: -12_000,
        amount: -1248,
        reason: 'correction',
        group_path: [world.customer.groupId, world.north, world.yard],
        created_at: new Date(),
      })
      .execute();
    const before = await states();
    await issueAll();
    const [north, south] = await documents();
    expect(north!.adjustments).toMatchObject([{ amount: -1248, reason: 'correction' }]);
    for (const [document, group] of [
      [north!, world.north],
      [south!, world.south],
    ] as const) {
      const { total, ept, lines } = await page(group);
      expect(document.subtotal).toBe(cents(total));
      const parts = [...document.devices, ...document.adjustments].map(({ amount }) => amount!);
      expect(parts.reduce((sum, amount) => sum + amount, 0)).toBe(document.subtotal);
      const ofLines = document.devices.flatMap((device) => device.lines);
      expect(ofLines.map(({ amount }) => amount)).toEqual(
        lines.map(({ amount }: { amount: number }) => cents(amount)),
      );
      expect(document.devices.reduce((sum, { energyWh }) => sum + energyWh, 0)).toBe(
        Math.round(ept * 1000),
      );
      expect(document.tax).toEqual({
        name: 'VAT',
        rate: '19',
        amount: Math.round((document.subtotal * 19) / 100),
      });
      expect(document.total).toBe(document.subtotal + document.tax!.amount);
      const state = before.find((one: { group_id: number }) => one.group_id === group);
      expect([cents(state.subtotal), cents(state.total), state.obstacle]).toEqual([
        document.subtotal,
        document.total,
        '',
      ]);
    }
    expect(north).toMatchObject({
      issuer: { name: 'Harbour Estates', address: 'Quay 5\nHamburg', taxNumber: 'DE 1' },
      addressee: { name: 'north', address: '', taxNumber: '' },
      groupName: 'north',
      period: { start: start(), end: world.month(0) },
    });
  });

  it('issues each bill once to several administrators at the same time, without gaps', async () => {
    await saveIssuer();
    const [other, third] = [
      await clientIn(world.customer.groupId),
      await clientIn(world.customer.groupId),
    ];
    const answers = await Promise.all([
      issueAll(),
      issueAll(other),
      issueAll(third),
      issue(world.south, {}, other),
      issue(world.north, {}, third),
    ]);
    const list = (await bills()) as { number: string; group_id: number }[];
    expect(list.map(({ number }) => number)).toEqual([`${year()}-0001`, `${year()}-0002`]);
    const numbers = new Map(list.map(({ group_id, number }) => [group_id, number]));
    const issued = answers.flatMap((answer) => (Array.isArray(answer) ? answer : [answer.data]));
    for (const { group_id, number } of issued) {
      expect(number ?? undefined).toBe(numbers.get(group_id));
    }
    expect(issued.filter(({ issued_now }) => issued_now)).toHaveLength(2);
  });

  it('stays as it was issued after corrections, new names, another tax and another addressee', async () => {
    await saveIssuer();
    await issueAll();
    const [document, list] = [await documents(), await bills()];
    await saveIssuer({ name: 'Other Estates', tax_rate: '7.7' });
    await world.admin.put('/api/v2/bill-addressee', {
      group_id: world.north,
      name: 'North Ltd',
      address: '',
      tax_number: '',
    });
    await sql`update user_group set name = name || ' renamed'
      where customer_id = ${world.customerId}`.execute(database.db);
    await sql`update device set name = 'renamed' where customer_id = ${world.customerId}`.execute(
      database.db,
    );
    await sql`update rate set name = 'renamed' where customer_id = ${world.customerId}`.execute(
      database.db,
    );
    await sql`update bill_line set amount = amount + 1
      where customer_id = ${world.customerId}`.execute(database.db);
    await issueAll();
    expect(await documents()).toEqual(document);
    expect(await bills()).toEqual(list);
    await issue(world.north, { start: world.month(2) });
    expect((await documents()).at(-1)).toMatchObject({
      issuer: { name: 'Other Estates' },
      addressee: { name: 'North Ltd' },
      tax: { rate: '7.7' },
      groupName: 'north renamed',
    });
    await expect(
      sql`update issued_bill set number = 'x'`.execute(database.as('platform').db),
    ).rejects.toThrow('never changed');
    await expect(sql`delete from issued_bill`.execute(database.as('owner').db)).rejects.toThrow(
      'never changed',
    );
  });

  it('is for groups directly below the root group only', async () => {
    await saveIssuer();
    expect(await issue(world.yard)).toMatchObject({
      reason: 'bill-group-invalid',
      field: 'group_id',
    });
  });

  async function moveGroup(group: number, parent: number) {
    const path = `/api/v2/groups/${group}/move`;
    const body = { parent_id: parent };
    const { token } = (await world.admin.post(`${path}/preview`, body)).body.data;
    expect((await world.admin.post(path, { ...body, token })).body.code).toBe(0);
  }

  it.each([
    ['moved below another', () => moveGroup(world.north, world.south)],
    ['moved to the top', () => moveGroup(world.yard, world.customer.groupId)],
  ])('charges each line once after a group has %s after the period', async (_, move) => {
    await saveIssuer();
    await move();
    for (const closed of [world.month(2), start()]) {
      await world.admin.post('/api/v2/bills/issue-all', { start: closed });
    }
    const { rows } = await sql<{ lines: number; wh: number; amount: number }>`
      select count(*) as lines, sum(energy_wh)::bigint as wh, sum(amount)::bigint as amount
      from bill_line where customer_id = ${world.customerId}
        and cardinality(group_path) > 1`.execute(database.db);
    const issued = await documents();
    const lines = issued.flatMap(({ devices }) => devices.flatMap((device) => device.lines));
    expect(lines.reduce((sum, { energyWh }) => sum + energyWh, 0)).toBe(rows[0]!.wh);
    expect(issued.reduce((sum, { subtotal }) => sum + subtotal, 0)).toBe(rows[0]!.amount);
  });

  it('charges the days before and after a move within the period to the tenant of the day', async () => {
    await saveIssuer();
    const device = world.devices.slice(1).find(({ groupId }) => groupId === world.north)!;
    // The period is closed again, as if the device had been in south for its first ten days.
    const moved = addDays(start(), 10);
    for (const table of ['bill_line', 'settlement_period']) {
      await sql`delete from ${sql.table(table)} where customer_id = ${world.customerId}
        and start_day = ${start()}::date`.execute(database.db);
    }
    await sql`insert into device_former_place
        (customer_id, device_id, until_day, group_path, device_name)
      values (${world.customerId}, ${device.deviceId}, ${moved}::date,
        ${[world.customer.groupId, world.south]}::integer[], 'Name of then')`.execute(database.db);
    const closed = await world.admin.post('/api/v2/settlement/close', { start: start() });
    expect(closed.body.code).toBe(0);
    await issueAll();
    const used = (from: string, to: string) =>
      world.days
        .filter(({ deviceId, day }) => deviceId === device.deviceId && from <= day && day < to)
        .reduce((sum, day) => sum + sumOf(day.bandsWh), 0);
    const [north, south] = await documents();
    const partOf = ({ devices }: BillDocument) => devices.find(({ code }) => code === device.code);
    expect(partOf(south!)).toMatchObject({
      name: 'Name of then',
      energyWh: used(start(), moved),
    });
    expect(partOf(north!)).toMatchObject({
      name: device.name,
      energyWh: used(moved, world.month(0)),
    });
  });

  it('issues nothing if the total is not the confirmed one', async () => {
    await saveIssuer();
    const [, north, south] = await states();
    const total = (cents(north.total) + cents(south.total)) / 100;
    const refusal = { reason: 'bill-changed', field: 'total' };
    const all = (confirmed: number) =>
      world.admin.post('/api/v2/bills/issue-all', { start: start(), total: confirmed });
    expect((await all(total + 0.01)).body).toMatchObject(refusal);
    expect(await issue(world.north, { total: north.total + 0.01 })).toMatchObject(refusal);
    expect(await bills()).toEqual([]);
    expect((await issue(world.north, { total: north.total })).code).toBe(0);
    expect((await all(south.total)).body.code).toBe(0);
    expect(await bills()).toHaveLength(2);
  });

  it('bills the energy of a group that was deleted after the period', async () => {
    await saveIssuer();
    await sql`update user_group set deleted_at = now()
      where customer_id = ${world.customerId} and group_id in (${world.south}, ${world.empty})`.execute(
      database.db,
    );
    expect(results(await issueAll())).toEqual([`north ${year()}-0001`, `south ${year()}-0002`]);
    expect((await states()).map((one: { deleted: boolean }) => one.deleted)).toEqual([false, true]);
  });

  describe('a request that is refused', () => {
    it('names the reason and the field, and issues nothing', async () => {
      expect((await issue(world.north)).reason).toBe('bill-issuer-missing');
      await saveIssuer();
      const refusal = async (more: object, group = world.north) => {
        const { reason, field } = await issue(group, more);
        return `${reason} ${field ?? ''}`.trim();
      };
      expect(await refusal({ start: 'abc' })).toBe('date-invalid start');
      expect(await refusal({ start: '2026-02-30' })).toBe('date-invalid start');
      expect(await refusal({ start: '2019-01-02' })).toBe('period-unknown start');
      expect(await refusal({ start: world.month(0) })).toBe('period-not-closed start');
      expect(await refusal({ language: 'xx' })).toBe('language-unknown language');
      expect(await refusal({}, world.empty)).toBe('bill-empty group_id');
      expect(await refusal({}, world.customer.groupId)).toBe('bill-group-invalid group_id');
      expect((await issue(1_234_567)).code).toBe(404);
      for (const path of ['bills', 'bills/groups']) {
        const { body } = await world.admin.get(`/api/v2/${path}?start=abc`);
        expect(body).toMatchObject({ reason: 'date-invalid', field: 'start' });
      }
      expect(await bills()).toEqual([]);
    });

    it('names the field of an issuer that cannot be saved, and saves nothing', async () => {
      for (const [more, expected] of [
        [{ name: ' ' }, 'bill-name-required name'],
        [{ name: 'x'.repeat(121) }, 'bill-text-too-long name'],
        [{ name: '<b>' }, 'name-has-markup name'],
        [{ address: '1\n2\n3\n4\n5\n6\n7' }, 'bill-text-too-long address'],
        [{ tax_rate: '101' }, 'tax-rate-invalid tax_rate'],
        [{ tax_rate: '19,5' }, 'tax-rate-invalid tax_rate'],
        [{ tax_name: '' }, 'tax-name-required tax_name'],
      ] as const) {
        const { reason, field } = await saveIssuer(more);
        expect(`${reason} ${field}`).toBe(expected);
      }
      expect((await world.admin.get('/api/v2/bill-issuer')).body.data).toMatchObject({
        saved: false,
        name: '',
      });
    });
  });

  it('shows a tenant its own bills, also after a move, and lets it issue none', async () => {
    await saveIssuer();
    await issueAll();
    const names = async (group: number) =>
      (await bills(await clientIn(group))).map(
        ({ group_name }: { group_name: string }) => group_name,
      );
    await moveGroup(world.north, world.south);
    expect(await names(world.north)).toEqual(['north']);
    expect(await names(world.yard)).toEqual([]);
    expect(await names(world.south)).toEqual(['south']);
    expect(await names(world.customer.groupId)).toEqual(['north', 'south']);
    const [own] = await bills(await clientIn(world.south));
    expect(own.issued_by).toBe('');
    const ids = (await bills()).map(({ id }: { id: number }) => id);
    const south = await clientIn(world.south);
    expect((await south.get(`/api/v2/bills/${ids[0]}/file`)).body.code).toBe(404);
    const below = await clientIn(world.north);
    expect((await issue(world.north, {}, below)).reason).toBe('root-group-required');
    expect((await below.put('/api/v2/bill-issuer', ISSUER)).body.reason).toBe(
      'root-group-required',
    );
    expect((await below.get(`/api/v2/bills/groups?start=${start()}`)).body.reason).toBe(
      'root-group-required',
    );
  });

  it('records who issued each bill and who changed the parties', async () => {
    await saveIssuer();
    await world.admin.put('/api/v2/bill-addressee', {
      group_id: world.south,
      name: ' South\u202e Ltd ',
      address: ' Hall 3 \r\n\r\n Dock ',
      tax_number: '',
    });
    await issue(world.south);
    expect((await documents())[0]!.addressee).toEqual({
      name: 'South  Ltd',
      address: 'Hall 3\nDock',
      taxNumber: '',
    });
    const events = await database.db
      .selectFrom('operation_log')
      .where('customer_id', '=', world.customerId)
      .where('command', 'in', ['change bill issuer', 'change bill addressee', 'issue bill'])
      .select(['command', sql<string>`detail->>'number'`.as('number')])
      .orderBy('operation_log_id')
      .execute();
    expect(events).toEqual([
      { command: 'change bill issuer', number: null },
      { command: 'change bill addressee', number: null },
      { command: 'issue bill', number: `${year()}-0001` },
    ]);
  });
});
