/** Meters on a serial line without settings for switching: refused by the gate for every source of commands. */
import { expect, it } from 'vitest';
import { selectSwitch } from '../../src/areas/control/gate/selection.ts';
import { runDueTimers } from '../../src/areas/control/timers/due-timers.ts';
import { notifyDevice, setTimer } from '../../src/areas/control/timers/timer-service.ts';
import {
  findDeviceDetail,
  findSlaveDetails,
} from '../../src/areas/fleet/devices/device-detail-service.ts';
import { saveMeterAccess } from '../../src/areas/fleet/serial-lines/meter-switching-queries.ts';
import {
  saveLineMeter,
  saveSerialLine,
} from '../../src/areas/fleet/serial-lines/serial-line-queries.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { rowsOfDevice } from '../support/devices/device-rows.ts';
import { batchCommandSteps } from './batch-command-steps.ts';
import { controlFixture, type TestDevice } from './control-fixture.ts';

const ACCESS = {
  level: 2,
  sealedPassword: 'sealed',
  operatorCode: '00000042',
  closeMode: 'close',
} as const;

describeWithDatabase('a meter on a serial line', (database) => {
  const { world, ctx } = controlFixture(database);
  const { started, progress, run } = batchCommandSteps(() => world);

  async function dtuWithMeter() {
    const dtu = await world.addDevice({ kind: 'dtu' });
    const meter = await world.addDevice({ kind: 'slave', gateway: dtu });
    const line = {
      protocol: 'dlt645-2007',
      baud: 9_600,
      heartbeat: '',
      needsSecret: true,
    } as const;
    await saveSerialLine(database.db, dtu, line);
    return { dtu, meter };
  }
  async function polled(meter: TestDevice, station = '000000000011') {
    const settings = { station, profileId: 'dlt645-2007-three-phase', ratios: {}, intervalS: 60 };
    await saveLineMeter(database.db, meter, settings, { userId: 0, reason: 'Meter changed' });
  }
  const commandsOf = ({ deviceId }: TestDevice) => rowsOfDevice(database, 'command', deviceId);

  it('is opened and closed only with settings for it', async () => {
    const { dtu, meter } = await dtuWithMeter();
    const readOnly = { ok: false, refusal: 'meter-read-only' };
    expect(await world.submit(meter, 'open')).toMatchObject(readOnly);
    expect(await world.submit(dtu, 'open')).toMatchObject(readOnly);
    await polled(meter);
    expect(await world.submit(meter, 'open')).toMatchObject(readOnly);
    expect(await commandsOf(meter)).toEqual([]);
    await saveMeterAccess(database.db, meter, ACCESS);
    expect(await world.submit(meter, 'open')).toMatchObject({ ok: true });
    expect(await commandsOf(meter)).toMatchObject([{ kind: 'slaves' }]);
    expect(await world.submit(dtu, 'open')).toMatchObject(readOnly);
  });

  it('is the DTU itself, which is opened with settings of its own', async () => {
    const { dtu, meter } = await dtuWithMeter();
    await polled(dtu);
    await saveMeterAccess(database.db, dtu, ACCESS);
    expect(await world.submit(dtu, 'open')).toMatchObject({ ok: true });
    expect(await world.submit(meter, 'open')).toMatchObject({ refusal: 'meter-read-only' });
  });

  it('is refused in two steps, in a batch and by a timer, without a command', async () => {
    const { dtu, meter } = await dtuWithMeter();
    await polled(meter);
    await polled(dtu, '000000000022');
    const request = { device: meter.deviceId, command: 'open', source: 'test' } as const;
    const selected = await selectSwitch(ctx, world.caller, request);
    expect(selected).toMatchObject({ refusal: 'meter-read-only' });

    const batch = await started([meter], 'open');
    await run(2);
    expect((await progress(batch)).devices).toMatchObject([{ reason: 'meter-read-only' }]);

    const setting = { device: dtu.deviceId, days: 127, time: '12:10', enabled: true } as const;
    const set = () => setTimer(ctx, world.caller, { ...setting, command: 'open' });
    expect(await set()).toMatchObject({ refusal: 'meter-read-only' });
    await saveMeterAccess(database.db, dtu, ACCESS);
    expect(await set()).toMatchObject({ ok: true });
    await saveMeterAccess(database.db, dtu, undefined);
    world.clock.stepTo(Date.UTC(2026, 10, 20, 4, 10));
    await runDueTimers(ctx);
    const runs = await database.db
      .selectFrom('timer_run')
      .select(['reason', 'command_id'])
      .where('customer_id', '=', meter.customerId)
      .execute();
    expect(runs).toContainEqual({ reason: 'meter-read-only', command_id: null });
    expect([...(await commandsOf(meter)), ...(await commandsOf(dtu))]).toEqual([]);
  });

  it('is opened by the platform at the time of its timer, because a DTU stores none', async () => {
    const { dtu, meter } = await dtuWithMeter();
    await polled(meter);
    await saveMeterAccess(database.db, meter, ACCESS);
    const setting = { device: meter.deviceId, days: 127, time: '12:10', enabled: true } as const;
    const set = await setTimer(ctx, world.caller, { ...setting, command: 'open' });
    if (!set.ok) throw new Error(set.refusal);
    await notifyDevice(ctx, { customerId: meter.customerId, linkId: dtu.deviceId });
    world.clock.stepTo(Date.UTC(2026, 10, 20, 4, 10));
    await runDueTimers(ctx);
    expect(await commandsOf(meter)).toMatchObject([{ kind: 'slaves', switch_order: 'open' }]);
  });

  it('has no allowed commands on its page without settings for them', async () => {
    const { dtu, meter } = await dtuWithMeter();
    await polled(meter);
    const allowedOf = async ({ deviceCode }: TestDevice) => {
      const found = await findDeviceDetail(ctx, world.caller, deviceCode);
      return found.ok && found.value.allowed.open;
    };
    const slavesOf = async () => {
      const [slave] = await findSlaveDetails(ctx, world.caller, dtu.deviceId);
      return slave!.allowed.open;
    };
    expect([await allowedOf(meter), await slavesOf()]).toEqual([false, false]);
    await saveMeterAccess(database.db, meter, ACCESS);
    expect([await allowedOf(meter), await slavesOf()]).toEqual([true, true]);
  });

  it('is not affected by a DTU without a line, or a gateway', async () => {
    const dtu = await world.addDevice({ kind: 'dtu' });
    const gateway = await world.addDevice({ kind: 'gateway' });
    const slave = await world.addDevice({ kind: 'slave', gateway });
    expect(await world.submit(dtu, 'open')).toMatchObject({ ok: true });
    expect(await world.submit(slave, 'open')).toMatchObject({ ok: true });
  });
});
