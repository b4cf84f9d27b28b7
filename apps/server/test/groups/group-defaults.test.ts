/**
 * Default values of groups for new devices: inherited down the tree, applied once, and never a
 * deleted resource.
 */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { addTemplate, deleteTemplate } from '../../src/areas/control/templates/template-service.ts';
import { addRate } from '../../src/areas/energy/tariffs/save-rate.ts';
import {
  changeDefaults,
  type DefaultsInput,
  findDefaults,
} from '../../src/areas/fleet/defaults/group-defaults.ts';
import { deleteGroup } from '../../src/areas/fleet/groups/delete-group.ts';
import { removeRate } from '../../src/areas/fleet/rates/remove-rate.ts';
import {
  acceptImport,
  previewImport,
} from '../../src/areas/onboarding/device-import/import-service.ts';
import type { Caller } from '../../src/caller.ts';
import { csv, HEAD } from '../device-import/import-files.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCaller, buildGroup } from '../support/factories/customer.ts';
import { buildDevice, freshCode } from '../support/factories/device.ts';
import { groupFixture } from './group-fixture.ts';

const PRICES = { sharp: 1, peak: 1, offPeak: 1, valley: 1 };
const SETS = {
  overVoltage: {
    enable: true,
    doOpen: true,
    doLock: false,
    ov: 265,
    orv: 255,
    ovjt: 500,
    ovrt: 60,
  },
};

describeWithDatabase('group defaults', (database) => {
  const { ctx, customer, admin, stranger, north, hall, refusalOf } = groupFixture(database);
  let night: number;
  let foreignRate: number;

  const rateOf = async (who: Caller, name: string) => {
    const added = await addRate(ctx, who, { name, prices: PRICES });
    if (!added.ok) throw new Error(`${added.refusal} ${added.field ?? ''}`);
    return added.value.id;
  };
  const templateOf = async (who: Caller) => {
    const added = await addTemplate(ctx, who, { name: 'Pumps', sets: SETS });
    if (!added.ok) throw new Error(`${added.refusal} ${added.detail ?? ''}`);
    return added.value.templateId;
  };

  beforeAll(async () => {
    foreignRate = await rateOf(stranger, 'Theirs');
  });
  beforeEach(async () => {
    night = await rateOf(admin, 'Night');
  });

  const set = (groupId: number, over: Partial<DefaultsInput>, who = admin) =>
    changeDefaults(ctx, who, String(groupId), {
      rate: null,
      interval: null,
      template: null,
      version: 0,
      ...over,
    });
  const shown = async (groupId: number, who = admin) => {
    const found = await findDefaults(ctx, who, String(groupId));
    if (!found.ok) throw new Error(found.refusal);
    return found.value;
  };
  const storedOf = (code: string) =>
    ctx.database.db
      .selectFrom('device')
      .select(['rate_id as rate', 'expected_interval_s as interval'])
      .where('device_code', '=', code)
      .executeTakeFirstOrThrow();

  it('are inherited from the nearest higher group, which is named', async () => {
    expect((await set(customer.groupId, { rate: night, interval: 600 })).ok).toBe(true);
    expect((await set(north.groupId, { interval: 300 })).ok).toBe(true);
    expect(await shown(hall.groupId)).toMatchObject({
      version: 0,
      own: { rateId: null, expectedIntervalS: null },
      rate: { id: night, name: 'Night', from: { id: customer.groupId } },
      interval: { seconds: 300, from: { id: north.groupId, name: 'North' } },
      template: null,
    });
    // Values of groups above the caller's group apply, but their origin is hidden.
    const inNorth = await buildCaller(ctx, customer, { groupId: north.groupId });
    expect(await shown(hall.groupId, inNorth)).toMatchObject({
      rate: { id: night, from: null },
      interval: { from: { id: north.groupId } },
    });
  });

  it('are applied to a new device without own values, and to no existing device', async () => {
    const before = await buildDevice(ctx, admin, { group: hall.groupId });
    const { rate: standard, interval } = await storedOf(before.code);
    await set(north.groupId, { rate: night, interval: 300 });
    const blank = await buildDevice(ctx, admin, { group: hall.groupId, rate: '' });
    expect(await storedOf(blank.code)).toEqual({ rate: night, interval: 300 });
    const chosen = await buildDevice(ctx, admin, { group: hall.groupId, rate: standard });
    expect(await storedOf(chosen.code)).toEqual({ rate: standard, interval: 300 });
    expect(await storedOf(before.code)).toEqual({ rate: standard, interval });
  });

  it('leave the rate required if no group has one', async () => {
    await set(north.groupId, { rate: night });
    const make = buildDevice(ctx, admin, { group: customer.groupId, rate: '' });
    await expect(make).rejects.toThrow('info-required rate');
  });

  it('are applied to the rows of an import; slaves get the interval of their gateway', async () => {
    await set(north.groupId, { rate: night, interval: 300 });
    const [inside, outside, gateway] = [freshCode(), freshCode(), freshCode('GATE')];
    const rows = [
      [...HEAD, 'Group'],
      [inside, 'Pump', 'MT61', 'Hall'],
      [outside, 'Pump', 'MT61', ''],
      [`${gateway}-2`, 'Feeder', 'slave', ''],
      [gateway, 'Board', 'MT88C', 'North'],
    ];
    const preview = await previewImport(ctx, admin, csv(rows));
    if (!preview.ok) throw new Error(preview.refusal);
    expect(preview.value.problems).toEqual([]);
    expect((await acceptImport(ctx, admin, preview.value.stored!.importId)).ok).toBe(true);
    expect(await storedOf(inside)).toEqual({ rate: night, interval: 300 });
    expect(await storedOf(gateway)).toEqual({ rate: night, interval: 300 });
    expect((await storedOf(`${gateway}-2`)).interval).toBe(300);
    const apart = await storedOf(outside);
    expect(apart.rate).not.toBe(night);
    expect(apart.interval).not.toBe(300);
  });

  it('are rejected without a change if a value is invalid, deleted or of another customer', async () => {
    const gone = await rateOf(admin, 'Gone');
    expect((await removeRate(ctx, admin, gone)).ok).toBe(true);
    const foreignTemplate = await templateOf(stranger);
    expect(refusalOf(await set(hall.groupId, { rate: gone }))).toBe('rate-unknown');
    expect(refusalOf(await set(hall.groupId, { rate: foreignRate }))).toBe('rate-unknown');
    expect(refusalOf(await set(hall.groupId, { rate: 'x' }))).toBe('rate-unknown');
    expect(refusalOf(await set(hall.groupId, { template: foreignTemplate }))).toBe('not-found');
    expect(refusalOf(await set(hall.groupId, { interval: 9 }))).toBe('interval-invalid');
    expect(refusalOf(await set(hall.groupId, { rate: night }, stranger))).toBe('not-found');
    expect(await shown(hall.groupId)).toMatchObject({ version: 0, rate: null, template: null });
  });

  it('are set by only one of two concurrent requests', async () => {
    const both = await Promise.all([
      set(hall.groupId, { rate: night }),
      set(hall.groupId, { interval: 300 }),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await shown(hall.groupId)).version).toBe(1);
    expect((await set(hall.groupId, { rate: null, version: 1 })).ok).toBe(true);
    expect(refusalOf(await set(hall.groupId, { rate: night, version: 1 }))).toBe('group-changed');
    expect((await shown(hall.groupId)).rate).toBeNull();
  });

  it('prevent a tariff and a template from being deleted until they are removed or the group is deleted', async () => {
    const template = await templateOf(admin);
    await set(hall.groupId, { rate: night, template });
    expect(await shown(hall.groupId)).toMatchObject({ template: { id: template, name: 'Pumps' } });
    expect(refusalOf(await removeRate(ctx, admin, night))).toBe('default-of-group');
    expect(refusalOf(await deleteTemplate(ctx, admin, template))).toBe('default-of-group');
    expect((await set(hall.groupId, { rate: night, version: 1 })).ok).toBe(true);
    expect((await deleteTemplate(ctx, admin, template)).ok).toBe(true);
    expect((await deleteGroup(ctx, admin, String(hall.groupId))).ok).toBe(true);
    expect((await removeRate(ctx, admin, night)).ok).toBe(true);
  });

  it('are never a tariff that is deleted at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const rate = await rateOf(admin, `Round ${round}`);
      const group = await buildGroup(ctx, customer, `Round ${round}`);
      const [given, removed] = await Promise.all([
        set(group.groupId, { rate }),
        removeRate(ctx, admin, rate),
      ]);
      expect(given.ok).toBe(!removed.ok);
    }
  });

  it('are logged when changed', async () => {
    await set(hall.groupId, { rate: night, interval: 300 });
    const lines = await ctx.database.db
      .selectFrom('operation_log')
      .select('detail')
      .where('customer_id', '=', customer.customerId)
      .where('command', '=', 'change group defaults')
      .execute();
    expect(lines).toMatchObject([
      { detail: { group: { name: 'Hall' }, rate: night, interval: 300, template: null } },
    ]);
  });
});
