/**
 * The dirty flags that a round claims: at most as many as it processes, so that none is claimed
 * long before it is processed.
 */
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { claimMarks } from '../../src/areas/energy/ledger/energy-work-queries.ts';
import { describeWithDatabase } from '../support/databases.ts';

const NOW = Date.UTC(2026, 9, 5, 12);
const SECOND = 1000;
const DAY = 86_400 * SECOND;

describeWithDatabase('claimed dirty flags', (database) => {
  beforeEach(async () => {
    for (const table of ['energy_dirty', 'energy_work']) {
      await sql`delete from ${sql.table(table)}`.execute(database.db);
    }
  });

  const put = (table: 'energy_dirty' | 'energy_work', device: number, from: number) =>
    sql`insert into ${sql.table(table)} (customer_id, device_id, from_ts)
      values (1, ${device}, ${new Date(from)}::timestamptz)`.execute(database.db);
  const devicesOf = async (table: 'energy_dirty' | 'energy_work') => {
    const { rows } = await sql<{ id: number }>`select device_id as id from ${sql.table(table)}
      order by device_id`.execute(database.db);
    return rows.map(({ id }) => id);
  };
  const claim = (devices: number) => database.transaction((trx) => claimMarks(trx, devices, NOW));

  it('are the oldest of the recent ones, up to the limit of a round', async () => {
    for (const [device, seconds] of [1, 9, 3, 7, 5].entries()) {
      await put('energy_dirty', device, NOW - seconds * SECOND);
    }
    await claim(2);
    expect(await devicesOf('energy_work')).toEqual([1, 3]);
    expect(await devicesOf('energy_dirty')).toEqual([0, 2, 4]);
    await claim(2);
    expect(await devicesOf('energy_work'), 'those are folded first').toEqual([1, 3]);
  });

  it('include all dirty flags for past days, and retain the earlier start of a device', async () => {
    for (let device = 0; device < 5; device += 1) await put('energy_dirty', device, NOW - DAY);
    await put('energy_dirty', 10, NOW - SECOND);
    await put('energy_work', 10, NOW - 5 * SECOND);
    await claim(2);
    expect(await devicesOf('energy_work')).toEqual([0, 1, 2, 3, 4, 10]);
    const { rows } = await sql<{ from: number }>`
      select from_ts as "from" from energy_work where device_id = 10`.execute(database.db);
    expect(rows).toEqual([{ from: NOW - 5 * SECOND }]);
  });
});
