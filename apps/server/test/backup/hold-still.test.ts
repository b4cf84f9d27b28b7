/**
 * After a restore nothing from before the backup acts: no command, no timer, no mail, no session
 * (docs/promises.md D18).
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { runBatchCommands } from '../../src/areas/control/batch/run-batch-commands.ts';
import { runTemplateSteps } from '../../src/areas/control/templates/run-steps.ts';
import { runDueTimers } from '../../src/areas/control/timers/due-timers.ts';
import { runReportSchedules } from '../../src/areas/reports/schedules/run-schedules.ts';
import { decideTowers } from '../../src/areas/sites/towers/tower-work.ts';
import { systemClock } from '../../src/clock.ts';
import type { Database } from '../../src/storage/database.ts';
import { freshDatabase } from '../support/databases.ts';
import { startSimulated } from '../support/devices/simulated-device.ts';
import { eventually } from '../support/eventually.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { buildTenantDevice, type TestDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testContext } from '../support/test-context.ts';
import { backUp, emptyPlace, type Place, restoreTo, within } from './backup-fixture.ts';

const KINDS = ['switch', 'slaves', 'summon', 'read', 'write', 'timers', 'frame'] as const;
const STATES = ['queued', 'sent', 'acknowledged', 'unknown', 'confirmed', 'expired'] as const;

const ARGS = { order: 'open', dataType: 'variable', hex: '68AA16', masked: '68**16' };

/** Inserts a command that could still be sent for an hour. */
async function insertCommand(
  database: Database,
  tenant: Tenant,
  device: Pick<TestDevice, 'deviceId' | 'deviceCode'>,
  kind: (typeof KINDS)[number],
  state: (typeof STATES)[number],
): Promise<string> {
  const commandId = randomUUID();
  await sql`insert into command (customer_id, command_id, device_id, link_device_code, kind,
      switch_order, args, state, source, created_at, expires_at, sent_at, sender)
    values (${tenant.customerId}, ${commandId}, ${device.deviceId}, ${device.deviceCode}, ${kind},
      ${kind === 'switch' ? 'open' : null}, ${JSON.stringify(ARGS)}::jsonb, ${state}, 'test',
      now(), now() + interval '1 hour', ${state === 'queued' ? null : new Date()},
      ${state === 'queued' ? null : 'server-before'})`.execute(database.db);
  await sql`insert into command_transition (customer_id, command_id, step, state, at)
    values (${tenant.customerId}, ${commandId}, 1, 'queued', now())`.execute(database.db);
  return commandId;
}

describe('after a restore', () => {
  const source = fixture(freshDatabase);
  const tenant = fixture(() => createTenant(source, { label: 'held', now: Date.now() }));
  let place: Place;
  const commands = new Map<string, string>();
  let commandsBefore: number;

  beforeAll(async () => {
    const { customerId } = tenant;
    for (const kind of KINDS) {
      for (const state of STATES) {
        const device = await buildTenantDevice(source, tenant);
        commands.set(`${kind} ${state}`, await insertCommand(source, tenant, device, kind, state));
      }
    }
    // Everything that can be in progress is set to be in progress.
    await sql`update group_order set ended_at = null, ends_at = now() + interval '1 hour'`.execute(
      source.db,
    );
    await sql`update group_order_device set state = 'waiting'`.execute(source.db);
    await sql`update template_run set ended_at = null, ends_at = now() + interval '1 hour'`.execute(
      source.db,
    );
    await sql`update template_step set state = 'waiting'`.execute(source.db);
    // The timer is due in this minute, so it would run if it were checked.
    await sql`update timer set enabled = true, days = 127, switch_order = 'open',
      clock_time = to_char(now() at time zone 'UTC', 'HH24:MI'),
      next_run_at = date_trunc('minute', now())`.execute(source.db);
    // A device of this kind stores no timers itself.
    await sql`update device set kind = 'dtu' where device_id = ${tenant.deviceId}`.execute(
      source.db,
    );
    await sql`update customer set zone_id = (select zone_id from zone where iana_name = 'UTC')`.execute(
      source.db,
    );
    await sql`update report_schedule set enabled = true, paused = null,
      next_at = now() - interval '2 minutes'`.execute(source.db);
    await sql`update report_delivery set state = 'making', settled_at = null`.execute(source.db);
    await sql`update report_task set state = 'running', taken_by = 'server-before',
      taken_until = now() + interval '1 hour', ended_at = null`.execute(source.db);
    await sql`update tower set mains_state = 'absent', absent_since = now() - interval '1 day',
      next_look_at = now() - interval '1 minute'`.execute(source.db);
    await sql`update tower_user set state = 'queued', settled = false, mode = 'auto'`.execute(
      source.db,
    );
    for (const [channel, state] of [
      ['mail', 'waiting'],
      ['push', 'taken'],
      ['webhook', 'taken'],
    ]) {
      const owner = channel === 'webhook' ? 900_001 : customerId;
      await sql`insert into outbox (customer_id, channel, dedupe_key, payload, receiver, state, due_at,
          taken_by, taken_until, created_at, tried_since)
        values (${owner}, ${channel}, ${`past ${channel}`}, '{}', 'x', ${state}, now(),
          ${state === 'taken' ? 'server-before' : null}, now(), now(), now())`.execute(source.db);
    }
    await sql`insert into notification_profile (customer_id, user_id, digest_at, digest_next_at)
      values (${customerId}, 424242, '07:00', now() - interval '3 days 2 hours')`.execute(
      source.db,
    );
    await sql`insert into websocket_ticket (ticket_hash, token_hash, expires_at)
      values ('\\x01', '\\x02', now() + interval '1 hour')`.execute(source.db);
    await sql`insert into installation (name, value) values ('report_link_key', 'past')`.execute(
      source.db,
    );
    place = await emptyPlace();
    const { commands: ended } = await restoreTo(place, await backUp(source, temporaryFolder()));
    expect(ended).toBe(KINDS.length * 3);
    commandsBefore = await count(source, 'command');
  });

  async function count(database: Database, table: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int4 as count from ${sql.table(table)}`.execute(database.db);
    return rows[0]!.count;
  }

  it('every pending command is cancelled or unknown, once, without its payload', async () => {
    await within(place, async ({ db }) => {
      for (const [what, id] of commands) {
        const [kind, state] = what.split(' ');
        const row = await db
          .selectFrom('command')
          .selectAll()
          .where('command_id', '=', id)
          .executeTakeFirstOrThrow();
        const steps = await db
          .selectFrom('command_transition')
          .select(['step', 'state'])
          .where('command_id', '=', id)
          .orderBy('step')
          .execute();
        const isOver = !['queued', 'sent', 'acknowledged'].includes(state!);
        const expected = isOver
          ? state
          : kind === 'summon' || kind === 'read'
            ? 'cancelled'
            : 'unknown';
        expect(row.state, what).toBe(expected);
        expect(row.reason, what).toBe(isOver ? null : 'restored');
        expect(row.args, what).toEqual(
          isOver ? ARGS : { order: 'open', dataType: 'variable', hex: '68**16' },
        );
        expect(steps.map((step) => step.state)).toEqual(isOver ? ['queued'] : ['queued', expected]);
      }
    });
  });

  it('nothing is pending, and the jobs of a server submit no command', async () => {
    await within(place, async (restored) => {
      const ctx = { ...testContext(restored), clock: systemClock };
      for (const work of [
        runBatchCommands,
        runTemplateSteps,
        runDueTimers,
        decideTowers,
        runReportSchedules,
      ]) {
        await work(ctx);
      }
      expect(await count(restored, 'command')).toBe(commandsBefore);
      const { rows } = await sql<Record<string, number>>`select
        (select count(*)::int4 from group_order where ended_at is null) as orders,
        (select count(*)::int4 from group_order_device where state = 'waiting') as turns,
        (select count(*)::int4 from template_run where ended_at is null) as runs,
        (select count(*)::int4 from template_step where state in ('waiting', 'asked')) as steps,
        (select count(*)::int4 from timer_run where result <> 'missed'
          and due_at > now() - interval '1 hour') as timers,
        (select count(*)::int4 from timer_run where result = 'missed'
          and due_at > now() - interval '1 hour') > 0 as missed,
        (select count(*)::int4 from outbox where state in ('waiting', 'taken')) as messages,
        (select count(*)::int4 from report_task where state in ('waiting', 'running')) as reports,
        (select count(*)::int4 from report_delivery where state in ('making', 'mailing')) as mails,
        (select count(*)::int4 from alarm_news) as news,
        (select count(*)::int4 from notification_profile where user_id = 424242
          and digest_next_at between now() and now() + interval '1 day') as digests,
        (select count(*)::int4 from tower where mains_state = 'absent') as absent,
        (select count(*)::int4 from tower_user where state = 'queued') as queued`.execute(
        restored.db,
      );
      expect(rows[0]).toEqual({
        orders: 0,
        turns: 0,
        runs: 0,
        steps: 0,
        timers: 0,
        missed: true,
        messages: 0,
        reports: 0,
        mails: 0,
        news: 0,
        digests: 1,
        absent: 0,
        queued: 0,
      });
    });
  });

  it('every user must sign in again, and earlier links are void', async () => {
    await within(place, async (restored) => {
      expect(await count(restored, 'session')).toBe(0);
      expect(await count(restored, 'websocket_ticket')).toBe(0);
      const server = await startServer(restored, { env: { DATA_DIR: temporaryFolder() } });
      const { token } = tenant.users.operator;
      const answer = await server.app.inject({
        url: '/api/v2/devices?page=1&rows=10',
        headers: { authorization: token },
      });
      expect(answer.json().code).not.toBe(0);
      await server.stop();
      const { rows } = await sql`select from installation where name = 'report_link_key'`.execute(
        restored.db,
      );
      expect(rows).toEqual([]);
    });
  });
});

describe('a breaker that connects to a restored server', () => {
  it.each(['queued', 'sent', 'acknowledged'] as const)(
    'does not receive the command that was %s at the time of the backup',
    async (state) => {
      const source = await freshDatabase();
      const tenant = await createTenant(source, { label: `line-${state}`, now: Date.now() });
      const device = await buildTenantDevice(source, tenant);
      const commandId = await insertCommand(source, tenant, device, 'switch', state);
      const place = await emptyPlace();
      await restoreTo(place, await backUp(source, temporaryFolder()));
      await within(place, async (restored) => {
        const server: TestServer = await startServer(restored, { clock: systemClock });
        const line = startSimulated({
          mqttPort: server.mqttPort,
          code: device.deviceCode,
          secret: device.secret,
          type: 'MT61',
        });
        const received: unknown[] = [];
        const carryOut = line.device.onCommand.bind(line.device);
        line.device.onCommand = (payload, now) => {
          received.push(JSON.parse(Buffer.from(payload).toString()));
          return carryOut(payload, now);
        };
        try {
          // Queued commands are sent in submission order, so no command from before the backup is
          // ahead of this one.
          const asked = await insertCommand(restored, tenant, device, 'summon', 'queued');
          await eventually(() => stateOf(restored, asked)).toBe('confirmed');
          expect(received).toContainEqual(expect.objectContaining({ id: asked, op: 'summon' }));
          expect(received).not.toContainEqual(expect.objectContaining({ id: commandId }));
          expect(received).not.toContainEqual(expect.objectContaining({ op: 'switch' }));
          expect(await stateOf(restored, commandId)).toBe('unknown');
        } finally {
          await line.stop();
          await server.stop();
        }
      });
    },
    60_000,
  );

  async function stateOf(database: Database, commandId: string): Promise<string> {
    const row = await database.db
      .selectFrom('command')
      .select('state')
      .where('command_id', '=', commandId)
      .executeTakeFirstOrThrow();
    return row.state;
  }
});
