/**
 * Project timers on the devices of the lamp groups: created, run, adjusted to the sun, and removed.
 */
import type { LampGroupInput } from '@busbar/domain/project/lamp-group';
import type { ProjectTimerInput } from '@busbar/domain/project/project-timer';
import { beforeEach, describe, expect, it } from 'vitest';
import { runDueTimers } from '../../src/areas/control/timers/due-timers.ts';
import { removeTimer, setTimer } from '../../src/areas/control/timers/timer-service.ts';
import { timersToHold } from '../../src/areas/control/timers/timer-table-queries.ts';
import {
  addLampGroup,
  changeLampGroup,
  removeLampGroup,
} from '../../src/areas/sites/projects/lamp-group-service.ts';
import { addProject, removeProject } from '../../src/areas/sites/projects/project-service.ts';
import {
  addProjectTimer,
  changeProjectTimer,
  removeProjectTimer,
} from '../../src/areas/sites/projects/project-timer-service.ts';
import { spreadAllTimers } from '../../src/areas/sites/projects/project-timer-spread.ts';
import { readProjectTimer } from '../../src/areas/sites/projects/project-timer-view.ts';
import { controlFixture, type DeviceOptions, type TestDevice } from '../control/control-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';

const MINUTE = 60_000;
/**
 * The clock starts at noon of 20 November 2026, a Friday, in Shanghai, where the sun sets at 16:53.
 */
const SHANGHAI = { lngT: 121.4737, latT: 31.2304 };
const URUMQI = { lngT: 87.6177, latT: 43.7928 };
const SUNSET = Date.UTC(2026, 10, 20, 8, 53);

describeWithDatabase('project timers', (database) => {
  let projectId: number;
  const { world } = controlFixture(database);
  beforeEach(async () => {
    const project = await addProject(world.ctx, world.caller, { name: 'Pier', type: 'lamp' });
    if (!project.ok) throw new Error(project.refusal);
    projectId = project.value.id;
  });

  interface Lamps {
    readonly device: TestDevice;
    readonly id: number;
  }
  async function lamps(
    position: { lngT?: number; latT?: number } = SHANGHAI,
    options: DeviceOptions = {},
    setting: LampGroupInput = {},
  ): Promise<Lamps> {
    const device = await world.addDevice({ kind: 'dtu', ...options });
    const added = await addLampGroup(world.ctx, world.caller, projectId, {
      device: device.deviceId,
      setting: { name: `of ${device.deviceCode}`, lampCount: 20, lampPowerKw: 0.1, ...setting },
      position,
    });
    if (!added.ok) throw new Error(`${added.refusal} ${added.field}`);
    return { device, id: added.value.id };
  }
  const add = (input: ProjectTimerInput, lampGroup?: number) =>
    addProjectTimer(world.ctx, world.caller, { project: projectId, lampGroup }, input);
  async function added(input: ProjectTimerInput, lampGroup?: number): Promise<number> {
    const outcome = await add({ days: 127, command: 'open', ...input }, lampGroup);
    if (!outcome.ok) throw new Error(`${outcome.refusal} ${outcome.field}`);
    return outcome.value;
  }
  const change = (id: number, input: ProjectTimerInput) =>
    changeProjectTimer(world.ctx, world.caller, String(id), input);
  const timersOf = ({ device }: Lamps) =>
    database.db
      .selectFrom('timer')
      .selectAll()
      .where('device_id', '=', device.deviceId)
      .orderBy('timer_id')
      .execute();
  const nextOf = async (of: Lamps) => (await timersOf(of))[0]?.next_run_at ?? undefined;
  const runsOf = async (of: Lamps) =>
    database.db
      .selectFrom('timer_run')
      .innerJoin('timer', (join) =>
        join
          .onRef('timer.customer_id', '=', 'timer_run.customer_id')
          .onRef('timer.timer_id', '=', 'timer_run.timer_id'),
      )
      .select(['timer_run.due_at', 'timer_run.result', 'timer_run.reason'])
      .where('timer.device_id', '=', of.device.deviceId)
      .orderBy('timer_run.due_at')
      .execute();
  async function lookAt(ms: number) {
    world.clock.stepTo(ms);
    await runDueTimers(world.ctx);
  }
  const moveDevice = ({ device }: Lamps, place: { lngT: number; latT: number } | null) =>
    database.db
      .updateTable('device')
      .set({ longitude: place?.lngT ?? null, latitude: place?.latT ?? null })
      .where('device_id', '=', device.deviceId)
      .execute();

  describe('timers on devices', () => {
    it('exist for every group in use, and for no other', async () => {
      const [one, two, unused] = [
        await lamps(),
        await lamps(),
        await lamps(SHANGHAI, {}, { inUse: false }),
      ];
      const id = await added({ time: '18:30', days: 31, command: 'lock' }, undefined).catch(
        (error: Error) => error.message,
      );
      // A terminal supports open and close only.
      expect(id).toBe('order-not-supported command');
      await added({ time: '18:30', days: 31 });
      for (const of of [one, two]) {
        expect(await timersOf(of)).toMatchObject([
          { days: 31, clock_time: '18:30', switch_order: 'open', enabled: true, sun: null },
        ]);
        expect(await nextOf(of)).toBe(Date.UTC(2026, 10, 20, 10, 30));
      }
      expect(await timersOf(unused)).toEqual([]);
    });

    it('exist for a single group if set for that group', async () => {
      const [one, two] = [await lamps(), await lamps()];
      await added({ time: '18:30' }, one.id);
      expect(await timersOf(one)).toHaveLength(1);
      expect(await timersOf(two)).toEqual([]);
    });

    it('are added for a new group, and removed for a group that is out of use or removed', async () => {
      const first = await lamps();
      await added({ time: '18:30' });
      const later = await lamps();
      expect(await timersOf(later)).toHaveLength(1);
      const off = { setting: { inUse: false }, position: {} };
      await changeLampGroup(world.ctx, world.caller, String(later.id), off);
      expect(await timersOf(later)).toEqual([]);
      await removeLampGroup(world.ctx, world.caller, String(first.id));
      expect(await timersOf(first)).toEqual([]);
    });

    it('are removed with the project or the timer', async () => {
      const of = await lamps();
      const id = await added({ time: '18:30' });
      await added({ time: '19:30' });
      await removeProjectTimer(world.ctx, world.caller, String(id));
      expect(await timersOf(of)).toMatchObject([{ clock_time: '19:30' }]);
      await removeProject(world.ctx, world.caller, String(projectId));
      expect(await timersOf(of)).toEqual([]);
    });

    it('are changed and disabled only through the project', async () => {
      const of = await lamps();
      const id = await added({ time: '18:30' });
      const [before] = await timersOf(of);
      await change(id, { time: '19:00', days: 1 });
      expect(await timersOf(of)).toMatchObject([
        { timer_id: before!.timer_id, clock_time: '19:00', days: 1, enabled: true },
      ]);
      await change(id, { enabled: false });
      expect(await timersOf(of)).toMatchObject([{ enabled: false, next_run_at: null }]);
      const own = {
        device: of.device.deviceId,
        days: 127,
        time: '20:00',
        command: 'open',
      } as const;
      expect(
        await setTimer(world.ctx, world.caller, { ...own, id: before!.timer_id, enabled: true }),
      ).toMatchObject({ refusal: 'timer-of-project' });
      expect(await removeTimer(world.ctx, world.caller, before!.timer_id)).toMatchObject({
        refusal: 'timer-of-project',
      });
      expect(await timersOf(of)).toMatchObject([{ clock_time: '19:00' }]);
    });

    it('are in the device’s timer table by clock time only', async () => {
      const of = await lamps(SHANGHAI, { kind: 'main' });
      await added({ time: '18:30' });
      await added({ sun: 'sunset' });
      const key = { customerId: world.tenant.customerId, linkId: of.device.deviceId };
      expect(await timersToHold(database.db, key)).toMatchObject([{ at: '18:30', to: 'open' }]);
      const table = await database.db
        .selectFrom('timer_table')
        .select('wanted_version')
        .where('device_id', '=', of.device.deviceId)
        .execute();
      expect(table).toEqual([{ wanted_version: 1 }]);
    });

    it('report what blocks a device timer, and set it when the obstacle is gone', async () => {
      await lamps();
      const id = await added({ time: '18:30' });
      const device = await world.addDevice({ kind: 'dtu' });
      const own = { device: device.deviceId, days: 16, time: '18:30', command: 'close' } as const;
      const set = await setTimer(world.ctx, world.caller, { ...own, enabled: true });
      if (!set.ok) throw new Error(set.refusal);
      await addLampGroup(world.ctx, world.caller, projectId, {
        device: device.deviceId,
        setting: { name: 'Z', lampCount: 2, lampPowerKw: 0.1 },
        position: SHANGHAI,
      });
      const shown = await readProjectTimer(world.ctx, world.caller, id);
      if (!shown.ok) throw new Error(shown.refusal);
      expect(shown.value.groups.map(({ problem }) => problem)).toContain('timer-taken');
      await removeTimer(world.ctx, world.caller, set.value);
      await spreadAllTimers(world.ctx);
      expect(await timersOf({ device, id: 0 })).toMatchObject([{ clock_time: '18:30' }]);
    });
  });

  describe('rejections', () => {
    it('are rejected if the project has a timer at that time on a common day', async () => {
      await lamps();
      await added({ time: '18:30', days: 3 });
      const twin = { days: 2, time: '18:30', command: 'close' } as const;
      expect(await add(twin)).toMatchObject({ refusal: 'project-timer-taken' });
      expect(await add({ ...twin, days: 4 })).toMatchObject({ ok: true });
    });

    it('are rejected if a device has its own timer at that time or a full table, or a group has no position', async () => {
      const of = await lamps({}, { kind: 'main' });
      const own = {
        device: of.device.deviceId,
        days: 127,
        command: 'open',
        enabled: true,
      } as const;
      await setTimer(world.ctx, world.caller, { ...own, time: '18:30' });
      expect(await add({ days: 1, time: '18:30', command: 'open' })).toMatchObject({
        refusal: 'timer-taken',
        field: 'time',
      });
      expect(await add({ days: 1, sun: 'sunset', command: 'open' })).toMatchObject({
        refusal: 'sun-position-required',
        field: 'sun',
      });
      for (let minute = 10; minute < 73; minute++) {
        const time = `0${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
        await setTimer(world.ctx, world.caller, { ...own, time });
      }
      expect(await add({ days: 1, time: '20:30', command: 'open' })).toMatchObject({
        refusal: 'quota-exceeded',
      });
    });

    it('are rejected beyond the thirty-second, outside lamp projects, and for a group of another project', async () => {
      const elsewhere = await lamps();
      const tower = await addProject(world.ctx, world.caller, { name: 'Mast', type: 'tower' });
      if (!tower.ok) throw new Error(tower.refusal);
      const input = { days: 127, time: '18:30', command: 'open' } as const;
      const of = (project: number, lampGroup?: number) =>
        addProjectTimer(world.ctx, world.caller, { project, lampGroup }, input);
      expect(await of(tower.value.id)).toMatchObject({ refusal: 'not-lamp-project' });
      const second = await addProject(world.ctx, world.caller, { name: 'Dock', type: 'lamp' });
      if (!second.ok) throw new Error(second.refusal);
      expect(await of(second.value.id, elsewhere.id)).toMatchObject({
        refusal: 'not-found',
        field: 'lampGroup',
      });
      for (let minute = 10; minute < 42; minute++) await added({ time: `05:${minute}` });
      expect(await of(projectId)).toMatchObject({ refusal: 'quota-exceeded' });
    });
  });

  describe('timers driven by the sun', () => {
    it('follow the sun at each group, submit one command, and repeat the next day', async () => {
      const [east, west] = [await lamps(), await lamps(URUMQI)];
      await added({ sun: 'sunset', offsetMin: -10 });
      const due = (await nextOf(east))!;
      expect(Math.abs(due + 10 * MINUTE - SUNSET)).toBeLessThanOrEqual(2 * MINUTE);
      // The western group is 30 degrees further west and 12 further north.
      expect((await nextOf(west))! - due).toBeGreaterThan(90 * MINUTE);
      await lookAt(due - 1_000);
      expect(await runsOf(east)).toEqual([]);
      await lookAt(due + 500);
      await lookAt(due + MINUTE);
      expect(await runsOf(east)).toMatchObject([{ due_at: due, result: 'ordered' }]);
      expect(await runsOf(west)).toEqual([]);
      const tomorrow = (await nextOf(east))! - due;
      expect(Math.abs(tomorrow - 1_440 * MINUTE)).toBeLessThanOrEqual(2 * MINUTE);
      const commands = await database.db
        .selectFrom('command')
        .select(['switch_order', 'issued_by'])
        .where('device_id', '=', east.device.deviceId)
        .execute();
      expect(commands).toEqual([{ switch_order: 'open', issued_by: null }]);
    });

    it('are run by the platform even for a breaker that stores its own times', async () => {
      const of = await lamps(SHANGHAI, { kind: 'main' });
      await added({ sun: 'sunset' });
      await lookAt((await nextOf(of))! + 500);
      expect(await runsOf(of)).toMatchObject([{ result: 'ordered' }]);
    });

    it('are missed, not caught up, on each day the platform was down', async () => {
      const of = await lamps();
      await added({ sun: 'sunset' });
      const due = (await nextOf(of))!;
      await spreadAllTimers(world.ctx);
      world.clock.stepTo(due + 2 * 1_440 * MINUTE + 5 * MINUTE);
      await spreadAllTimers(world.ctx);
      await runDueTimers(world.ctx);
      expect((await runsOf(of)).map(({ result }) => result)).toEqual([
        'missed',
        'missed',
        'missed',
      ]);
    });

    it('do not run twice on a day when the device moves west or a clock is set back', async () => {
      const of = await lamps({});
      await moveDevice(of, SHANGHAI);
      await added({ sun: 'sunset' });
      const due = (await nextOf(of))!;
      await lookAt(due + 500);
      await moveDevice(of, URUMQI);
      await spreadAllTimers(world.ctx);
      expect((await nextOf(of))! - due).toBeGreaterThan(1_440 * MINUTE);
      await lookAt(due - MINUTE);
      await spreadAllTimers(world.ctx);
      await lookAt(due + 700);
      expect(await runsOf(of)).toHaveLength(1);
    });

    it('follow a device that moves before the run, and wait while it has no position', async () => {
      const of = await lamps({});
      await moveDevice(of, SHANGHAI);
      const id = await added({ sun: 'sunset' });
      const due = (await nextOf(of))!;
      await moveDevice(of, URUMQI);
      await spreadAllTimers(world.ctx);
      expect((await nextOf(of))! - due).toBeGreaterThan(90 * MINUTE);
      await moveDevice(of, null);
      await spreadAllTimers(world.ctx);
      expect(await nextOf(of)).toBeUndefined();
      expect(await readProjectTimer(world.ctx, world.caller, id)).toMatchObject({
        value: { groups: [{ problem: 'sun-position-required', row: { enabled: true } }] },
      });
      await lookAt(due + 500);
      expect(await runsOf(of)).toEqual([]);
      await moveDevice(of, SHANGHAI);
      await spreadAllTimers(world.ctx);
      expect((await nextOf(of))! - due).toBeGreaterThan(1_000 * MINUTE);
    });

    it('run again the same evening if they are changed after a run', async () => {
      const of = await lamps();
      const id = await added({ sun: 'sunset' });
      const due = (await nextOf(of))!;
      await lookAt(due + 500);
      await change(id, { offsetMin: 30 });
      world.clock.advance(MINUTE);
      await spreadAllTimers(world.ctx);
      expect(await nextOf(of)).toBe(due + 30 * MINUTE);
    });

    it('do not run where the sun does not set, and report it', async () => {
      const of = await lamps({ lngT: 121, latT: 75 });
      const id = await added({ sun: 'sunset' });
      expect(await readProjectTimer(world.ctx, world.caller, id)).toMatchObject({
        value: { groups: [{ today: 'down', problem: undefined }] },
      });
      expect((await nextOf(of))! - SUNSET).toBeGreaterThan(60 * 1_440 * MINUTE);
    });

    it('close the devices of a group one after the other, as all timers do', async () => {
      const three = [
        await lamps(SHANGHAI, { action: 'openByCommand' }),
        await lamps(SHANGHAI, { action: 'openByCommand' }),
        await lamps(SHANGHAI, { action: 'openByCommand' }),
      ];
      await added({ sun: 'sunset', command: 'close' });
      const due = (await nextOf(three[0]!))!;
      const done = async () =>
        (await Promise.all(three.map(runsOf))).filter((runs) => runs.length > 0).length;
      await lookAt(due);
      expect(await done()).toBe(1);
      await lookAt(due + 1_000);
      expect(await done()).toBe(2);
      await lookAt(due + 2_000);
      expect(await done()).toBe(3);
    });
  });
});
