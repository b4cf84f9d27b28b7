/**
 * docs/promises.md C11: timers run once or are reported missed. Two processes on one PostgreSQL
 * with a manual clock: gaps and repeats of local time, steps of an hour both ways, both processes
 * down for minutes, one of them down, and transactions that abort after they have submitted a
 * command.
 */
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { runDueTimers } from '../../src/areas/control/timers/due-timers.ts';
import { removeTimer, setTimer } from '../../src/areas/control/timers/timer-service.ts';
import { contextOn } from '../control/control-fixture.ts';
import { describeWithDatabase, openTestDatabase } from '../support/databases.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { fixture } from '../support/fixture.ts';
import { manualClock } from '../support/manual-clock.ts';
import { SOAK_TIMEOUT_MS, seed, size } from '../support/sizes.ts';
import {
  type SetTimer,
  type TimerLedger,
  wrongCounts,
  wrongMinutes,
  wrongResults,
} from './check-timers.ts';

const TIMERS = size('timers');
const SEED = seed('timers', 11);
const HOUR = 3_600_000;

/** Six hours around a clock change of each zone. */
const SEASONS = [
  { zone: 'America/New_York', change: '2026-03-08T07:00Z', what: 'a gap of an hour' },
  { zone: 'Europe/Paris', change: '2026-03-29T01:00Z', what: 'a gap of an hour' },
  { zone: 'Australia/Lord_Howe', change: '2026-04-04T15:00Z', what: 'a repeat of half an hour' },
  { zone: 'Europe/Paris', change: '2026-10-25T01:00Z', what: 'a repeat of an hour' },
] as const;

describeWithDatabase('timers run by two processes', (database) => {
  const clock = manualClock(Date.parse('2026-03-01T00:00Z'));
  const processes = [
    fixture(async () => contextOn(database, clock, {}, 'one')),
    fixture(async () => contextOn(await openTestDatabase(database.databaseUrl), clock, {}, 'two')),
  ] as const;
  const random = seededRandom(SEED);
  const pick = (below: number) => Math.floor(random() * below);
  let counter = 100_000_000;

  beforeAll(async () => {
    // A process that dies between its command and its commit leaves neither.
    await sql`create table dying (is_dying boolean not null)`.execute(database.db);
    await sql`insert into dying values (false)`.execute(database.db);
    await sql`create function die() returns trigger language plpgsql as $$ begin
      if (select is_dying from dying) then raise exception 'the process died'; end if;
      return new; end $$`.execute(database.db);
    await sql`create trigger die_after_ordering before insert on timer_run
      for each row execute function die()`.execute(database.db);
  });

  const dying = (is: boolean) => sql`update dying set is_dying = ${is}`.execute(database.db);

  /** Adds terminals, one per timer, so that the commands of each timer can be distinguished. */
  async function addDevices(tenant: Tenant, count: number): Promise<number[]> {
    const ids = Array.from({ length: count }, () => ++counter);
    const of = { customer_id: tenant.customerId };
    await database.db
      .insertInto('device')
      .values(
        ids.map((device_id) => ({
          ...of,
          device_id,
          device_code: `C11-${device_id}`,
          name: '',
          device_type_id: 1,
          kind: 'dtu' as const,
          group_id: tenant.groupId,
          rate_id: tenant.rateId,
          created_at: new Date(),
        })),
      )
      .execute();
    await database.db
      .insertInto('device_state')
      .values(ids.map((device_id) => ({ ...of, device_id, switch_action: 'closeByCommand' })))
      .execute();
    return ids;
  }

  async function customerIn(zone: string, label: string): Promise<Tenant> {
    const tenant = await createTenant(database, { label, now: clock.now() });
    await sql`update customer set zone_id = (select zone_id from zone where iana_name = ${zone})
      where customer_id = ${tenant.customerId}`.execute(database.db);
    return tenant;
  }

  /** Sets the timers of a season at times of its six hours, half of them close to the change. */
  async function setTimers(tenant: Tenant, zone: string, change: number, count: number) {
    const caller = callerOf(tenant, 'operator', zone);
    const wall = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
    });
    const timers: (SetTimer & { deviceId: number })[] = [];
    for (const deviceId of await addDevices(tenant, count)) {
      const around = random() < 0.5 ? HOUR : 3 * HOUR;
      let time = wall.format(change + (2 * random() - 1) * around);
      // The skipped hour never appears in local time; timers are set for it all the same.
      if (random() < 0.2) time = `02:${String(pick(60)).padStart(2, '0')}`;
      const days = random() < 0.8 ? 127 : 1 + pick(127);
      const from = clock.now();
      const setting = { device: deviceId, days, time, command: 'open' as const, enabled: true };
      const outcome = await setTimer(processes[0], caller, setting);
      if (!outcome.ok) throw new Error(outcome.refusal);
      timers.push({ id: outcome.value, deviceId, days, time, zone, from, to: 0 });
    }
    return { timers, caller };
  }

  async function ledgerOf(
    tenant: Tenant,
    timers: readonly (SetTimer & { deviceId: number })[],
    looks: readonly number[],
  ): Promise<TimerLedger> {
    const { db } = database;
    const runs = await db
      .selectFrom('timer_run')
      .select(['timer_id as id', 'due_at as due', 'result', 'recorded_at as recordedAt'])
      .where('customer_id', '=', tenant.customerId)
      .execute();
    const timerOf = new Map(timers.map(({ id, deviceId }) => [deviceId, id]));
    const count = async (table: 'command' | 'operation_log') => {
      const rows = await db
        .selectFrom(table)
        .select(['device_id', (eb) => eb.fn.countAll<number>().as('times')])
        .where('customer_id', '=', tenant.customerId)
        .where(
          table === 'command' ? 'source' : 'status',
          'like',
          table === 'command' ? 'timer %' : 'missed',
        )
        .groupBy('device_id')
        .execute();
      return new Map(rows.map(({ device_id, times }) => [timerOf.get(device_id!)!, Number(times)]));
    };
    return {
      timers,
      runs,
      commands: await count('command'),
      missedLines: await count('operation_log'),
      looks,
    };
  }

  it.each(SEASONS)(
    'run once or are missed over $what in $zone',
    async ({ zone, change: at }) => {
      const change = Date.parse(at);
      const end = change + 3 * HOUR;
      clock.stepTo(change - 3 * HOUR);
      const tenant = await customerIn(zone, `c11 ${zone} ${at}`);
      const { timers, caller } = await setTimers(tenant, zone, change, Math.ceil(TIMERS / 4));
      const looks: number[] = [];
      let latest = clock.now();
      // An operator sets the clock an hour ahead, and some minutes later it is corrected.
      let aheadIn = 20 + pick(300);
      let rightIn = aheadIn + 5 + pick(30);
      while (clock.now() < end || rightIn >= 0) {
        if (--aheadIn === 0) clock.stepTo(clock.now() + HOUR);
        else if (--rightIn === 0) clock.stepTo(clock.now() - HOUR);
        // Both processes are down for up to five minutes.
        else if (random() < 0.02) clock.advance(pick(300_000));
        else clock.advance(15_000 + pick(40_000));
        const isDying = random() < 0.05;
        if (isDying) await dying(true);
        const present = random() < 0.5 ? processes : [processes[pick(2)]!];
        // The clock is read before and after the check: a timer that falls due in between may or
        // may not be seen.
        const before = clock.now();
        await Promise.all(present.map((ctx) => runDueTimers(ctx)));
        if (isDying) await dying(false);
        else looks.push(before);
        latest = Math.max(latest, before);
      }
      const lived = timers.map((timer) => ({ ...timer, to: latest }));
      const ledger = await ledgerOf(tenant, lived, looks);
      expect([...wrongMinutes(ledger), ...wrongResults(ledger), ...wrongCounts(ledger)]).toEqual(
        [],
      );
      // The run is meaningful only if there are enough results of both kinds.
      const results = ledger.runs.map(({ result }) => result);
      expect(results.filter((result) => result === 'ordered').length).toBeGreaterThan(
        timers.length / 4,
      );
      expect(results.filter((result) => result === 'missed').length).toBeGreaterThan(0);
      for (const { id } of timers) await removeTimer(processes[0], caller, id);
    },
    SOAK_TIMEOUT_MS,
  );
});
