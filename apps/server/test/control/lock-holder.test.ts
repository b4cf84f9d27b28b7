/** The holder of a lock: only that user or an administrator can allow closing again. */
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCommandSender } from '../../src/areas/control/commands/command-sender.ts';
import { submitSwitch } from '../../src/areas/control/gate/control-service.ts';
import { applyState } from '../../src/areas/control/outcomes/apply-state.ts';
import { findDeviceDetail } from '../../src/areas/fleet/devices/device-detail-service.ts';
import type { Caller } from '../../src/caller.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { commandRow, controlFixture, logRows, recordingLink } from './control-fixture.ts';

describeWithDatabase('a locked breaker', (database) => {
  const { world } = controlFixture(database);
  const device = fixture(() => world.addDevice(), beforeEach);
  const as = (user: 'viewer' | 'admin', role: Caller['role']) =>
    fixture(async (): Promise<Caller> => {
      const { userId, userName } = world.tenant.users[user];
      return { ...world.caller, userId, userName, role };
    }, beforeEach);
  const other = as('viewer', 'operator');
  const admin = as('admin', 'admin');

  async function report(action: SwitchAction, commandId?: string) {
    world.clock.advance(1_000);
    const at = world.clock.now();
    await database.transaction((trx) =>
      applyState(world.ctx, trx, { device, action, at, deviceTime: at, receivedAt: at, commandId }),
    );
    await database.db
      .updateTable('device_state')
      .set({ heard_at: new Date(at) })
      .where('device_id', '=', device.deviceId)
      .execute();
  }

  /** Submits the command, sends it and reports the result. */
  async function carriedOut(command: 'lock' | 'unlock', action: SwitchAction): Promise<string> {
    const outcome = await world.submit(device, command, { reason: 'permit 214' });
    if (!outcome.ok) throw new Error(outcome.refusal);
    const { commandId } = outcome.value;
    await createCommandSender(world.ctx, recordingLink()).sendWaiting();
    await report(action, commandId);
    return commandId;
  }

  const unlockAs = (caller: Caller) =>
    submitSwitch(world.ctx, caller, {
      device: device.deviceCode,
      command: 'unlock',
      source: 'test',
    });

  it('is not unlocked by another operator, who is shown the holder of the lock', async () => {
    await carriedOut('lock', 'lockByCommand');
    expect(await unlockAs(other)).toEqual({
      ok: false,
      refusal: 'locked-by-other',
      detail: world.caller.userName,
    });
    const [line] = (await logRows(world.ctx, device.customerId)).slice(-1);
    expect(line).toMatchObject({
      command: 'unlock',
      status: 'refused:locked-by-other',
      user_id: other.userId,
      device_id: device.deviceId,
      detail: { before: 'lockByCommand', lockedBy: world.caller.userName },
    });
  });

  it('is unlocked by the user who locked it', async () => {
    await carriedOut('lock', 'lockByCommand');
    expect(await unlockAs(world.caller)).toMatchObject({ ok: true });
  });

  it('is unlocked by an administrator', async () => {
    await carriedOut('lock', 'lockByCommand');
    expect(await unlockAs(admin)).toMatchObject({ ok: true });
  });

  it('is unlocked by any operator if the holder is unknown', async () => {
    await report('lockByCommand');
    expect(await unlockAs(other)).toMatchObject({ ok: true });
  });

  it('is not held by the previous holder after an unknown user locked it again', async () => {
    await carriedOut('lock', 'lockByCommand');
    await carriedOut('unlock', 'openByCommand');
    await report('lockByCommand');
    expect(await unlockAs(other)).toMatchObject({ ok: true });
  });

  it('has a holder even if the command was dismissed before the breaker reported it', async () => {
    const outcome = await world.submit(device, 'lock');
    const commandId = outcome.ok ? outcome.value.commandId : '';
    await createCommandSender(world.ctx, recordingLink()).sendWaiting();
    await database.db
      .updateTable('command')
      .set({ state: 'cancelled', reason: 'overridden' })
      .where('command_id', '=', commandId)
      .execute();
    await report('lockByCommand', commandId);
    expect(await commandRow(world.ctx, commandId)).toMatchObject({ state: 'cancelled' });
    expect(await unlockAs(other)).toMatchObject({ refusal: 'locked-by-other' });
  });

  describe('the lock in the device details', () => {
    const detailFor = async (caller: Caller) => {
      const detail = await findDeviceDetail(world.ctx, caller, device.deviceCode);
      if (!detail.ok) throw new Error(detail.refusal);
      return detail.value;
    };

    it('shows its holder, and offers unlocking only to users who may unlock it', async () => {
      await carriedOut('lock', 'lockByCommand');
      const { lock } = await detailFor(other);
      expect(lock).toMatchObject({
        userId: world.caller.userId,
        userName: world.caller.userName,
        reason: 'permit 214',
      });
      const mayUnlock = await Promise.all(
        [world.caller, other, admin].map(async (who) => (await detailFor(who)).allowed.unlock),
      );
      expect(mayUnlock).toEqual([true, false, true]);
    });
  });
});
