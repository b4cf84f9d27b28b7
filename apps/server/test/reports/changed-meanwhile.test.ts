/** A report that is longer than one piece, while its rows change. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { alarmTable } from '../../src/areas/reports/rows/alarm-rows.ts';
import { billTable } from '../../src/areas/reports/rows/bill-rows.ts';
import type { ReportJob, ReportTable } from '../../src/areas/reports/rows/report-table.ts';
import { translatorFor } from '../../src/areas/shared/i18n/translator.ts';
import type { Row } from '../../src/areas/shared/tables/table-writer.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { TEST_NOW } from '../support/manual-clock.ts';
import { testContext } from '../support/test-context.ts';

const t = translatorFor('en');

/** Time of the first alarm. */
const BEGIN = Date.UTC(2026, 10, 10, 4);

describeWithDatabase('a report', (database) => {
  /** The rows of the table; `change` runs after its first piece. */
  async function rowsOf(table: ReportTable, tenant: Tenant, change: () => Promise<unknown>) {
    const { customerId, groupId } = tenant;
    const [from, to] = [Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 20)];
    const task = { customerId, groupId, deviceIds: null, from, to };
    const job = {
      ctx: testContext(database),
      task,
      devices: [],
      zone: 'Asia/Shanghai',
      t,
      currency: 'EUR',
      reportProgress: () => undefined,
    };
    const rows: Row[] = [];
    for await (const piece of table.rows(job as unknown as ReportJob)) {
      if (rows.length === 0) await change();
      rows.push(...(piece as readonly Row[]));
    }
    return rows;
  }

  it('of bills contains each line once, although a device gets another name', async () => {
    const tenant = await createTenant(database, { label: 'lines', now: TEST_NOW });
    const { customerId, rateId, deviceId } = tenant;
    await sql`insert into device (customer_id, device_id, device_code, name, device_type_id, kind,
        protocol, group_id, rate_id, created_at)
      select customer_id, 930000000 + n, 'LINE' || n, 'L' || lpad(n::text, 5, '0'), device_type_id,
        kind, protocol, group_id, rate_id, created_at
      from device, generate_series(1, 600) n where device_id = ${deviceId}`.execute(database.db);
    await sql`insert into energy_day (customer_id, device_id, day, channel, energy_wh, sharp_wh,
        peak_wh, off_peak_wh, valley_wh, estimated, rate_id, rate_version, fee_sharp, fee_peak,
        fee_off_peak, fee_valley)
      select ${customerId}::int4, 930000000 + n, '2026-11-10'::date, 'activeTotal', 4000, 1000, 1000,
        1000, 1000, false, ${rateId}::int4, 1, 10, 20, 30, 40
      from generate_series(1, 600) n`.execute(database.db);
    const rows = await rowsOf(billTable(t, 'EUR'), tenant, () =>
      sql`update device set name = 'A' where customer_id = ${customerId}
        and device_code = 'LINE600'`.execute(database.db),
    );
    const codes = rows.map((row) => row[5]).filter((code) => String(code).startsWith('LINE'));
    expect(codes).toHaveLength(2400);
    expect(new Set(codes).size).toBe(600);
  });

  it('of alarms contains each alarm once, although another one begins', async () => {
    const tenant = await createTenant(database, { label: 'alarms', now: TEST_NOW });
    const raise = (count: number, value: number) => {
      const numbers = Array.from({ length: count }, (_, i) => value + i + 1);
      const times = numbers.map((n) => new Date(BEGIN + Math.floor(n / 3)));
      return sql`insert into alarm (customer_id, device_id, group_id, alarm_type, kind, priority,
          phase, source, opened_at, day, last_at, ended_at, end_reason, count, first_value,
          last_value, peak_value, limit_value)
        select d.customer_id, d.device_id, d.group_id, 'overVoltage', 'alarm', 2, 'A', 'device',
          one.at, '2026-11-10'::date, one.at, one.at, 'device', 1, one.n, one.n, 1, 1
        from device d, unnest(${times}::timestamptz[], ${numbers}::int4[]) as one (at, n)
        where d.customer_id = ${tenant.customerId} and d.device_id = ${tenant.deviceId}`.execute(
        database.db,
      );
    };
    await raise(1500, 0);
    const rows = await rowsOf(alarmTable(t), tenant, () => raise(1, 1500));
    const values = rows.map((row) => row[7]);
    expect(values).toHaveLength(1500);
    expect(new Set(values).size).toBe(1500);
  });
});
