/**
 * The process with the connection requests the readings of a breaker once after it changed
 * position.
 */
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ControlRuntime, startControl } from '../../src/areas/control/control-runtime.ts';
import { applyState } from '../../src/areas/control/outcomes/apply-state.ts';
import { summonAfterSwitch } from '../../src/areas/control/summon/summon-after-switch.ts';
import { summon } from '../../src/areas/control/summon/summon-service.ts';
import { type BusEvents, publishAll } from '../../src/bus.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import {
  commandRow,
  contextOn,
  controlFixture,
  recordingLink,
  type TestDevice,
} from './control-fixture.ts';

describeWithDatabase('after a switch operation', (database) => {
  const { world, ctx } = controlFixture(database);
  let link: ReturnType<typeof recordingLink>;
  let control: ControlRuntime;
  let isConnected: boolean;
  beforeEach(async () => {
    isConnected = true;
    link = recordingLink({ isConnected: () => isConnected });
    control = await startControl(ctx, link);
  });
  afterEach(() => control.stop());

  const stateOf = async (commandId: string) => (await commandRow(ctx, commandId)).state;

  /** Returns the arguments of the read requests that were sent to the device. */
  const questionsTo = (device: TestDevice) =>
    link.written
      .filter(({ deviceCode, payload }) => {
        return deviceCode === device.deviceCode && payload.op === 'summon';
      })
      .map(({ payload }) => payload.args);
  const QUESTION = { dataType: 'variable' };

  const summonsOf = (device: TestDevice) =>
    database.db
      .selectFrom('command')
      .select(['command_id', 'source'])
      .where('device_id', '=', device.deviceId)
      .where('kind', '=', 'summon')
      .execute();

  async function sent(device: TestDevice): Promise<string> {
    const outcome = await world.submit(device, 'open');
    if (!outcome.ok) throw new Error(outcome.refusal);
    const { commandId } = outcome.value;
    await eventually(() => stateOf(commandId)).toBe('sent');
    return commandId;
  }

  async function report(device: TestDevice, action: SwitchAction, commandId?: string) {
    const at = world.clock.now();
    const messages = await database.transaction((trx) =>
      applyState(ctx, trx, { device, action, at, deviceTime: at, receivedAt: at, commandId }),
    );
    publishAll(ctx.bus, messages);
  }

  async function opened(device: TestDevice): Promise<string> {
    const commandId = await sent(device);
    await report(device, 'openByCommand', commandId);
    return commandId;
  }

  /** Handles the event again; resolves when everything that it triggered has completed. */
  async function heardAgain(commandId: string, on = ctx): Promise<void> {
    const event = { customerId: world.tenant.customerId, commandId } as const;
    await summonAfterSwitch(on, link, event as BusEvents['command.changed']);
  }

  it('the readings of the breaker are requested', async () => {
    const device = await world.addDevice();
    const commandId = await opened(device);
    await eventually(() => questionsTo(device)).toEqual([QUESTION]);
    const row = await database.db
      .selectFrom('command')
      .selectAll()
      .where('device_id', '=', device.deviceId)
      .where('kind', '=', 'summon')
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ issued_by: null, session_hash: null, source: 'after-switch' });
    expect(row.expires_at - row.created_at).toBe(ctx.config.commandTtlS * 1000);
    expect(row.args).toEqual({ ...QUESTION, after: commandId });
  });

  it('the readings are requested once, however often and in however many processes the event arrives', async () => {
    const device = await world.addDevice();
    const commandId = await opened(device);
    await eventually(() => questionsTo(device)).toHaveLength(1);
    await database.db
      .updateTable('command')
      .set({ state: 'confirmed' })
      .where('device_id', '=', device.deviceId)
      .where('kind', '=', 'summon')
      .execute();
    const second = contextOn(database, world.clock, {}, 'process-2');
    await Promise.all([
      heardAgain(commandId),
      heardAgain(commandId, second),
      heardAgain(commandId, second),
    ]);
    expect(await summonsOf(device)).toHaveLength(1);
  });

  it('the readings of a slave are requested from its gateway', async () => {
    const gateway = await world.addDevice({ kind: 'gateway', action: null });
    await opened(await world.addDevice({ kind: 'slave', gateway }));
    await eventually(() => questionsTo(gateway)).toEqual([QUESTION]);
  });

  it('no readings are requested while a request is pending', async () => {
    const device = await world.addDevice();
    const commandId = await sent(device);
    const { deviceCode } = device;
    await summon(ctx, world.caller, { device: deviceCode, dataType: 'variable', source: 'test' });
    await eventually(() => questionsTo(device)).toHaveLength(1);
    world.clock.advance(10);
    await report(device, 'openByCommand', commandId);
    await heardAgain(commandId);
    expect(await summonsOf(device)).toHaveLength(1);
  });

  describe('exceptions', () => {
    it('no readings are requested from a data terminal', async () => {
      const device = await world.addDevice({ kind: 'dtu' });
      await heardAgain(await opened(device));
      expect(await summonsOf(device)).toEqual([]);
    });

    it('no readings are requested from a breaker that is not connected here', async () => {
      const device = await world.addDevice();
      const commandId = await sent(device);
      isConnected = false;
      await report(device, 'openByCommand', commandId);
      await heardAgain(commandId);
      expect(await summonsOf(device)).toEqual([]);
    });

    it('no readings are requested from a breaker whose command had no effect', async () => {
      const device = await world.addDevice();
      const commandId = await sent(device);
      await report(device, 'openByFault');
      await heardAgain(commandId);
      expect(await summonsOf(device)).toEqual([]);
    });
  });
});
