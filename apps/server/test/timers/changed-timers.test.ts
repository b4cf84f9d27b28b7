/**
 * docs/promises.md T10: the command of a timer that was deleted, disabled or changed before it could
 * be sent is not sent.
 */
import type { Outcome } from '@busbar/domain/refusal';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCommandSender } from '../../src/areas/control/commands/command-sender.ts';
import type { DeviceLink } from '../../src/areas/control/commands/device-link.ts';
import { cancelUnwantedCommands } from '../../src/areas/control/commands/unwanted-commands.ts';
import { runDueTimers } from '../../src/areas/control/timers/due-timers.ts';
import { replaceTimers } from '../../src/areas/control/timers/replace-timers.ts';
import { removeTimer, setTimer } from '../../src/areas/control/timers/timer-service.ts';
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

import { controlFixture, recordingLink, type TestDevice } from '../control/control-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';

const SHANGHAI = { lngT: 121.4737, latT: 31.2304 };

describeWithDatabase('the waiting command of a timer', (database) => {
  const { world, ctx } = controlFixture(database);
  let device: TestDevice;
  beforeEach(async () => {
    device = await world.addDevice({ kind: 'dtu', action: 'openByCommand', connected: false });
  });

  const setting = () =>
    ({
      device: device.deviceId,
      days: 127,
      time: '12:10',
      command: 'close' as SwitchCommand,
      enabled: true,
    }) as const;
  const change = (id: number, more: object) =>
    setTimer(ctx, world.caller, { ...setting(), id, ...more });

  /** Runs the due timers while the device is offline, so that the command waits for it. */
  async function runAtMinute() {
    const { next_run_at } = await database.db
      .selectFrom('timer')
      .select('next_run_at')
      .where('device_id', '=', device.deviceId)
      .orderBy('next_run_at')
      .executeTakeFirstOrThrow();
    world.clock.stepTo(next_run_at! + 500);
    await runDueTimers(ctx);
    expect(await command()).toMatchObject({ state: 'queued' });
    world.clock.advance(5_000);
  }
  const command = () =>
    database.db
      .selectFrom('command')
      .select(['command_id', 'state', 'reason'])
      .where('device_id', '=', device.deviceId)
      .executeTakeFirstOrThrow();
  /** The device returns: returns the commands that it receives. */
  async function sentTo(link = recordingLink()): Promise<number> {
    await createCommandSender(ctx, link).sendWaiting();
    return link.written.filter(({ deviceCode }) => deviceCode === device.deviceCode).length;
  }
  async function expectNotSent() {
    expect([await sentTo(), await command()]).toMatchObject([0, { state: 'queued' }]);
    await cancelUnwantedCommands(ctx);
    expect(await command()).toMatchObject({ state: 'cancelled', reason: 'timer-changed' });
    expect(world.changes.at(-1)).toMatchObject({ state: 'cancelled', reason: 'timer-changed' });
    expect(await sentTo()).toBe(0);
  }
  async function expectSent() {
    await cancelUnwantedCommands(ctx);
    expect(await sentTo()).toBe(1);
  }

  async function ownTimer(): Promise<number> {
    const id = accepted(await setTimer(ctx, world.caller, setting()));
    await runAtMinute();
    return id;
  }
  const ofCustomer = (values: object) =>
    database.db
      .updateTable('customer')
      .set(values)
      .where('customer_id', '=', world.tenant.customerId)
      .execute();

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['is deleted', (id) => removeTimer(ctx, world.caller, id)],
    ['is disabled', (id) => change(id, { enabled: false })],
    ['gets another time', (id) => change(id, { time: '13:00' })],
    ['gets other days', (id) => change(id, { days: 1 })],
    ['gets another command', (id) => change(id, { command: 'open' })],
    [
      'is replaced by that of another breaker',
      (id) => replaceTimers(ctx, world.caller, [id], [{ ...setting(), time: '14:00' }]),
    ],
    [
      'belongs to a customer that expires',
      () => ofCustomer({ expires_at: new Date(world.clock.now()) }),
    ],
    ['belongs to a customer that is deactivated', () => ofCustomer({ state: 'rejected' })],
  ])('is cancelled if the timer %s', async (_how, end) => {
    await end(await ownTimer());
    await expectNotSent();
  });

  it('is sent if the timer is saved without a change', async () => {
    const id = await ownTimer();
    expect(await change(id, {})).toMatchObject({ ok: true });
    await expectSent();
  });

  it('is sent although another timer of the device is deleted', async () => {
    const other = await setTimer(ctx, world.caller, { ...setting(), time: '15:00' });
    await ownTimer();
    await removeTimer(ctx, world.caller, accepted(other));
    await expectSent();
  });

  it('is not affected if it was sent before the timer is deleted', async () => {
    const id = await ownTimer();
    await expectSent();
    await removeTimer(ctx, world.caller, id);
    await cancelUnwantedCommands(ctx);
    expect(await command()).toMatchObject({ state: 'sent' });
  });

  it('is withdrawn if the timer is deleted while the command waits for a serial line', async () => {
    const id = await ownTimer();
    const line: DeviceLink = {
      isConnected: () => true,
      async send(_code, _command, _remainingMs, isStillWanted) {
        await removeTimer(ctx, world.caller, id);
        return (await isStillWanted?.()) ? 'sent' : 'withdrawn';
      },
    };
    await createCommandSender(ctx, line).sendWaiting();
    expect(await command()).toMatchObject({ state: 'rejected', reason: 'timer-changed' });
  });

  describe('of a project', () => {
    async function projectTimer(input: object = { time: '12:10' }) {
      const project = accepted(
        await addProject(ctx, world.caller, { name: 'Pier', type: 'lamp' }),
      ).id;
      const group = accepted(
        await addLampGroup(ctx, world.caller, project, {
          device: device.deviceId,
          setting: { name: 'North', lampCount: 20, lampPowerKw: 0.1 },
          position: SHANGHAI,
        }),
      ).id;
      const timer = accepted(
        await addProjectTimer(
          ctx,
          world.caller,
          { project, lampGroup: undefined },
          { days: 127, command: 'close', ...input },
        ),
      );
      return { project: String(project), group: String(group), timer: String(timer) };
    }
    type Ids = Awaited<ReturnType<typeof projectTimer>>;
    const changeGroup = (id: string, more: object) =>
      changeLampGroup(ctx, world.caller, id, { setting: {}, position: {}, ...more });

    it.each<[string, (ids: Ids) => Promise<unknown>]>([
      ['timer is deleted', ({ timer }) => removeProjectTimer(ctx, world.caller, timer)],
      [
        'timer is disabled',
        ({ timer }) => changeProjectTimer(ctx, world.caller, timer, { enabled: false }),
      ],
      [
        'timer is changed',
        ({ timer }) => changeProjectTimer(ctx, world.caller, timer, { time: '13:00' }),
      ],
      ['lamp group is removed', ({ group }) => removeLampGroup(ctx, world.caller, group)],
      [
        'lamp group is taken out of use',
        ({ group }) => changeGroup(group, { setting: { inUse: false } }),
      ],
      [
        'lamp group gets another device',
        async ({ group }) =>
          changeGroup(group, { device: (await world.addDevice({ kind: 'dtu' })).deviceId }),
      ],
      ['project is removed', ({ project }) => removeProject(ctx, world.caller, project)],
    ])('is cancelled if the %s', async (_how, end) => {
      const ids = await projectTimer();
      await runAtMinute();
      expect(await end(ids)).toMatchObject({ ok: true });
      await expectNotSent();
    });

    it('is sent if only the location of the lamps changes', async () => {
      const { group } = await projectTimer({ sun: 'sunset' });
      await runAtMinute();
      await changeGroup(group, { position: { lngT: 87.6177, latT: 43.7928 } });
      await spreadAllTimers(ctx);
      await expectSent();
    });
  });
});

function accepted<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.refusal} ${outcome.field}`);
  return outcome.value;
}
