/** Closing all ended periods up to one: in order, by the rules of one, and each once. */
import { addMonths, firstOfMonth } from '@busbar/domain/local-date';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import { buildClient } from '../support/factories/client.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';
import { buildEnergyFixture } from './energy-fixture.ts';

describeWithDatabase('closing all periods up to one', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const world = fixture(
    () => buildEnergyFixture(server, { seed: 51, zone: 'Asia/Shanghai', months: 4, devices: 3 }),
    beforeEach,
  );
  const month = (ago: number) => addMonths(firstOfMonth(world.today), -ago);
  const closeUpTo = async (start: string, client = world.admin) =>
    (await client.post('/api/v2/settlement/close-up-to', { start })).body;
  const customer = () => ({
    customerId: world.customerId,
    rateId: world.rateId,
    groupId: world.views[0]!.groupId,
    userId: 0,
  });
  const db = () => server.parts.context.database.db;
  const closeEvents = () =>
    db()
      .selectFrom('operation_log')
      .select(sql<string>`detail->>'start'`.as('start'))
      .where('customer_id', '=', world.customerId)
      .where('command', '=', 'close settlement period')
      .orderBy('operation_log_id')
      .execute()
      .then((rows) => rows.map(({ start }) => start));

  it('closes the ended periods in order, and nothing the second time', async () => {
    const answer = await closeUpTo(month(2));
    expect(answer.data).toMatchObject({
      closed_now: [month(4), month(3), month(2)],
      stopped: null,
      ended: [{ start: month(1), state: 'ended', closes_itself: true }],
    });
    expect(answer.data.closed.map(({ start }: { start: string }) => start)).toEqual([
      month(2),
      month(3),
      month(4),
    ]);
    expect((await closeUpTo(month(2))).data).toMatchObject({ closed_now: [], stopped: null });
    expect(await closeEvents()).toEqual([month(4), month(3), month(2)]);
  });

  it('freezes the same lines as closing the periods one by one', async () => {
    const bill = async () => (await world.admin.get(`/api/v2/bill?start=${month(3)}`)).body.data;
    const { state, closed_at, closed_by, ...before } = await bill();
    await closeUpTo(month(1));
    expect(await bill()).toMatchObject({ ...before, state: 'closed' });
  });

  it('stops at the first period that cannot be closed, with the reason', async () => {
    await sql`update energy_day set fee_peak = null
      where customer_id = ${world.customerId} and channel = 'activeTotal'
        and day >= ${month(3)}::date and day < ${month(2)}::date and peak_wh > 0`.execute(db());
    const { data } = await closeUpTo(month(1));
    expect(data).toMatchObject({
      closed_now: [month(4)],
      stopped: { start: month(3), reason: 'period-unpriced' },
    });
    expect(data.ended.map(({ start }: { start: string }) => start)).toEqual([
      month(1),
      month(2),
      month(3),
    ]);
  });

  it('closes each period once for two users at the same time', async () => {
    const other = await buildClient(server, customer(), { role: 'admin' });
    const answers = await Promise.all([
      closeUpTo(month(1)),
      closeUpTo(month(1), other),
      closeUpTo(month(2)),
    ]);
    expect(answers.map(({ code, data }) => [code, data.stopped])).toEqual(Array(3).fill([0, null]));
    const all = [month(4), month(3), month(2), month(1)];
    expect(answers.flatMap(({ data }) => data.closed_now).sort()).toEqual(all);
    expect(await closeEvents()).toEqual(all);
  });

  it('is rejected for a period that is unknown or not over, and for a user below the root', async () => {
    expect(await closeUpTo('2019-01-02')).toMatchObject({ reason: 'period-unknown' });
    expect(await closeUpTo(month(0))).toMatchObject({ reason: 'period-not-ended' });
    const below = await buildClient(server, customer(), {
      role: 'admin',
      groupId: world.views[1]!.groupId,
    });
    expect((await closeUpTo(month(1), below)).code).not.toBe(0);
    expect(await closeEvents()).toEqual([]);
  });
});
