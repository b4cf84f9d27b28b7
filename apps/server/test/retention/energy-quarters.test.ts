/**
 * Quarter hours of a device's energy are retained for ninety days; its days and months are
 * permanent.
 */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { dropOldQuarters } from '../../src/areas/energy/ledger/run-energy.ts';
import { freshDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { testContext } from '../support/test-context.ts';

const NOW = Date.UTC(2026, 10, 20, 4);

describe('quarter hours of energy', () => {
  it('are purged after ninety days plus the day a time zone may be behind', async () => {
    const database = await freshDatabase();
    const { customerId, deviceId } = await createTenant(database, { label: 'slots', now: NOW });
    // 20 November minus 90 days is 22 August; the 21st may not have ended in every time zone.
    const days = ['2026-08-19', '2026-08-20', '2026-08-21', '2026-08-22', '2026-11-20'];
    await sql`insert into energy_slot (customer_id, device_id, day, slot_wh, slot_fee)
      select ${customerId}, ${deviceId}, d, array_fill(1, array[96]), array_fill(1, array[96])
      from unnest(${days}::date[]) d`.execute(database.db);
    await sql`insert into energy_device_month 
      (customer_id, device_id, month, energy_wh, sharp_wh, peak_wh, off_peak_wh, valley_wh, fee)
      values (${customerId}, ${deviceId}, '2026-06-01', 1, 0, 1, 0, 0, 1)`.execute(database.db);
    await dropOldQuarters(testContext(database, {}, NOW));
    const { rows } = await sql<{ day: string }>`select day from energy_slot
      where customer_id = ${customerId} order by day`.execute(database.db);
    expect(rows.map(({ day }) => day)).toEqual(days.slice(2));
    const months = await sql`select from energy_device_month
      where customer_id = ${customerId}`.execute(database.db);
    expect(months.rows).toHaveLength(1);
  });
});
