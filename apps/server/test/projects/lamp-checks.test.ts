/**
 * Checks of lamp groups with real readings: stored results, and alarms raised, changed and ended.
 */
import { afterEach, expect, it } from 'vitest';
import { deleteAlarm } from '../../src/areas/alarms/alarm-service.ts';
import { takeDueChecks } from '../../src/areas/sites/lamp-checks/due-check-queries.ts';
import { runLampChecks } from '../../src/areas/sites/lamp-checks/run-lamp-checks.ts';
import {
  changeLampGroup,
  removeLampGroup,
} from '../../src/areas/sites/projects/lamp-group-service.ts';
import { changeLimits, readLimits } from '../../src/areas/sites/projects/project-limit-service.ts';
import { removeProject } from '../../src/areas/sites/projects/project-service.ts';
import type { BusEvents } from '../../src/bus.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildDevice, report } from '../support/factories/device.ts';
import { testContext } from '../support/test-context.ts';
import { buildLampProject, buildLamps, type Lamps, look } from './lamp-fixture.ts';

/** 22:00 in Shanghai. */
const NIGHT = Date.UTC(2026, 10, 20, 14);
/** 12:00 in Shanghai. */
const NOON = Date.UTC(2026, 10, 21, 4);

describeWithDatabase('checks of lamp groups', (database) => {
  const ctx = testContext(database, {}, NIGHT);
  const off: (() => void)[] = [];
  afterEach(() => {
    for (const end of off.splice(0)) end();
  });

  async function lampsAt(night: number, setting = {}): Promise<Lamps> {
    ctx.clock.stepTo(night);
    return buildLamps(ctx, await buildLampProject(ctx), setting);
  }

  function checkOf({ group }: Lamps) {
    return ctx.database.db
      .selectFrom('lamp_check')
      .selectAll()
      .where('customer_id', '=', group.customerId)
      .where('lamp_group_id', '=', group.id)
      .executeTakeFirst();
  }

  /** Returns every alarm of the device, oldest first. */
  async function alarmsOf({ group }: Lamps) {
    const rows = await ctx.database.db
      .selectFrom('alarm')
      .select(['alarm_id as id', 'alarm_type as type', 'kind', 'log_detail as detail', 'count'])
      .select(['last_value as value', 'facts', 'ended_at as endedAt'])
      .where('customer_id', '=', group.customerId)
      .where('device_id', '=', group.deviceId)
      .orderBy('alarm_id')
      .execute();
    return rows.map(({ endedAt, ...row }) => ({ ...row, open: endedAt === null }));
  }

  it('store their results', async () => {
    const lamps = await lampsAt(NIGHT);
    await look(ctx, lamps, 1.8);
    expect(await checkOf(lamps)).toMatchObject({
      verdict: 'failed',
      lamps_on: 18,
      failed: 2,
      measured_kw: 1.8,
      expected_kw: 2,
      voltage_v: 230,
      checked_at: ctx.clock.now(),
      reading_at: ctx.clock.now(),
      next_check_at: ctx.clock.now() + 300_000,
    });
  });

  it('raise one warning for two lamps, escalate at the third, and end it when all lamps are on again', async () => {
    const lamps = await lampsAt(NIGHT);
    await look(ctx, lamps, 1.8);
    await look(ctx, lamps, 1.81);
    const [warning] = await alarmsOf(lamps);
    expect(await alarmsOf(lamps)).toMatchObject([
      { type: 'lampFault', kind: 'warning', detail: '2 lamps', value: 2, count: 1, open: true },
    ]);
    expect(warning!.facts).toEqual({ lamps: 20, measuredKw: 1.8, expectedKw: 2 });
    await look(ctx, lamps, 1.7);
    expect(await alarmsOf(lamps)).toMatchObject([
      { id: warning!.id, kind: 'warning', open: false },
      { type: 'lampFault', kind: 'alarm', detail: '3 lamps', value: 3, open: true },
    ]);
    await look(ctx, lamps, 1.9);
    await look(ctx, lamps, 2);
    expect((await alarmsOf(lamps)).map(({ detail, open }) => [detail, open])).toEqual([
      ['2 lamps', false],
      ['3 lamps', false],
      ['1 lamp', false],
    ]);
  });

  it('retain the night’s result by day, and report lamps that are on by day', async () => {
    const lamps = await lampsAt(NIGHT);
    await look(ctx, lamps, 1.8);
    ctx.clock.stepTo(NOON);
    await look(ctx, lamps, 1.8);
    expect(await alarmsOf(lamps)).toMatchObject([
      { kind: 'warning', detail: '2 lamps, 18 lamps on by day', open: true },
    ]);
    await look(ctx, lamps, 0);
    expect(await alarmsOf(lamps)).toMatchObject([{ detail: '2 lamps', open: true }]);
    expect(await checkOf(lamps)).toMatchObject({ verdict: 'off', lamps_on: 0, failed: null });
  });

  it('end the warning about lamps on by day when it is dark', async () => {
    const lamps = await lampsAt(NOON);
    await look(ctx, lamps, 1.6);
    expect(await alarmsOf(lamps)).toMatchObject([{ detail: '16 lamps on by day', open: true }]);
    ctx.clock.stepTo(NIGHT + 86_400_000);
    await look(ctx, lamps, 2);
    expect(await checkOf(lamps)).toMatchObject({ verdict: 'good' });
    expect(await alarmsOf(lamps)).toMatchObject([{ detail: '16 lamps on by day', open: false }]);
  });

  it('report power theft as tampering', async () => {
    const lamps = await lampsAt(NIGHT);
    await look(ctx, lamps, 2.6);
    expect(await alarmsOf(lamps)).toMatchObject([
      { type: 'antiTamper', kind: 'warning', detail: 'over rate 30 %', open: true },
    ]);
    await look(ctx, lamps, 2);
    expect(await alarmsOf(lamps)).toMatchObject([{ type: 'antiTamper', open: false }]);
  });

  it('correct sodium lamps for their voltage, and wait until they are warm', async () => {
    const lamps = await lampsAt(NIGHT, { lampKind: 'sodium', lampPowerKw: 0.25 });
    const { customerId, deviceId } = lamps.group;
    ctx.clock.advance(60_000);
    await report(ctx, customerId, deviceId, { action: 'closeByTimer' });
    await look(ctx, lamps, 2, 207);
    expect(await checkOf(lamps)).toMatchObject({ verdict: 'warming', failed: null });
    await look(ctx, lamps, 4.63, 207);
    expect(await checkOf(lamps)).toMatchObject({ verdict: 'good', failed: 0 });
    expect(await alarmsOf(lamps)).toEqual([]);
  });

  it('learn the power of a group and compare with it', async () => {
    const lamps = await lampsAt(NIGHT);
    const { caller, projectId } = lamps;
    await look(ctx, lamps, 1.96);
    const settings = await readLimits(ctx, caller, 'alarm', String(projectId));
    if (!settings.ok) throw new Error(settings.refusal);
    const changed = await changeLimits(ctx, caller, 'alarm', String(settings.value.id), {
      powerMode: 'compared',
    });
    expect(changed.ok).toBe(true);
    // The setting applies to the project, whichever of the two limits it was changed in.
    expect(await readLimits(ctx, caller, 'warning', String(projectId))).toMatchObject({
      value: { powerMode: 'compared', actualLampCount: 20, actualPowerKw: 1.96 },
    });
    await look(ctx, lamps, 1.764);
    expect(await checkOf(lamps)).toMatchObject({ failed: 2, expected_kw: 1.96 });
  });

  it('raise an alarm for missing readings, but not for an offline device', async () => {
    const lamps = await lampsAt(NIGHT);
    await look(ctx, lamps, 2);
    const { customerId, deviceId } = lamps.group;
    ctx.clock.advance(16 * 60_000);
    await runLampChecks(ctx);
    expect(await checkOf(lamps)).toMatchObject({ verdict: 'offline' });
    await report(ctx, customerId, deviceId, { connected: true, heardAt: ctx.clock.now() });
    ctx.clock.advance(300_000);
    await report(ctx, customerId, deviceId, { connected: true, heardAt: ctx.clock.now() });
    await runLampChecks(ctx);
    expect(await alarmsOf(lamps)).toMatchObject([{ detail: 'no report', open: true }]);
  });

  it('end the open alarms of a group that is out of use or removed, or whose project is removed', async () => {
    const endings: ((lamps: Lamps) => Promise<unknown>)[] = [
      ({ caller, group }) =>
        changeLampGroup(ctx, caller, String(group.id), {
          setting: { inUse: false },
          position: {},
        }),
      ({ caller, group }) => removeLampGroup(ctx, caller, String(group.id)),
      ({ caller, projectId }) => removeProject(ctx, caller, String(projectId)),
    ];
    for (const ending of endings) {
      const lamps = await lampsAt(NIGHT);
      await look(ctx, lamps, 1.8);
      expect(await ending(lamps)).toMatchObject({ ok: true });
      await runLampChecks(ctx);
      expect(await alarmsOf(lamps)).toMatchObject([{ detail: '2 lamps', open: false }]);
    }
  });

  it('end the alarms of a device that leaves its group, and raise those of the new one', async () => {
    const lamps = await lampsAt(NIGHT);
    await look(ctx, lamps, 1.7);
    const { code, deviceId } = await buildDevice(ctx, lamps.caller);
    const id = String(lamps.group.id);
    const request = { device: code, setting: {}, position: {} };
    expect(await changeLampGroup(ctx, lamps.caller, id, request)).toMatchObject({ ok: true });
    expect(await alarmsOf(lamps)).toMatchObject([{ detail: '3 lamps', open: false }]);
    const replaced = { ...lamps, group: { ...lamps.group, deviceId } };
    await look(ctx, replaced, 1.7);
    expect(await alarmsOf(replaced)).toMatchObject([{ detail: '3 lamps', open: true }]);
    expect(await removeLampGroup(ctx, lamps.caller, id)).toMatchObject({ ok: true });
    expect(await alarmsOf(replaced)).toMatchObject([{ open: false }]);
    await runLampChecks(ctx);
    expect(await alarmsOf(lamps)).toHaveLength(1);
    expect(await alarmsOf(replaced)).toHaveLength(1);
  });

  it('do not raise a deleted alarm again until the result changes', async () => {
    const lamps = await lampsAt(NIGHT);
    await look(ctx, lamps, 1.8);
    const [{ id } = { id: 0 }] = await alarmsOf(lamps);
    expect(await deleteAlarm(ctx, lamps.caller, String(id), 'known')).toMatchObject({ ok: true });
    await look(ctx, lamps, 1.8);
    expect(await alarmsOf(lamps)).toHaveLength(1);
    await look(ctx, lamps, 1.7);
    expect((await alarmsOf(lamps)).at(-1)).toMatchObject({ detail: '3 lamps', open: true });
  });

  it('run at the check time to the minute', async () => {
    const lamps = await lampsAt(NIGHT - 3_600_000 - 400_000);
    await look(ctx, lamps, 2);
    expect(ctx.clock.now()).toBe(NIGHT - 3_600_000 - 100_000);
    expect(await checkOf(lamps)).toMatchObject({ next_check_at: NIGHT - 3_600_000 });
  });

  it('warn about the daily energy in steps', async () => {
    const lamps = await lampsAt(NIGHT);
    const { caller, projectId, group } = lamps;
    const settings = await readLimits(ctx, caller, 'warning', String(projectId));
    if (!settings.ok) throw new Error(settings.refusal);
    await changeLimits(ctx, caller, 'warning', String(settings.value.id), {
      warningValue1: 5,
      warningValue2: 8,
      warningValue3: 12,
    });
    await energyOfDay(group, 9_000);
    await look(ctx, lamps, 2);
    expect(await alarmsOf(lamps)).toMatchObject([
      { type: 'energyLevel', kind: 'warning', detail: 'level 2', value: 9, open: true },
    ]);
  });

  it('publish their results, and skip groups claimed by another process', async () => {
    const lamps = await lampsAt(NIGHT);
    const told: BusEvents['lamps.checked'][] = [];
    off.push(ctx.bus.subscribe('lamps.checked', (event) => told.push(event)));
    ctx.clock.advance(300_000);
    const now = ctx.clock.now();
    await ctx.database.transaction(async (trx) => {
      const held = await takeDueChecks(trx, now, 1_000);
      expect(held.map(({ lampGroupId }) => lampGroupId)).toContain(lamps.group.id);
      expect(await runLampChecks(ctx)).toBe(0);
    });
    expect(told).toEqual([]);
    await look(ctx, lamps, 1.8);
    expect(told.findLast(({ lampGroupId }) => lampGroupId === lamps.group.id)).toMatchObject({
      check: { verdict: 'failed', lampsOn: 18 },
      standing: { failed: 2 },
    });
  });

  async function energyOfDay({ customerId, deviceId }: Lamps['group'], wh: number) {
    await ctx.database.db
      .insertInto('energy_day')
      .values({
        customer_id: customerId,
        device_id: deviceId,
        day: '2026-11-20',
        channel: 'activeTotal',
        energy_wh: wh,
        sharp_wh: 0,
        peak_wh: 0,
        off_peak_wh: wh,
        valley_wh: 0,
        rate_id: null,
        rate_version: null,
        fee_sharp: 0,
        fee_peak: 0,
        fee_off_peak: 0,
        fee_valley: 0,
      })
      .execute();
  }
});
