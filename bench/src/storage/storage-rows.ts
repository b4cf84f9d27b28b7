/** Size in bytes of rows inserted one by one, as by the server: ten thousand of each kind. */
import { sql } from 'kysely';
import type { Database } from '../../../apps/server/src/storage/database.ts';

const COUNT = 10_000;
const NUMBERS = `generate_series(1, ${COUNT}) n`;
const AT = `timestamptz '2026-01-01' + n * interval '1 minute'`;
const ID = `md5(n::text)::uuid`;

/** Kinds of rows: printed name, tables that get a row for each, and statements to insert them. */
const KINDS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    'command with three steps',
    ['command', 'command_transition'],
    [
      `insert into command (customer_id, command_id, device_id, link_device_code, kind, switch_order,
        args, state, issued_by, session_hash, source, client_address, created_at, expires_at, sent_at,
        acknowledged_at, confirmed_at, ended_at, before_action, after_action)
      select 1, ${ID}, n % 500, 'MT61-00001234', 'switch', 'open', '{"order": "open"}', 'confirmed', 7,
        decode(repeat('ab', 32), 'hex'), 'v2.device.control', '192.168.10.20', ${AT}, ${AT}, ${AT},
        ${AT}, ${AT}, ${AT}, 'closeByCommand', 'openByCommand' from ${NUMBERS}`,
      `insert into command_transition (customer_id, command_id, step, state, at)
      select 1, ${ID}, s, 'acknowledged', ${AT} from ${NUMBERS} cross join generate_series(1, 3) s`,
    ],
  ],
  [
    'line of the operation log',
    ['audit_entry'],
    [
      `insert into audit_entry (customer_id, logged_at, user_id, user_name, device_id, device_code,
        group_id, module, command, command_id, status, detail, client_address)
      select 1, ${AT}, 7, 'operator', n % 500, 'MT61-00001234', 3, 'Device control', 'open', ${ID},
        'done', '{"before": "closeByCommand", "after": "openByCommand"}', '192.168.10.20'
      from ${NUMBERS}`,
    ],
  ],
  [
    'switch event',
    ['switch_event'],
    [
      `insert into switch_event (customer_id, device_id, occurred_at, received_at, switch_action)
      select 1, n % 500, ${AT}, ${AT}, 'openByCommand' from ${NUMBERS}`,
    ],
  ],
  [
    'alarm with its two events',
    ['device_alarm_event', 'alarm'],
    [
      `insert into device_alarm_event (customer_id, device_id, occurred_at, received_at, alarm_type,
        kind, active, value, limit_value, phase, content_hash)
      select 1, n % 500, ${AT} + s * interval '1 second', ${AT}, 'overVoltage', 'alarm', s = 1, 262.1,
        260, 'A', n from ${NUMBERS} cross join generate_series(1, 2) s`,
      `insert into alarm (customer_id, device_id, group_id, alarm_type, kind, priority, phase, source,
        opened_at, day, last_at, ended_at, end_reason, first_value, last_value, peak_value, limit_value)
      select 1, n % 500, 3, 'overVoltage', 'alarm', 2, 'A', 'device', ${AT}, (${AT})::date, ${AT}, ${AT},
        'device', 262.1, 261.4, 263, 260 from ${NUMBERS}`,
    ],
  ],
  [
    'rejected message of 300 bytes',
    ['rejected_message'],
    [
      `insert into rejected_message (customer_id, device_id, device_code, topic, reason, detail,
        payload, received_at)
      select 1, n % 500, 'MT61-00001234', 'ep/1/MT61-00001234/up/data', 'wrong-type', 'volPa',
        decode(repeat(md5(n::text), 9) || repeat('00', 156), 'hex'), ${AT} from ${NUMBERS}`,
    ],
  ],
  [
    'notification',
    ['notification'],
    [
      `insert into notification (customer_id, user_id, at, what, alarm_id, detail)
      select 1, 7, ${AT}, 'opened', n, '{"type": "overVoltage", "device": "Pump 3", "value": 262.1}'
      from ${NUMBERS}`,
    ],
  ],
];

export async function measureRows(database: Database): Promise<Record<string, string | number>[]> {
  const lines: Record<string, string | number>[] = [];
  for (const [what, tables, statements] of KINDS) {
    const before = await bytesOf(database, tables);
    for (const statement of statements) await sql.raw(statement).execute(database.db);
    const bytes = ((await bytesOf(database, tables)) - before) / COUNT;
    lines.push({
      what,
      'bytes, with indexes': Math.round(bytes),
      'a million, MB': Math.round(bytes),
    });
  }
  return lines;
}

async function bytesOf(database: Database, tables: readonly string[]): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(name::regclass))::int8 as bytes
    from unnest(${[...tables]}::text[]) name`.execute(database.db);
  return rows[0]!.bytes;
}
