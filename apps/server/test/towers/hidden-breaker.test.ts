/**
 * A tower whose first breaker is outside the group of its project: what users of that group see and
 * change, and what the tower itself still does with the breaker.
 */
import { beforeEach, expect, it } from 'vitest';
import { findTowerBill } from '../../src/areas/sites/towers/tower-bill-service.ts';
import { controlTowerUser } from '../../src/areas/sites/towers/tower-control-service.ts';
import { listEvents } from '../../src/areas/sites/towers/tower-log-queries.ts';
import { listTowers } from '../../src/areas/sites/towers/tower-queries.ts';
import {
  readTower,
  removeTower,
  saveTower,
} from '../../src/areas/sites/towers/tower-settings-service.ts';
import { findTowerNow } from '../../src/areas/sites/towers/tower-state-service.ts';
import type { Caller } from '../../src/caller.ts';
import { presentNow, presentSettings } from '../../src/http/present/present-tower.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { buildTowerFixture } from './tower-fixture.ts';

describeWithDatabase('a tower with a breaker outside the group of its project', (database) => {
  const site = fixture(async () => {
    const built = await buildTowerFixture(database);
    const { tenant, caller } = built.world;
    await built.tell(1, 53.5);
    for (const place of [1, 2]) await built.mode(place, 'auto');
    await built.tell(1, 53.5);
    const child: Caller = { ...caller, groupId: tenant.childGroupId, isInRootGroup: false };
    await database.db
      .updateTable('project')
      .set({ group_id: child.groupId })
      .where('customer_id', '=', tenant.customerId)
      .where('name', '=', 'Towers')
      .execute();
    const { monitor, breakers } = built;
    const move = (groupId: number, ...devices: typeof breakers) =>
      database.db
        .updateTable('device')
        .set({ group_id: groupId })
        .where('customer_id', '=', tenant.customerId)
        .where(
          'device_id',
          'in',
          devices.map(({ deviceId }) => deviceId),
        )
        .execute();
    await move(child.groupId, monitor, breakers[1]!);
    return { ...built, ...built.world, child, move, id: String(built.towerId) };
  }, beforeEach);

  async function useEnergy(deviceId: number, day: string, energyWh: number) {
    const { customerId, rateId } = site.tenant;
    await database.db
      .insertInto('energy_day')
      .values({
        ...{ customer_id: customerId, device_id: deviceId, day, channel: 'activeTotal' },
        ...{ energy_wh: energyWh, sharp_wh: 0, peak_wh: energyWh, off_peak_wh: 0, valley_wh: 0 },
        ...{ rate_id: rateId, rate_version: 1, final: true },
      } as never)
      .execute();
  }

  it('does not show the breaker to a user who does not see it', async () => {
    const { ctx, child, caller, id, breakers } = site;
    for (const { deviceId } of breakers) {
      const ts = new Date(ctx.clock.now());
      const customer_id = caller.customerId;
      const reading = { customer_id, device_id: deviceId, ts, content_hash: 1 };
      await database.db
        .insertInto('measurement')
        .values({ ...reading, active_power_kw: 7.5 } as never)
        .execute();
    }
    const nowOf = async (who: Caller) => {
      const found = await findTowerNow(ctx, who, id);
      if (!found.ok) throw new Error(found.refusal);
      const { users, load_kw } = presentNow(found.value);
      return { users, load_kw };
    };
    const now = await nowOf(child);
    const nothing = { position: null, action: null, position_since: null, load_kw: null };
    expect(now).toMatchObject({
      load_kw: null,
      users: [
        { hidden: true, device_code: '', device_name: '', state: null, cause: null, ...nothing },
        { hidden: false, device_code: breakers[1]!.deviceCode, position: 'close', load_kw: 7.5 },
      ],
    });
    const whole = await nowOf(caller);
    expect(whole).toMatchObject({
      load_kw: 15,
      users: [{ hidden: false, device_code: breakers[0]!.deviceCode, state: 'on' }, {}],
    });
    const settings = await readTower(ctx, child, id);
    if (!settings.ok) throw new Error(settings.refusal);
    expect(JSON.stringify(presentSettings(settings.value))).not.toContain(breakers[0]!.deviceCode);
    const { tower, hiddenSlots } = settings.value;
    const page = { offset: 0, limit: 100 };
    const { rows, total } = await listEvents(database.db, tower, page, hiddenSlots);
    expect(new Set(rows.map(({ slot }) => slot))).toEqual(new Set([2]));
    expect(total).toBe(rows.length);
  });

  it('does not let that user steer the breaker, or change or delete its settings', async () => {
    const { ctx, child, id, input } = site;
    const rest = { until: undefined, password: undefined, idempotencyKey: undefined };
    for (const command of ['open', undefined] as const) {
      for (const [slot, ok] of [
        ['1', false],
        ['2', true],
      ] as const) {
        const asked = { tower: id, slot, confirm: true, mode: 'manual', command, ...rest } as const;
        const controlled = await controlTowerUser(ctx, child, asked);
        expect(controlled).toMatchObject(ok ? { ok } : { ok, refusal: 'not-found' });
      }
    }
    const refusal = { refusal: 'tower-breaker-hidden' };
    const own = { ...input, users: input.users.slice(1) };
    expect(await saveTower(ctx, child, own, id)).toMatchObject(refusal);
    expect(await removeTower(ctx, child, id)).toMatchObject(refusal);
    expect((await site.states())[0]).toBe('on');
  });

  it('bills that user only the days on which the group contained the breaker', async () => {
    const { ctx, child, caller, id, breakers, tenant } = site;
    const of = async (who: Caller) => {
      const found = await findTowerBill(ctx, who, id, undefined);
      if (!found.ok) throw new Error(found.refusal);
      return found.value;
    };
    const { start } = (await of(caller)).period;
    for (const { deviceId } of breakers) await useEnergy(deviceId, start, 2_000);
    const bill = async (who: Caller) =>
      (await of(who)).users.map(({ slot, energyWh }) => [slot, energyWh]);
    expect(await bill(child)).toEqual([[2, 2_000]]);
    expect(await bill(caller)).toEqual([
      [1, 2_000],
      [2, 2_000],
    ]);
    await database.db
      .insertInto('device_former_place')
      .values({
        ...{ customer_id: tenant.customerId, device_id: breakers[0]!.deviceId },
        until_day: start.replace(/\d\d$/, '02'),
        group_path: [tenant.groupId, child.groupId],
        device_name: 'Name of then',
      })
      .execute();
    expect(await bill(child)).toEqual([
      [1, 2_000],
      [2, 2_000],
    ]);
  });

  it('is hidden with its measuring device', async () => {
    const { ctx, child, caller, id, monitor, tenant } = site;
    await site.move(tenant.groupId, monitor);
    expect(await readTower(ctx, child, id)).toMatchObject({ refusal: 'not-found' });
    const page = { projectId: undefined, offset: 0, limit: 100 };
    const seenBy = async (who: Caller) => {
      const { towers, total } = await listTowers(database.db, who, page);
      expect(total).toBe(towers.length);
      return towers.some(({ towerId }) => towerId === site.towerId);
    };
    expect([await seenBy(child), await seenBy(caller)]).toEqual([false, true]);
  });

  it.each([
    ['opens the breaker for the user who saved the tower', {}, true],
    ['stops for a user who is disabled', { disabled: true }, false],
    ['stops for a user who may no longer switch breakers', { role: 'viewer' }, false],
    ['stops for a user who no longer sees the breaker', 'moved', false],
  ] as const)('%s', async (_, change, opens) => {
    const { caller, child } = site;
    const changed = change === 'moved' ? { group_id: child.groupId } : change;
    await database.db
      .updateTable('user_account')
      .set({ disabled: false, ...changed })
      .where('customer_id', '=', caller.customerId)
      .where('user_id', '=', caller.userId)
      .execute();
    await site.tell(10, 40, 0);
    await site.tell(10, 40, 0);
    // The breaker in the group of the project is opened in any case.
    expect(await site.commands()).toEqual(opens ? ['open 2', 'open 1'] : ['open 2']);
    const { refusal } = await database.db
      .selectFrom('tower_user')
      .select('refusal')
      .where('tower_id', '=', site.towerId)
      .where('slot', '=', 1)
      .executeTakeFirstOrThrow();
    expect(refusal).toBe(opens ? null : 'tower-breaker-hidden');
  });
});
