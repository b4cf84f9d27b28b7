/** Alarm events recorded before the alarm table existed: migration 15 on a database in use. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/storage/migrate.ts';
import { freshDatabase } from '../support/databases.ts';

const shipped = new URL('../../src/storage/migrations/', import.meta.url);
const folder = pathToFileURL(`${mkdtempSync(join(tmpdir(), 'busbar-migrations-'))}/`);
afterAll(() => rmSync(folder, { recursive: true }));

describe('alarm events from before migration 15', () => {
  it('become one row per start and end, open if no end was recorded', async () => {
    const database = await freshDatabase({ empty: true });
    for (const file of readdirSync(shipped)) {
      if (Number(file.slice(0, 4)) < 15) cpSync(new URL(file, shipped), new URL(file, folder));
    }
    await migrate(database, folder);
    const { db } = database;
    await sql`insert into zone values (1, 'Asia/Shanghai', 'Shanghai', '上海', 1)`.execute(db);
    await sql`insert into customer (customer_id, chinese_code, english_code, contact_user, zone_id,
      currency_id, state, created_at) values (7, '甲', 'A', 'a', 1, 1, 'active', now())`.execute(
      db,
    );
    await sql`insert into device (customer_id, device_id, device_code, name, device_type_id, kind,
        group_id, rate_id, secret_hash, created_at, deleted_at)
      values (7, 1, 'D1', 'D1', 1, 'main', 3, 1, '', now(), null),
        (7, 2, 'D2', 'D2', 1, 'main', 3, 1, '', now(), '2026-03-02 00:00Z')`.execute(db);
    await sql`insert into device_alarm_event (customer_id, device_id, occurred_at, received_at,
        alarm_type, kind, active, value, limit_value, phase, content_hash)
      select 7, device, at::timestamptz, at::timestamptz, type, 'alarm', active, value, 275, phase, n
      from (values
        (1, '2026-03-01 10:00Z', 'overVoltage', false, null, 'A', 0),
        (1, '2026-03-01 17:00Z', 'overVoltage', true, 281.0, 'A', 1),
        (1, '2026-03-01 17:01Z', 'overVoltage', true, 285.5, 'A', 2),
        (1, '2026-03-01 17:02Z', 'overVoltage', true, 279.0, 'A', 3),
        (1, '2026-03-01 17:05Z', 'overVoltage', false, null, 'A', 4),
        (1, '2026-03-01 18:00Z', 'overVoltage', true, 280.0, 'A', 5),
        (1, '2026-03-01 19:00Z', 'commandUnknown', true, null, null, 1),
        (1, '2026-03-01 19:00Z', 'commandUnknown', false, null, null, 0),
        (2, '2026-03-01 20:00Z', 'overTemp', true, 91.0, null, 1),
        (2, '2026-03-01 21:00Z', 'electricLeakage', true, 45.0, null, 2)
      ) told (device, at, type, active, value, phase, n)`.execute(db);

    await migrate(database);

    const { rows } = await sql`
      select device_id, alarm_type, phase, to_char(opened_at at time zone 'UTC', 'HH24:MI') as opened,
        to_char(ended_at at time zone 'UTC', 'DD HH24:MI') as ended, end_reason, day::text as day,
        count, first_value, last_value, peak_value
      from alarm order by opened_at`.execute(db);
    const over = { device_id: 1, alarm_type: 'overVoltage', phase: 'A', day: '2026-03-02' };
    const none = { count: 1, first_value: null, last_value: null, peak_value: null };
    expect(rows).toEqual([
      {
        ...over,
        opened: '17:00',
        ended: '01 17:05',
        end_reason: 'device',
        count: 3,
        first_value: 281,
        last_value: 279,
        peak_value: 285.5,
      },
      {
        ...over,
        opened: '18:00',
        ended: null,
        end_reason: null,
        count: 1,
        first_value: 280,
        last_value: 280,
        peak_value: 280,
      },
      {
        ...none,
        device_id: 1,
        alarm_type: 'commandUnknown',
        phase: '',
        opened: '19:00',
        ended: '01 19:00',
        end_reason: 'settled',
        day: '2026-03-02',
      },
      {
        device_id: 2,
        alarm_type: 'overTemp',
        phase: '',
        opened: '20:00',
        ended: '02 00:00',
        end_reason: 'removed',
        day: '2026-03-02',
        count: 1,
        first_value: 91,
        last_value: 91,
        peak_value: 91,
      },
      {
        device_id: 2,
        alarm_type: 'electricLeakage',
        phase: '',
        opened: '21:00',
        ended: '02 00:00',
        end_reason: 'removed',
        day: '2026-03-02',
        count: 1,
        first_value: 45,
        last_value: 45,
        peak_value: 45,
      },
    ]);
    const sums = await sql<{ sum: number }>`
      select sum(alarms)::int as sum from alarm_group_sum where period = 'day'`.execute(db);
    expect(sums.rows[0]?.sum).toBe(5);
    // Migration 41 adds the earth leakage that migration 15 left out.
    const devices = await sql<{ device_id: number; period: string; alarms: number }>`
      select device_id, period, alarms from alarm_device_sum where device_id = 2`.execute(db);
    expect(devices.rows.map(({ period, alarms }) => [period, alarms]).toSorted()).toEqual([
      ['day', 2],
      ['month', 2],
      ['year', 2],
    ]);
  });
});
