/**
 * Rows are purged by the retention of their kind, together with their dependent rows; active rows
 * remain.
 */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { sealEntries } from '../../src/areas/identity/audit/seal-entries.ts';
import { KINDS } from '../../src/areas/platform/retention/kind-queries.ts';
import { purgeOldRows } from '../../src/areas/platform/retention/purge-rows.ts';
import { ROWS_AT_ONCE } from '../../src/areas/platform/retention/rows-at-once.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { testContext } from '../support/test-context.ts';

const DAY_MS = 86_400_000;
/**
 * The time is long ago, because the database prevents deleting an audit entry that is less than a
 * year old by its clock.
 */
const NOW = Date.UTC(2022, 10, 20, 4);
/** Tables of rows that depend on a row of another table. */
const PARTS = [
  'command_transition',
  'group_order_device',
  'template_step',
  'console_frame',
] as const;

describeWithDatabase('old rows', (database) => {
  const own = fixture(() => createTenant(database, { label: 'own', now: NOW }));

  beforeAll(async () => {
    await createTenant(database, { label: 'other', now: NOW });
    for (const statement of rowsOf(own)) {
      await sql
        .raw(statement.replaceAll('$at', `timestamptz '${new Date(NOW).toISOString()}'`))
        .execute(database.db);
    }
    await sealEntries({ database });
  });

  const count = async (table: string): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}
      where customer_id = ${own.customerId}`.execute(database.db);
    return rows[0]!.count;
  };
  const counts = async () => {
    const tables = [...new Set([...KINDS.map(({ table }) => table), ...PARTS])];
    return Object.fromEntries(
      await Promise.all(tables.map(async (table) => [table, await count(table)] as const)),
    ) as Record<string, number>;
  };
  /**
   * Simulates a run that many days later, in a new process without the memory of the previous one.
   */
  const forgetAfter = (days: number) =>
    purgeOldRows(testContext({ ...database }, {}, NOW + days * DAY_MS));

  it('are retained for the period of their kind, for every kind', async () => {
    const before = await counts();
    for (const table of Object.keys(before))
      expect([table, before[table]! > 0]).toEqual([table, true]);
    await forgetAfter(89);
    expect(await counts()).toEqual(before);
    await forgetAfter(91);
    const gone = [
      'rejected_message',
      'reading_conflict',
      'clock_error',
      'notification',
      'forward_queue',
    ];
    const after = await counts();
    for (const table of gone) expect([table, after[table]]).toEqual([table, 0]);
    const rest = ({ notice, outbox, ...all }: Record<string, number>) =>
      Object.fromEntries(Object.entries(all).filter(([table]) => !gone.includes(table)));
    expect(rest(after)).toEqual(rest(before));
  });

  it('are purged with their dependent rows when completed, and active ones remain', async () => {
    const before = await counts();
    await forgetAfter(1_099);
    expect(await counts()).toEqual(before);
    await forgetAfter(1_102);
    const after = await counts();
    for (const table of ['switch_event', 'device_alarm_event', 'tower_event']) {
      expect([table, after[table]]).toEqual([table, 0]);
    }
    // Only the entry that records the purge is left.
    expect(after.audit_entry).toBe(1);
    const left = async (table: string, open: string) => {
      const { rows } = await sql<{ over: number; open: number }>`
        select count(*) filter (where not (${sql.raw(open)})) as over,
          count(*) filter (where ${sql.raw(open)}) as open
        from ${sql.table(table)} where customer_id = ${own.customerId}`.execute(database.db);
      return rows[0]!;
    };
    expect(await left('command', "state in ('queued', 'sent', 'acknowledged', 'unknown')")).toEqual(
      {
        over: 0,
        open: 1,
      },
    );
    expect(await left('command_transition', `command_id = '${OPEN}'`)).toEqual({
      over: 0,
      open: 1,
    });
    expect(await left('alarm', 'ended_at is null')).toMatchObject({ over: 0 });
    expect(await left('alarm_group_sum', "period <> 'day'")).toMatchObject({ over: 0 });
    expect(await left('group_order', 'ended_at is null')).toMatchObject({ over: 0 });
    expect(await count('group_order_device')).toBe(0);
  });
});

const OPEN = '00000000-0000-4000-8000-000000000001';
const ENDED = '00000000-0000-4000-8000-000000000002';
const COMMAND = `insert into command (customer_id, command_id, device_id, link_device_code, kind, args,
  source, created_at, expires_at, state, ended_at) values`;

/**
 * Returns statements that insert rows of kinds a new tenant does not have, or rows that are active.
 */
function rowsOf({ customerId: c, deviceId: d }: Tenant): string[] {
  return [
    `insert into rejected_message (customer_id, device_code, topic, reason, payload, received_at)
      select ${c}, 'X', 't', 'wrong-type', '', $at from generate_series(0, ${2 * ROWS_AT_ONCE}) n`,
    `insert into reading_conflict values (${c}, ${d}, $at, 1, '{}', $at)`,
    `insert into clock_error values (${c}, ${d}, $at, 1)`,
    `insert into switch_event (customer_id, device_id, occurred_at, received_at, switch_action)
      values (${c}, ${d}, $at, $at, 'openByCommand')`,
    `insert into device_alarm_event (customer_id, device_id, occurred_at, received_at, alarm_type, kind,
      active, content_hash) values (${c}, ${d}, $at, $at, 'overVoltage', 'alarm', true, 1)`,
    `insert into alarm (customer_id, device_id, group_id, alarm_type, kind, priority, source, opened_at,
      day, last_at, ended_at) values
      (${c}, ${d}, 1, 'overLoad', 'alarm', 1, 'device', $at, ($at)::date, $at, $at),
      (${c}, ${d}, 1, 'lowVoltage', 'alarm', 1, 'device', $at, ($at)::date, $at, null)`,
    `insert into alarm_group_sum values
      (${c}, 'day', ($at)::date, 77, 'overLoad', 'alarm', 1, 0),
      (${c}, 'year', ($at)::date, 77, 'overLoad', 'alarm', 1, 0)`,
    `insert into alarm_device_sum values (${c}, 'day', ($at)::date, ${d} + 77, 1)`,
    `insert into tower_outage values (${c}, 77, $at, $at, 1)`,
    `insert into tower_event (customer_id, tower_id, slot, user_name, at, from_state, event, to_state,
      cause) values (${c}, 77, 1, 'u', $at, 'on', 'cut', 'off', 'mains')`,
    `delete from command where customer_id = ${c}`,
    `delete from command_transition where customer_id = ${c}`,
    `${COMMAND} (${c}, '${OPEN}', ${d}, 'X', 'summon', '{}', 't', $at, $at, 'unknown', $at),
      (${c}, '${ENDED}', ${d}, 'X', 'summon', '{}', 't', $at, $at, 'confirmed', $at)`,
    `insert into command_transition values (${c}, '${OPEN}', 1, 'unknown', $at),
      (${c}, '${ENDED}', 1, 'confirmed', $at)`,
    `update console_frame set command_id = '${ENDED}' where customer_id = ${c}
      and console_frame_id = (select min(console_frame_id) from console_frame where customer_id = ${c})`,
    `insert into audit_entry (customer_id, logged_at, module, command, status)
      values (${c}, $at, 'm', 'c', 'done')`,
    `update group_order set ended_at = $at where customer_id = ${c}`,
    `update template_run set ended_at = $at where customer_id = ${c}`,
    `insert into notice (customer_id, user_id, device_id, alarm_type, phase, alarm_id, told_at)
      values (${c}, 77, ${d}, 'overLoad', '', 1, $at)`,
    `insert into forward_queue (customer_id, kind, items, records, queued_at)
      values (${c}, 'reading', '[]', 1, $at)`,
  ];
}
