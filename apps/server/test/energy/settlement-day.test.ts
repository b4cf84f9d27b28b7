/** The settlement day: it applies from the next period on, and never changes periods that exist. */
import { addDays, addMonths, firstOfMonth, startOfLocalDate } from '@busbar/domain/local-date';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readKnownPeriods } from '../../src/areas/energy/billing/settlement-service.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { startServer } from '../support/start-server.ts';
import { buildEnergyFixture, type EnergyFixture } from './energy-fixture.ts';

describeWithDatabase('the settlement day', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const overview = async ({ admin }: EnergyFixture) =>
    (await admin.get('/api/v2/settlement')).body.data;

  it('applies from the next period on; earlier periods retain their bounds', async () => {
    const world = await buildEnergyFixture(server, {
      seed: 36,
      zone: 'Asia/Shanghai',
      months: 2,
      devices: 2,
    });
    const before = await overview(world);
    const answer = await world.admin.put('/api/v2/settlement', { settlement_day: 20 });
    expect(answer.body).toMatchObject({ code: 0, data: { settlement_day: 20 } });
    const after = await overview(world);
    const bounds = ({ start, end, total }: Record<string, unknown>) => [start, end, total];
    expect(bounds(after.open)).toEqual(bounds(before.open));
    expect(after.ended.map(bounds)).toEqual(before.ended.map(bounds));
    expect(after.closed).toEqual([]);
    const month = firstOfMonth(world.today);
    const { periods } = await readKnownPeriods(
      server.parts.context.database.db,
      { customerId: world.customerId, groupId: world.views[0]!.groupId },
      startOfLocalDate(addMonths(month, 1), world.zone),
    );
    expect(periods.slice(-2)).toMatchObject([
      { start: month, end: addMonths(month, 1), state: 'ended' },
      { start: addMonths(month, 1), end: addDays(addMonths(month, 1), 19), state: 'open' },
    ]);
    // A period with established bounds closes like any other.
    const start = before.ended[0].start;
    const closed = await world.admin.post('/api/v2/settlement/close', { start });
    expect(closed.body.data.closed.map((of: { start: string }) => of.start)).toEqual([start]);
    const log = await server.parts.context.database.db
      .selectFrom('operation_log')
      .select('detail')
      .where('customer_id', '=', world.customerId)
      .where('command', '=', 'change settlement day')
      .executeTakeFirstOrThrow();
    expect(log.detail).toMatchObject({ before: 1, after: 20, from: addMonths(month, 1) });
  });

  it.each([0, 29, -1, 1000])('rejects %i and names the field', async (day) => {
    const world = small;
    const answer = await world.admin.put('/api/v2/settlement', { settlement_day: day });
    expect(answer.body).toMatchObject({ code: 40944, field: 'settlement_day' });
    expect(answer.body.msg).toContain('settlement_day');
  });

  it('starts a current period with an empty bill for a customer without energy', async () => {
    const world = small;
    await sql`delete from energy_group_day where customer_id = ${world.customerId}`.execute(
      server.parts.context.database.db,
    );
    await sql`delete from energy_day where customer_id = ${world.customerId}`.execute(
      server.parts.context.database.db,
    );
    expect(await overview(world)).toMatchObject({
      open: { ept: 0, total: 0, provisional: true },
      ended: [],
      closed: [],
    });
    expect((await world.admin.get('/api/v2/bill')).body.data).toMatchObject({
      lines: [],
      adjustments: [],
      total: 0,
    });
    expect((await world.admin.get('/api/v2/bill?start=2020-01-01')).body).toMatchObject({
      code: 40945,
      field: 'start',
    });
  });

  const small = fixture(() =>
    buildEnergyFixture(server, {
      seed: 37,
      zone: 'Asia/Shanghai',
      months: 0,
      devices: 1,
    }),
  );
});
