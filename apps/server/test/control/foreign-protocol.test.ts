/**
 * Devices that speak the protocol of another manufacturer: what it cannot carry is refused before a
 * command exists, for every source of commands (ADR 75).
 */
import { expect, it } from 'vitest';
import { sendFrame } from '../../src/areas/control/console/send-frame.ts';
import { selectSwitch } from '../../src/areas/control/gate/selection.ts';
import { readParameters } from '../../src/areas/control/protection/read-parameters.ts';
import { summon } from '../../src/areas/control/summon/summon-service.ts';
import { runDueTimers } from '../../src/areas/control/timers/due-timers.ts';
import { notifyDevice, setTimer } from '../../src/areas/control/timers/timer-service.ts';
import { findDeviceDetail } from '../../src/areas/fleet/devices/device-detail-service.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { rowsOfDevice } from '../support/devices/device-rows.ts';
import { batchCommandSteps } from './batch-command-steps.ts';
import { controlFixture, type TestDevice } from './control-fixture.ts';

describeWithDatabase('a device of another manufacturer', (database) => {
  const { world, ctx } = controlFixture(database);
  const { started, progress, run } = batchCommandSteps(() => world);
  const plug = (action: 'closeByCommand' | 'lockByCommand' = 'closeByCommand') =>
    world.addDevice({ protocol: 'tasmota', action });
  const commandsOf = ({ deviceId }: TestDevice) => rowsOfDevice(database, 'command', deviceId);
  const refused = { ok: false, refusal: 'order-not-supported' };

  it('is opened and closed, but neither locked nor unlocked', async () => {
    const device = await plug();
    expect(await world.submit(device, 'lock')).toMatchObject(refused);
    const locked = await plug('lockByCommand');
    expect(await world.submit(locked, 'unlock')).toMatchObject(refused);
    expect([...(await commandsOf(device)), ...(await commandsOf(locked))]).toEqual([]);
    expect(await world.submit(device, 'open')).toMatchObject({ ok: true });
    expect(await commandsOf(device)).toMatchObject([{ kind: 'switch', switch_order: 'open' }]);
  });

  it('is not locked in two steps or in a batch', async () => {
    const device = await plug();
    const request = { device: device.deviceId, command: 'lock', source: 'test' } as const;
    expect(await selectSwitch(ctx, world.caller, request)).toMatchObject(refused);
    const batch = await started([device], 'lock');
    await run(2);
    expect((await progress(batch)).devices).toMatchObject([{ reason: 'order-not-supported' }]);
    expect(await commandsOf(device)).toEqual([]);
  });

  it('is asked neither for readings nor for protection parameters, and is sent no frame', async () => {
    const device = await plug();
    const { deviceCode } = device;
    const source = 'test';
    const reading = { device: deviceCode, dataType: 'variable', source } as const;
    expect(await summon(ctx, world.caller, reading)).toMatchObject(refused);
    const parameters = { device: deviceCode, set: 'overVoltage', source } as const;
    expect(await readParameters(ctx, world.caller, parameters)).toMatchObject({
      refusal: 'protection-not-supported',
    });
    const frame = await sendFrame(ctx, world.caller, {
      device: deviceCode,
      code: '010312340001c0bc',
      confirmed: true,
      password: undefined,
      source,
      signal: new AbortController().signal,
    });
    expect(frame).toMatchObject(refused);
    expect(await commandsOf(device)).toEqual([]);
  });

  it('has its timers run by the platform, and none that locks', async () => {
    const device = await plug();
    const setting = { device: device.deviceId, days: 127, time: '12:10', enabled: true } as const;
    const locks = await setTimer(ctx, world.caller, { ...setting, command: 'lock' });
    expect(locks).toMatchObject({ ...refused, field: 'op' });
    const set = await setTimer(ctx, world.caller, { ...setting, command: 'open' });
    if (!set.ok) throw new Error(set.refusal);
    await notifyDevice(ctx, { customerId: device.customerId, linkId: device.deviceId });
    world.clock.stepTo(Date.UTC(2026, 10, 20, 4, 10));
    await runDueTimers(ctx);
    expect(await commandsOf(device)).toMatchObject([{ kind: 'switch', switch_order: 'open' }]);
  });

  it('has no lock among its allowed commands', async () => {
    const { deviceCode } = await plug();
    const found = await findDeviceDetail(ctx, world.caller, deviceCode);
    expect(found.ok && found.value.allowed).toEqual({
      open: true,
      close: false,
      lock: false,
      unlock: false,
    });
    expect(found.ok && found.value.device.protocol).toBe('tasmota');
  });
});
