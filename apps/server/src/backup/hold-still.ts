/**
 * Ensures that nothing from before a restore takes effect (docs/promises.md D18). Work that was in
 * progress at the time of the backup may or may not have continued on the previous server. The
 * result is unknown, so it is neither repeated nor reported as failed. Pending requests of users
 * are cancelled, as their sessions have ended.
 */
import { sql } from 'kysely';
import type { Executor } from '../storage/database.ts';
import { holdReports } from './hold-reports.ts';
import { holdTimers } from './hold-timers.ts';

const REASON = 'restored';

/**
 * Runs on the tables of this version, in the transaction of the restore. Returns the number of
 * commands that were in progress.
 */
export async function holdStill(trx: Executor): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from now()) * 1000)::float8 as now`.execute(trx);
  const { now } = rows[0]!;
  const commands = await endCommands(trx);
  await endCommandsOfUsers(trx);
  await holdTimers(trx, now);
  await queueTimerTables(trx);
  await holdReports(trx, now);
  await holdTowers(trx);
  await holdMessages(trx);
  await closeDoors(trx);
  return commands;
}

/**
 * A command that only reads can be cancelled safely. Any other command becomes `unknown`, even if
 * it was still queued, because it may have been sent right after the backup. An unknown command
 * blocks switching of its device until the device has reported its position.
 */
async function endCommands(trx: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with ended as (
      update command set
        state = case when kind in ('summon', 'read') then 'cancelled' else 'unknown' end,
        reason = ${REASON},
        ended_at = case when kind in ('summon', 'read') then now() else ended_at end,
        args = case when args -> 'masked' is null then args
          else args - 'masked' || jsonb_build_object('hex', args -> 'masked') end
      where state in ('queued', 'sent', 'acknowledged')
      returning customer_id, command_id, state
    ),
    steps as (
      insert into command_transition (customer_id, command_id, step, state, at, reason)
      select e.customer_id, e.command_id,
        (select coalesce(max(t.step), 0) + 1 from command_transition t
          where t.customer_id = e.customer_id and t.command_id = e.command_id),
        e.state, now(), ${REASON}
      from ended e
    )
    select count(*)::int4 as count from ended`.execute(trx);
  return rows[0]!.count;
}

/** Cancels batch commands, template writes and exports that were requested in ended sessions. */
async function endCommandsOfUsers(trx: Executor): Promise<void> {
  await sql`update group_order_device set state = 'cancelled', reason = 'session-ended'
    where state = 'waiting'`.execute(trx);
  await sql`update group_order set ended_at = now() where ended_at is null`.execute(trx);
  await sql`update template_step set state = 'cancelled', reason = 'session-ended'
    where state = 'waiting'`.execute(trx);
  // A step that was sent is completed by its command, which has just ended.
  await sql`update template_run r set ended_at = now() where ended_at is null
    and not exists (select 1 from template_step s where s.customer_id = r.customer_id
      and s.run_id = r.run_id and s.state = 'asked')`.execute(trx);
  await sql`update report_task set state = 'cancelled', ended_at = now(), taken_by = null,
    taken_until = null where state in ('waiting', 'running')`.execute(trx);
}

/**
 * A breaker or gateway may hold a table that it received after the backup, with timers that this
 * database does not know: each one receives its table again.
 */
async function queueTimerTables(trx: Executor): Promise<void> {
  await sql`
    insert into timer_table as present (customer_id, device_id, wanted_version, state)
    select customer_id, device_id, 1, 'waiting' from device
    where kind in ('main', 'gateway') and protocol = 'busbar' and not simulated
      and deleted_at is null
    on conflict (customer_id, device_id) do update set
      wanted_version = present.wanted_version + 1, state = 'waiting', reason = null, tried_at = null
    where present.state <> 'waiting' or present.tried_at is not null`.execute(trx);
}

/**
 * Towers restart with the next reading: their batteries are not assumed to have drained since then,
 * no queued user is started, and a command that the breaker did not execute is not repeated.
 */
async function holdTowers(trx: Executor): Promise<void> {
  await sql`update tower_outage o set ended_at = greatest(o.began_at, coalesce(t.reading_at, now()))
    from tower t where o.ended_at is null and t.customer_id = o.customer_id
      and t.tower_id = o.tower_id`.execute(trx);
  await sql`update tower set mains_state = 'unknown', mains_since = null, absent_since = null`.execute(
    trx,
  );
  await sql`update tower_user set settled = true, bad_since = null, good_since = null,
    since = case when state = 'queued' then now() else since end,
    state = case when state = 'queued' then 'held' else state end`.execute(trx);
}

/**
 * Emails and push messages from before the restore are not sent. A batch that was being sent to a
 * customer's receiver may have arrived: it becomes undelivered, and an administrator can send it
 * again. A batch that had not begun stays in the queue, because the receiver still needs its
 * readings.
 */
async function holdMessages(trx: Executor): Promise<void> {
  await sql`update outbox set state = 'dead', last_error = ${REASON}, done_at = now(),
      taken_by = null, taken_until = null
    where state = 'taken' or (state = 'waiting' and channel <> 'webhook')`.execute(trx);
  await sql`delete from alarm_news`.execute(trx);
  // Reminders and escalations of an alarm that was notified continue. A first message may have been
  // sent by the former server.
  await sql`update notice set due_at = null
    where due_at <= now() and told is null and shown is null`.execute(trx);
  await sql`update notification_profile set digest_next_at = digest_next_at
      + ceil(extract(epoch from now() - digest_next_at) / 86400) * interval '1 day'
    where digest_next_at <= now()`.execute(trx);
}

/** Ends sessions, tickets, sign-in challenges and report links: all users must sign in again. */
async function closeDoors(trx: Executor): Promise<void> {
  await sql`delete from session`.execute(trx);
  await sql`delete from websocket_ticket`.execute(trx);
  await sql`delete from sign_in_challenge`.execute(trx);
  await sql`delete from sso_attempt`.execute(trx);
  await sql`delete from installation where name = 'report_link_key'`.execute(trx);
}
