/**
 * Supply of the users of a tower: disconnected, reconnected and controlled manually, across
 * restarts and processes.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { decideTowers } from '../../src/areas/sites/towers/tower-work.ts';
import { contextOn } from '../control/control-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildTowerFixture, type TowerFixture } from './tower-fixture.ts';

describeWithDatabase('a tower', (database) => {
  let site: TowerFixture;
  afterEach(() => site.remove());

  /** Creates two users controlled by voltage, both in automatic mode and supplied. */
  async function running(users?: readonly object[]) {
    site = await buildTowerFixture(database, users);
    await site.tell(1, 53.5);
    for (const place of site.breakers.keys()) await site.mode(place + 1, 'auto');
    await site.tell(1, 53.5);
  }
  const commands = () =>
    database.db
      .selectFrom('command')
      .selectAll()
      .where(
        'device_id',
        'in',
        site.breakers.map(({ deviceId }) => deviceId),
      )
      .where('kind', '=', 'switch')
      .orderBy('command_id')
      .execute();
  const log = (module: string) =>
    database.db
      .selectFrom('operation_log')
      .select(['command', 'status', 'user_name', 'detail'])
      .where('customer_id', '=', site.world.tenant.customerId)
      .where('module', '=', module)
      .orderBy('operation_log_id')
      .execute();

  it('starts in manual mode with the state of its breakers, and switches nothing on saving', async () => {
    site = await buildTowerFixture(database);
    await site.tell(1, 40, 0);
    await site.tell(60, 40, 0);
    expect(await site.states()).toEqual(['manual-on', 'manual-on']);
    expect(await site.commands()).toEqual([]);
  });

  it('disconnects users by voltage in order of priority through the gate, once, logged with the cause', async () => {
    await running();
    await site.tell(10, 45.5, 0);
    await site.tell(10, 45.5, 0);
    await site.wait(5);
    expect(await site.commands()).toEqual(['open 2']);
    const [command] = await commands();
    expect(command).toMatchObject({
      issued_by: null,
      state: 'queued',
      source: `tower ${site.towerId}`,
    });
    expect(await log('Remote control')).toMatchObject([
      {
        command: 'open',
        status: 'queued',
        user_name: '',
        detail: {
          reason: 'North hill, User 2: voltage-low, bus 45.5 V',
          tower: { user: 'North hill, User 2', cause: 'voltage-low', busV: 45.5 },
        },
      },
    ]);
    await site.tell(10, 44.5, 0);
    await site.tell(10, 44.5, 0);
    expect(await site.commands()).toEqual(['open 2', 'open 1']);
    expect(await site.states()).toEqual(['cut', 'cut']);
  });

  it('reconnects users one by one after the hold time, the most important first', async () => {
    await running();
    await site.tell(10, 43, 0);
    await site.tell(10, 43, 0);
    await site.follow();
    for (let at = 0; at < 60; at += 10) await site.tell(10, 51);
    expect(await site.commands()).toEqual(['open 2', 'open 1']);
    await site.tell(10, 51);
    expect((await site.commands()).slice(2)).toEqual(['close 1']);
    await site.follow();
    await site.wait(9);
    expect((await site.commands()).slice(2)).toEqual(['close 1']);
    await site.wait(1);
    expect((await site.commands()).slice(2)).toEqual(['close 1', 'close 2']);
    await site.follow();
    expect(await site.states()).toEqual(['on', 'on']);
    const outages = await database.db
      .selectFrom('tower_outage')
      .selectAll()
      .where('customer_id', '=', site.world.tenant.customerId)
      .where('tower_id', '=', site.towerId)
      .execute();
    expect(outages).toMatchObject([{ lowest_v: 43 }]);
    expect(outages[0]!.ended_at! - outages[0]!.began_at).toBe(20_000);
  });

  it('continues after a restart, and two processes decide once', async () => {
    await running();
    await site.tell(10, 43, 0);
    site.world.clock.advance(10_000);
    const other = contextOn(database, site.world.clock, {}, 'process-2');
    await database.db
      .insertInto('measurement')
      .values({
        customer_id: site.world.tenant.customerId,
        device_id: site.monitor.deviceId,
        ts: new Date(site.world.clock.now()),
        content_hash: 0,
        line_voltage_a_v: 43,
        voltage_a_v: 0,
      } as never)
      .execute();
    await database.db
      .updateTable('device_state')
      .set({ heard_at: new Date(site.world.clock.now()) })
      .where('customer_id', '=', site.world.tenant.customerId)
      .execute();
    await Promise.all([decideTowers(site.world.ctx), decideTowers(other), decideTowers(other)]);
    await decideTowers(site.world.ctx);
    expect(await site.commands()).toEqual(['open 2', 'open 1']);
  });

  it('decides nothing on an old reading', async () => {
    await running();
    await site.tell(1, 43, 0);
    await site.wait(120);
    expect(await site.commands()).toEqual([]);
  });

  it('does not disconnect what the gate refuses, reports the reason, and retries later', async () => {
    await running([{}]);
    await database.db
      .updateTable('device_state')
      .set({ connected: false })
      .where('device_id', '=', site.breakers[0]!.deviceId)
      .execute();
    await site.tell(10, 43, 0);
    await site.tell(10, 43, 0);
    const user = () =>
      database.db
        .selectFrom('tower_user')
        .select(['state', 'refusal', 'tried_count'])
        .where('tower_id', '=', site.towerId)
        .where('customer_id', '=', site.world.tenant.customerId)
        .executeTakeFirstOrThrow();
    expect(await user()).toMatchObject({ state: 'cut', refusal: 'device-offline', tried_count: 1 });
    await database.db
      .updateTable('device_state')
      .set({ connected: true })
      .where('device_id', '=', site.breakers[0]!.deviceId)
      .execute();
    await site.tell(29, 43, 0);
    expect(await site.commands()).toEqual([]);
    await site.tell(1, 43, 0);
    expect(await site.commands()).toEqual(['open 1']);
    await site.follow();
    expect(await user()).toMatchObject({ refusal: null });
  });

  describe('with a breaker that has not reported its position', () => {
    it('keeps automatic mode when the breaker reports, and disconnects the user', async () => {
      site = await buildTowerFixture(database, [{}], { action: null });
      await site.mode(1, 'auto');
      await site.report(1, 'closeByCommand');
      await site.tell(1, 43, 0);
      await site.tell(10, 43, 0);
      expect(await site.states()).toEqual(['cut']);
      expect(await site.commands()).toEqual(['open 1']);
    });

    it('keeps automatic mode after a timed return to it', async () => {
      site = await buildTowerFixture(database, [{}], { action: null });
      await site.mode(1, 'manual_to_auto', { until: site.world.clock.now() + 5_000 });
      await site.wait(6);
      expect(await site.states()).toEqual(['held']);
      await site.report(1, 'closeByCommand');
      await site.tell(1, 53.5);
      expect(await site.states()).toEqual(['held']);
    });
  });

  it('leaves breakers alone that a person switched on site or elsewhere', async () => {
    await running();
    await site.world.submit(site.breakers[0]!, 'open');
    await site.follow();
    expect(await site.states()).toEqual(['manual-off', 'on']);
    for (let at = 0; at < 120; at += 10) await site.tell(10, 53);
    expect(await site.commands()).toEqual(['open 1']);
  });

  describe('a user in manual mode', () => {
    it('is switched through the gate with the person’s name, and no longer disconnected', async () => {
      await running();
      const outcome = await site.mode(2, 'manual', { command: 'open' });
      expect(outcome).toMatchObject({ ok: true, value: { state: 'manual-off', mode: 'manual' } });
      const [command] = await commands();
      expect(command?.issued_by).toBe(site.world.caller.userId);
      await site.follow();
      await site.tell(10, 40, 0);
      await site.tell(10, 40, 0);
      expect(await site.states()).toEqual(['cut', 'manual-off']);
      expect((await log('Towers')).at(-1)).toMatchObject({
        command: 'tower mode',
        status: 'done',
        user_name: site.world.caller.userName,
      });
    });

    it('does not change if the gate refuses', async () => {
      await running();
      await site.report(1, 'lockByCommand');
      expect(await site.mode(1, 'manual_to_auto', { command: 'close' })).toMatchObject({
        ok: false,
        refusal: 'tower-return-invalid',
      });
      const until = site.world.clock.now() + 60_000;
      expect(await site.mode(1, 'manual_to_auto', { command: 'close', until })).toMatchObject({
        ok: false,
        refusal: 'close-disabled',
      });
      expect(await site.states()).toEqual(['on', 'on']);
    });

    it('returns to automatic mode at its time', async () => {
      await running();
      const until = site.world.clock.now() + 60_000;
      await site.mode(1, 'manual_to_auto', { command: 'open', until });
      await site.follow();
      for (let at = 0; at < 60; at += 10) await site.tell(10, 53);
      expect(await site.states()).toEqual(['held', 'on']);
      for (let at = 0; at < 60; at += 10) await site.tell(10, 53);
      expect((await site.commands()).at(-1)).toBe('close 1');
    });

    it('needs a confirmation, and no command is accepted in automatic mode', async () => {
      await running();
      expect(await site.mode(1, 'manual', { command: 'open', confirm: false })).toMatchObject({
        refusal: 'confirmation-required',
        field: 'confirm',
      });
      expect(await site.mode(1, 'auto', { command: 'open' })).toMatchObject({
        refusal: 'tower-order-in-auto',
      });
      expect(await site.commands()).toEqual([]);
    });
  });

  it('opens and closes at the bounds of its periods in the customer’s time zone', async () => {
    // 04:00 UTC is noon in the customer's time zone.
    await running([{ periods: [{ begin: '12:15', end: '12:30', valid: true }] }]);
    await site.wait(1);
    await site.follow();
    expect(await site.commands()).toEqual(['open 1']);
    site.world.clock.advance(14 * 60_000);
    await site.tell(60, 53);
    await site.follow();
    site.world.clock.advance(14 * 60_000);
    await site.tell(60, 53);
    expect(await site.commands()).toEqual(['open 1', 'close 1', 'open 1']);
  });

  it('disconnects by the energy its breaker has counted since the outage began', async () => {
    await running([{ standbyType: 'energy', standbyKwh: 2 }]);
    const count = async (kwh: number) => {
      await database.db
        .insertInto('energy_register')
        .values({
          customer_id: site.world.tenant.customerId,
          device_id: site.breakers[0]!.deviceId,
          ts: new Date(site.world.clock.now()),
          content_hash: 0,
          active_total_kwh: String(kwh),
        } as never)
        .execute();
    };
    await count(100);
    await site.tell(10, 52, 0);
    await site.tell(10, 52, 0);
    await count(101.99);
    await site.tell(10, 52, 0);
    expect(await site.commands()).toEqual([]);
    await count(102);
    await site.tell(10, 52, 0);
    expect(await site.commands()).toEqual(['open 1']);
  });
});
