/**
 * A simulated breaker changes no answer of any read call, except the lists that show it by itself;
 * and nothing of it reaches the ledger, the sums, the quota, the notifications or a web hook.
 */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { readPlatform } from '../../src/areas/platform/operations/platform-queries.ts';
import { JOBS } from '../../src/jobs/jobs.ts';
import { buildCatalogueFixture } from '../catalogue/catalogue-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { fixture } from '../support/fixture.ts';
import { type Answers, differences, recordAnswers, withoutEntries } from './recorded-answers.ts';
import { addSimulatedBreaker, playBreaker } from './simulated-breaker.ts';

/** Calls that show single devices or alarms: the breaker is one marked entry of their lists. */
const LISTS = ['v2.devices', 'v2.alarms'];
/** Shows what keeps a group from being deleted, and a breaker in it does. */
const GROUP_CONTENTS = 'v2.groups.contents';

const DAILY_WORK = [
  ...['presence', 'timed-alarms', 'message-quota', 'energy', 'energy-days', 'settlement'],
  ...['notifications', 'digests', 'hours', 'lamp-checks', 'towers'],
];

const COUNTED_TABLES = [
  ...['energy_dirty', 'energy_work', 'energy_head', 'energy_checkpoint', 'energy_day'],
  ...['energy_slot', 'energy_device_month', 'energy_group_day', 'energy_group_dirty'],
  ...['alarm_group_sum', 'alarm_device_sum', 'notice', 'notification', 'outbox', 'forward_queue'],
  'message_day',
];
const OWN_TABLES = ['measurement', 'energy_register', 'alarm', 'switch_event'];

describeWithDatabase('a simulated breaker', (database) => {
  const world = fixture(() => buildCatalogueFixture(database));

  async function runJobs(): Promise<void> {
    const { context } = world.server.parts;
    const now = context.clock.now();
    for (const job of JOBS.filter(({ name }) => DAILY_WORK.includes(name))) {
      await job.run(context, { since: now - job.everyMs, now, stop: new AbortController().signal });
    }
  }

  async function rowsOf(tables: readonly string[], only = sql`true`): Promise<string[]> {
    const rows = tables.map(async (table) => {
      const { rows } = await sql<{ hash: string | null; number: number }>`
        select md5(string_agg(t::text, '|' order by t::text)) as hash, count(*)::integer as number
        from ${sql.table(table)} t where customer_id = ${world.own.customerId} and ${only}
      `.execute(database.db);
      return `${table} ${rows[0]!.number} ${rows[0]!.hash}`;
    });
    return Promise.all(rows);
  }

  async function platform(): Promise<object> {
    const { online, late, offline, alarmsOpen, ledgerWaiting, forwardWaiting } = await readPlatform(
      world.server.parts.context,
    );
    return { online, late, offline, alarmsOpen, ledgerWaiting, forwardWaiting };
  }

  describe('among real devices', () => {
    const recorded = fixture(async () => {
      const { server, own } = world;
      const { numUpdatedRows } = await database.db
        .updateTable('forwarding')
        .set({ enabled: true, enabled_at: new Date('2026-01-01') })
        .where('customer_id', '=', own.customerId)
        .executeTakeFirstOrThrow();
      expect(numUpdatedRows).toBe(1n);
      const token = await world.token('admin');
      const record = () => recordAnswers(world, token);
      await runJobs();
      const empty = await record();
      await playBreaker(server, await buildTenantDevice(database, own));
      await runJobs();
      await runJobs();
      const [before, again] = [await record(), await record()];
      const tables = await rowsOf(COUNTED_TABLES);
      const numbers = await platform();
      const breaker = await addSimulatedBreaker(server, own);
      await playBreaker(server, breaker);
      await runJobs();
      return { empty, before, again, after: await record(), breaker, tables, numbers };
    });
    const callOf = (name: string) => name.split(' ')[0]!;
    const calls = (names: readonly string[]) => new Set(names.map(callOf));

    it('is recorded by answers that stand still, and that a real breaker changes', () => {
      const { empty, before, again } = recorded;
      expect(differences(before, again)).toEqual([]);
      expect(calls(differences(empty, before)).size).toBeGreaterThan(25);
    });

    it('changes no answer but those of the lists that show it', () => {
      const { before, after } = recorded;
      expect(calls(differences(before, after))).toEqual(new Set([...LISTS, GROUP_CONTENTS]));
    });

    it('is the only difference of these lists', () => {
      const { before, after, breaker } = recorded;
      const stripped: Answers = new Map(
        differences(before, after)
          .filter((name) => LISTS.includes(callOf(name)))
          .map((name) => [name, withoutEntries(after.get(name)!, breaker.deviceCode)]),
      );
      const wanted = [...stripped.keys()].map((name) => [name, before.get(name)]);
      expect(stripped.size).toBeGreaterThan(4);
      expect([...stripped]).toEqual(wanted);
    });

    it.each([
      ['the bell shows', 'v2.alarms required simulated=false'],
      ['is requested without a list', 'v2.alarms required ps=0'],
    ])('has no part in the number of alarms that %s', (_, number) => {
      const { before, after } = recorded;
      expect(JSON.parse(after.get(number)!.slice(4)).data.list.total).toBeGreaterThan(0);
      expect(after.get(number)).toBe(before.get(number));
    });

    it('is one more device in what keeps its group from being deleted', () => {
      const devices = (answers: Answers) =>
        JSON.parse(answers.get(GROUP_CONTENTS)!.slice(4)).data.devices;
      expect(devices(recorded.after)).toBe(devices(recorded.before) + 1);
    });

    it('has a history of its own and leaves no row where anything is counted', async () => {
      const { breaker, tables, numbers } = recorded;
      const own = await rowsOf(OWN_TABLES, sql`device_id = ${breaker.deviceId}`);
      expect(own.map((row) => row.split(' ').slice(0, 2))).toEqual([
        ['measurement', '13'],
        ['energy_register', '13'],
        ['alarm', '3'],
        ['switch_event', '2'],
      ]);
      expect(await rowsOf(COUNTED_TABLES)).toEqual(tables);
      expect(await platform()).toEqual(numbers);
    });
  });
});
