/** The demo customer and its history, which the simulated fleet continues without a gap. */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { slaveCode } from '@busbar/domain/device/device-code';
import { towerProblem } from '@busbar/domain/tower/tower-settings';
import { readArguments } from '@busbar/simulator/arguments';
import { parseCredentials } from '@busbar/simulator/connection/credentials';
import { SimulatedDevice } from '@busbar/simulator/device/device';
import { specOf } from '@busbar/simulator/device/device-spec';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainEnergy } from '../../src/areas/energy/explanation/explanation-service.ts';
import { runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import {
  latestMeasurement,
  latestRegisters,
} from '../../src/areas/fleet/readings/latest-queries.ts';
import { verifyPassword } from '../../src/areas/identity/passwords/password-hash.ts';
import { prepareDemoCustomer } from '../../src/areas/platform/demo/demo-customer.ts';
import { demoHistory } from '../../src/areas/platform/demo/demo-history.ts';
import { TOWER_FIGURES, TOWER_USERS } from '../../src/areas/platform/demo/demo-tower.ts';
import { fleetArguments } from '../../src/areas/platform/demo/fleet-arguments.ts';
import { sha256 } from '../../src/areas/shared/secrets/session-secret.ts';
import type { Caller } from '../../src/caller.ts';
import { ensurePartitionsAround } from '../../src/storage/partitions.ts';
import { describeWithDatabase, type TestDatabase } from '../support/databases.ts';
import { fingerprint } from '../support/fingerprint.ts';
import { fixture } from '../support/fixture.ts';
import { manualClock } from '../support/manual-clock.ts';
import { testContext } from '../support/test-context.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Four hours into a UTC day. */
const NOW = Date.UTC(2026, 10, 20, 4);
const TODAY = Date.UTC(2026, 10, 20);
/** Three days more than the last week, which is filled first. */
const historyDays = 10;

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);

describeWithDatabase('the demo', (database) => {
  /** Ids of the measuring devices (breakers, slaves and terminals) by code. */
  let measuring: Map<string, number>;

  const dataFile = (name: string) => join(ctx.config.dataDir, name);
  const startAgain = () => prepareDemoCustomer(ctx, { historyDays });

  beforeAll(() => ensurePartitionsAround(database, NOW));
  const ctx = fixture(async () => testContext(database, {}, NOW));
  const demo = fixture(startAgain);
  beforeAll(async () => {
    const rows = await database.db
      .selectFrom('device')
      .select(['device_id', 'device_code'])
      .where('customer_id', '=', demo.customerId)
      .where('kind', '!=', 'gateway')
      .execute();
    measuring = new Map(rows.map((row) => [row.device_code, row.device_id]));
  });
  afterAll(() => rmSync(ctx.config.dataDir, { recursive: true, force: true }));

  const rootGroup = async () => {
    const { group_id } = await database.db
      .selectFrom('user_group')
      .select('group_id')
      .where('customer_id', '=', demo.customerId)
      .where('parent_id', 'is', null)
      .executeTakeFirstOrThrow();
    return group_id;
  };
  const passwordHash = async () => {
    const { password_hash } = await database.db
      .selectFrom('user_account')
      .select('password_hash')
      .where('customer_id', '=', demo.customerId)
      .executeTakeFirstOrThrow();
    return password_hash;
  };

  it('has 24 breakers, 2 gateways with 10 slaves each, 6 terminals, lamps and a tower, in four cities', async () => {
    const { rows } = await sql<{ city: string; type: string; kind: string; count: number }>`
      select g.name as city, t.name as type, d.kind, count(*)::int4 as count
      from device d join device_type t using (device_type_id)
      join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
      where d.customer_id = ${demo.customerId} group by 1, 2, 3`.execute(database.db);
    const counted = (kind: string, type?: string) =>
      rows
        .filter((row) => row.kind === kind && (type === undefined || row.type === type))
        .reduce((sum, { count }) => sum + count, 0);
    expect([counted('main', 'MT61'), counted('gateway', 'MT88C'), counted('slave')]).toEqual([
      24 + 4 + 4,
      2,
      20,
    ]);
    expect([counted('dtu', 'HF-DTU'), counted('meter')]).toEqual([6, 1]);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(61);
    expect(new Set(rows.map(({ city }) => city)).size).toBe(4);
    expect(demo.fleet.devices.map(({ slaves }) => slaves.length).filter((n) => n > 0)).toEqual([
      10, 10,
    ]);
    expect(demo.simulatedDevices).toBe(41);
  });

  it('has lamp and tower projects with their check results', async () => {
    const { rows: checks } = await sql<{ name: string; verdict: string; detail: string | null }>`
      select l.name, c.verdict, a.log_detail as detail
      from lamp_group l join lamp_check c using (customer_id, lamp_group_id)
      left join alarm a on a.customer_id = l.customer_id and a.device_id = l.device_id
      where l.customer_id = ${demo.customerId} order by l.lamp_group_id`.execute(database.db);
    // It is noon in Shanghai, so the lamps are off.
    expect(checks).toEqual([
      { name: 'Bund promenade', verdict: 'off', detail: null },
      { name: 'Century Avenue', verdict: 'off', detail: null },
      { name: 'River tunnel', verdict: 'failed', detail: '2 lamps' },
      { name: 'Riverside car park', verdict: 'day-burning', detail: '16 lamps on by day' },
    ]);
    const { rows: users } = await sql<{ name: string; users: number; lowest: number }>`
      select t.name, (select count(*)::int4 from tower_user u
          where u.customer_id = t.customer_id and u.tower_id = t.tower_id) as users,
        o.lowest_v as lowest
      from tower t join tower_outage o using (customer_id, tower_id)
      where t.customer_id = ${demo.customerId}`.execute(database.db);
    expect(users).toMatchObject([{ name: 'Longyang Road tower', users: 4 }]);
    // The tower runs on its battery, above every cut-off voltage.
    expect(users[0]!.lowest).toBeLessThan(51.5);
    expect(users[0]!.lowest).toBeGreaterThan(Math.max(...TOWER_USERS.map(({ cutV }) => cutV)));
    expect(towerProblem(TOWER_FIGURES, TOWER_USERS)).toBeUndefined();
  });

  it('writes the simulator devices with their secrets to a file that only its owner can read', () => {
    const { credentials, state, countsFrom, zone } = simulatorArguments();
    expect(statSync(credentials ?? '').mode & 0o777).toBe(0o600);
    expect(state).toBe(dataFile('demo-fleet-state.json'));
    expect([countsFrom, zone]).toEqual([TODAY - historyDays * DAY_MS, 'Asia/Shanghai']);
    const read = parseCredentials(readFileSync(credentials ?? '', 'utf8'));
    expect(read.map(({ code, secret }) => [code, secret])).toEqual(
      demo.fleet.devices.map(({ code, secret }) => [code, secret]),
    );
  });

  it('is reused by later starts without changes', async () => {
    const before = await fingerprint(database, demo.customerId);
    const files = () =>
      ['demo-fleet.json', 'demo-fleet.txt'].map((name) => readFileSync(dataFile(name)));
    const filesBefore = files();
    const tomorrow = { ...ctx, clock: manualClock(NOW + DAY_MS) };
    expect(await prepareDemoCustomer(tomorrow, { historyDays })).toEqual(demo);
    expect(await fingerprint(database, demo.customerId)).toBe(before);
    expect(files()).toEqual(filesBefore);
    const { count } = await database.db
      .selectFrom('customer')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('english_code', '=', 'Busbar Demo')
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1);
  });

  it('accepts the password it prints, even if another one is set for this start', async () => {
    expect(await verifyPassword(await passwordHash(), demo.password)).toBe(true);
    const chosen = { ...ctx, config: { ...ctx.config, demoPassword: 'Chosen-by-hand-7' } };
    expect((await prepareDemoCustomer(chosen, { historyDays })).password).toBe('Chosen-by-hand-7');
    expect(await verifyPassword(await passwordHash(), 'Chosen-by-hand-7')).toBe(true);
    await startAgain();
    expect(await verifyPassword(await passwordHash(), demo.password)).toBe(true);
  });

  function simulatorArguments() {
    return readArguments(fleetArguments(demo, 1883), {}, NOW);
  }

  /**
   * Returns the number of devices with rows in [from, to), and the distinct row counts per device:
   * one number if all are equal.
   */
  async function rowsPerDevice(table: 'measurement' | 'energy_register', from: number, to: number) {
    const { rows } = await sql<{ device_id: number; count: number }>`
      select device_id, count(*)::int4 as count from ${sql.table(table)}
      where customer_id = ${demo.customerId} and ts >= ${new Date(from)} and ts < ${new Date(to)}
      group by 1`.execute(database.db);
    return {
      devices: rows.length,
      each: [...new Set(rows.map(({ count }) => count))].toSorted((a, b) => a - b),
    };
  }

  it('has its last week filled before it is reported ready, and nothing of the months before', async () => {
    await (await demoHistory(ctx, demo)).fillRecent();
    const week = [TODAY - 7 * DAY_MS, NOW] as const;
    // Each device has 288 five-minute readings and 96 register readings a day, plus those of four
    // hours, the last twenty minutes every minute; the device that was silent for a week lacks six
    // days.
    expect(await rowsPerDevice('measurement', ...week)).toEqual({
      devices: 59,
      each: [352, 2080],
    });
    // The meter of the tower's supply has no energy registers.
    expect(await rowsPerDevice('energy_register', ...week)).toEqual({
      devices: 58,
      each: [112, 688],
    });
    expect(await rowsPerDevice('measurement', 0, week[0])).toEqual({ devices: 0, each: [] });
    expect(await rowsPerDevice('measurement', NOW, NOW + DAY_MS)).toEqual({ devices: 0, each: [] });
    const ids = [...measuring.values()];
    expect(ids).toHaveLength(59);
    const { rows } = await sql<{ device_id: number }>`
      select distinct device_id from measurement`.execute(database.db);
    expect(rows.map((row) => row.device_id).toSorted()).toEqual(ids.toSorted());
  }, 240_000);

  it('continues live where the history ends', async () => {
    const args = simulatorArguments();
    const fleet = parseCredentials(readFileSync(args.credentials ?? '', 'utf8'));
    let risen = 0;
    let compared = 0;
    for (const one of fleet) {
      // Two instances are needed, because a meter that has shown a value never shows an earlier one
      // again.
      const past = new SimulatedDevice(specOf(one, args), NOW);
      const device = new SimulatedDevice(specOf(one, args), NOW);
      const said = device.step(NOW + 2 * args.intervalMs).flatMap(({ readings }) => readings);
      for (const unit of past.units) {
        const code = unit.address === undefined ? one.code : slaveCode(one.code, unit.address);
        const deviceId = measuring.get(code) ?? 0;
        const measured = await latestMeasurement(database.db, demo.customerId, deviceId);
        if (past.tower !== undefined) {
          expect([measured?.ts, measured?.measurement.voltageA]).toEqual([NOW - MINUTE_MS, 229]);
          continue;
        }
        const counted = await latestRegisters(database.db, demo.customerId, deviceId);
        expect([measured?.ts, counted?.ts]).toEqual([NOW - MINUTE_MS, NOW - 15 * MINUTE_MS]);
        expect(unit.meter.measurement(measured?.ts ?? 0)).toEqual(measured?.measurement);
        const shown = unit.meter.registers(counted?.ts ?? 0);
        expect(shown).toMatchObject(counted?.registers ?? {});
        expect(Object.keys(counted?.registers ?? {}).length).toBeGreaterThanOrEqual(20);

        const first = said.find((reading) => reading.code === code);
        const used = (first?.activeTotal ?? Number.NaN) - (counted?.registers.activeTotal ?? 0);
        const hours = ((first?.ts ?? 0) - (counted?.ts ?? 0)) / 3_600_000;
        const ratedKw = unit.address === undefined ? 3 * 0.23 * one.ratedCurrentA : 0.23 * 32;
        expect(used).toBeGreaterThanOrEqual(0);
        expect(used).toBeLessThan(hours * ratedKw + 0.02);
        risen += used;
        compared += 1;
      }
    }
    expect(compared).toBe(58);
    expect(risen).toBeGreaterThan(1);
  });

  describe('history before the last week', () => {
    const day = (number: number) =>
      [TODAY - number * DAY_MS, TODAY - (number - 1) * DAY_MS] as const;
    const full = { devices: 59, each: [96] };
    /** One of the devices was silent on the eighth day before. */
    const devices = 58;
    const none = { devices: 0, each: [] };

    it('stops between two batches when aborted', async () => {
      const end = new AbortController();
      const aborting = {
        ...database,
        transaction: (async (work) => {
          end.abort();
          return database.transaction(work);
        }) as TestDatabase['transaction'],
      };
      const history = await demoHistory({ ...ctx, database: aborting }, demo);
      const filled = history.fillRest(end.signal, () => undefined);
      await expect(filled).rejects.toThrow('aborted');
      expect(await rowsPerDevice('measurement', ...day(8))).toEqual({ devices, each: [4, 5] });
    });

    it('stops at the end of a day when aborted', async () => {
      const end = new AbortController();
      const reported: number[] = [];
      const history = await demoHistory(ctx, demo);
      const filled = history.fillRest(end.signal, (done) => {
        reported.push(done);
        end.abort();
      });
      await expect(filled).rejects.toThrow('aborted');
      expect(reported).toEqual([1 / 3]);
      expect(await rowsPerDevice('measurement', ...day(8))).toEqual({ ...full, devices });
      expect(await rowsPerDevice('energy_register', ...day(8))).toEqual({
        devices: devices - 1,
        each: [24],
      });
      expect(await rowsPerDevice('measurement', ...day(9))).toEqual(none);
    });

    it('continues in the middle of an interrupted day, and skips completed days', async () => {
      let batches = 0;
      const breaking = {
        ...database,
        transaction: (async (work) => {
          batches += 1;
          if (batches > 2) throw new Error('killed');
          return database.transaction(work);
        }) as TestDatabase['transaction'],
      };
      const broken = await demoHistory({ ...ctx, database: breaking }, demo);
      const told: number[] = [];
      const report = (done: number) => void told.push(done);
      const { signal } = new AbortController();
      await expect(broken.fillRest(signal, report)).rejects.toThrow('killed');
      expect(told).toEqual([]);
      expect(await rowsPerDevice('measurement', ...day(9))).toEqual({
        devices: 59,
        each: [8, 9],
      });
      // A gap in the completed day, which a second fill would close.
      const [from] = day(8);
      const [someDevice] = measuring.values();
      await sql`delete from measurement where device_id = ${someDevice}
        and ts = ${new Date(from + 3_600_000)}`.execute(database.db);

      const history = await demoHistory(ctx, demo);
      await history.fillRest(signal, report);
      expect(told).toEqual([2 / 3, 1]);
      expect(await rowsPerDevice('measurement', ...day(8))).toEqual({
        devices,
        each: [95, 96],
      });
      expect(await rowsPerDevice('measurement', ...day(9))).toEqual(full);
      expect(await rowsPerDevice('measurement', ...day(10))).toEqual(full);
      expect(await rowsPerDevice('measurement', 0, day(10)[0])).toEqual(none);
    });

    it('is not changed once it is complete', async () => {
      const before = await fingerprint(database, demo.customerId);
      const told: number[] = [];
      const history = await demoHistory(ctx, await startAgain());
      await history.fillRecent();
      await history.fillRest(new AbortController().signal, (done) => told.push(done));
      expect(told).toEqual([]);
      expect(await fingerprint(database, demo.customerId)).toBe(before);
    });

    it('never lets a register fall, except for the two devices whose names say so', async () => {
      const { rows } = await sql<{ name: string; fell: string[]; steps: number }>`
        select d.name, count(step)::int4 as steps,
          coalesce(array_agg(s.ts::date::text) filter (where step < 0), '{}') as fell
        from (
          select device_id, ts, active_total_kwh - lag(active_total_kwh)
            over (partition by device_id order by ts) as step
          from energy_register where customer_id = ${demo.customerId}) as s
        join device d using (device_id) group by 1`.execute(database.db);
      expect(rows).toHaveLength(58);
      // The silent device lacks 96 registers on six days and 24 on one.
      const whole = 688 + 3 * 24 - 1;
      expect(rows.filter(({ steps }) => steps === whole)).toHaveLength(57);
      expect(rows.filter(({ steps }) => steps === whole - 600)).toMatchObject([
        { name: 'Hangzhou Cold store (silent for a week)' },
      ]);
      expect(rows.filter(({ fell }) => fell.length > 0).sort(byName)).toMatchObject([
        { name: 'Shanghai Pump station (counter fell to zero)', fell: ['2026-11-17'] },
        { name: 'Suzhou Workshop (meter replaced)', fell: ['2026-11-15'] },
      ]);
    });

    it('contains a reset, a replaced meter and a silent week, each with its explanation', async () => {
      await runEnergy(ctx);
      const caller = {
        customerId: demo.customerId,
        groupId: await rootGroup(),
        zone: 'Asia/Shanghai',
      } as Caller;
      const told = async (name: string, day: string) => {
        const { device_code } = await database.db
          .selectFrom('device')
          .select('device_code')
          .where('name', 'like', `% (${name})`)
          .executeTakeFirstOrThrow();
        const query = { device: device_code, start: day, end: day };
        const outcome = await explainEnergy(ctx, caller, query);
        if (!outcome.ok) throw new Error(outcome.refusal);
        return outcome.value.steps
          .filter(({ isPlain }) => !isPlain)
          .map(({ at, estimated, silentSince, registers }) => ({
            at,
            estimated,
            silentSince,
            kind: registers.find(({ register }) => register === 'total')?.kind,
          }));
      };
      // The next reading confirms the reset; the register value after the fall is a lower bound.
      const zeroed = { at: TODAY - 3 * DAY_MS, kind: 'reset', estimated: 'lower-bound' };
      expect(await told('counter fell to zero', '2026-11-17')).toMatchObject([
        zeroed,
        { at: zeroed.at + 15 * MINUTE_MS, kind: 'reset', estimated: null },
      ]);
      const replaced = { at: TODAY - 5 * DAY_MS, kind: 'swap' };
      expect(await told('meter replaced', '2026-11-15')).toMatchObject([
        replaced,
        { at: replaced.at + 15 * MINUTE_MS, kind: 'swap' },
      ]);
      const [from, to] = [TODAY - 8 * DAY_MS, TODAY - DAY_MS];
      const heardAgain = { at: to, silentSince: from - HOUR_MS, estimated: 'long-step' };
      expect(await told('silent for a week', '2026-11-19')).toMatchObject([heardAgain]);
      expect(await told('silent for a week', '2026-11-15')).toEqual([]);
    });
  });

  describe('a restart', () => {
    const credentials = () => parseCredentials(readFileSync(demo.credentialsFile, 'utf8'));
    const hashOf = async (code: string) => {
      const { secret_hash } = await database.db
        .selectFrom('device')
        .select('secret_hash')
        .where('device_code', '=', code)
        .executeTakeFirstOrThrow();
      return secret_hash;
    };

    it.each([
      ['lost', () => rmSync(dataFile('demo-fleet.json'))],
      ['truncated', () => writeFileSync(dataFile('demo-fleet.json'), '{"zone":')],
    ])(
      'gives the devices new secrets and the old meters if the fleet file was %s',
      async (_name, spoil) => {
        spoil();
        writeFileSync(demo.stateFile, 'kept');
        const again = await startAgain();
        expect(again.fleet.countsFrom).toBe(demo.fleet.countsFrom);
        expect(again.fleet.devices.map(({ code }) => code)).toEqual(
          demo.fleet.devices.map(({ code }) => code),
        );
        const [one] = credentials();
        expect(one?.secret).not.toBe(demo.fleet.devices[0]?.secret);
        expect(await hashOf(one?.code ?? '')).toEqual(sha256(one?.secret ?? ''));
        expect(readFileSync(demo.stateFile, 'utf8')).toBe('kept');
      },
    );

    it('uses neither secrets nor contacts of another database’s fleet file', async () => {
      const fleet = JSON.parse(readFileSync(dataFile('demo-fleet.json'), 'utf8'));
      writeFileSync(dataFile('demo-fleet.json'), JSON.stringify({ ...fleet, customerId: 1 }));
      writeFileSync(demo.stateFile, 'of other contacts');
      const again = await startAgain();
      expect(again.fleet.devices[0]?.secret).not.toBe(fleet.devices[0].secret);
      expect(() => statSync(demo.stateFile)).toThrow('ENOENT');
    });

    it('leaves out deleted devices and devices whose secret was changed', async () => {
      const [deleted, taken, kept] = credentials();
      await database.db
        .updateTable('device')
        .set({ deleted_at: new Date(NOW) })
        .where('device_code', '=', deleted?.code ?? '')
        .execute();
      await database.db
        .updateTable('device')
        .set({ secret_hash: sha256('of somebody else') })
        .where('device_code', '=', taken?.code ?? '')
        .execute();
      const again = await startAgain();
      expect(again.simulatedDevices).toBe(39);
      expect(credentials()[0]).toEqual(kept);
      expect(await hashOf(taken?.code ?? '')).toEqual(sha256('of somebody else'));
    });
  });
});
