/**
 * Parameter writes count towards the commands per minute, and a paused group raises an alarm
 * (docs/promises.md C10).
 */
import { OVER_VOLTAGE } from '@busbar/domain/protection/protections/over-voltage';
import { defaultsOf, writeRecord } from '@busbar/domain/protection/values';
import { hash } from '@node-rs/argon2';
import { expect, it } from 'vitest';
import { startBatchCommand } from '../../src/areas/control/batch/batch-command-service.ts';
import { readParameters } from '../../src/areas/control/protection/read-parameters.ts';
import { writeParameters } from '../../src/areas/control/protection/write-parameters.ts';
import { openAlarms } from '../../src/areas/fleet/devices/open-alarm-queries.ts';
import { describeWithDatabase } from '../support/databases.ts';
import {
  buildControlFixture,
  type ControlFixture,
  logRows,
  type TestDevice,
} from './control-fixture.ts';

const PASSWORD = 'right Password 1';
const DATA = writeRecord(OVER_VOLTAGE, defaultsOf(OVER_VOLTAGE));

describeWithDatabase('the command pace', (database) => {
  async function worldWith(env: Readonly<Record<string, string>>): Promise<ControlFixture> {
    const world = await buildControlFixture(database, env);
    await database.db
      .updateTable('user_account')
      .set({ password_hash: await hash(PASSWORD, { memoryCost: 1024, timeCost: 1 }) })
      .where('user_id', '=', world.caller.userId)
      .execute();
    // Deletes the command that the operator of every test customer sent a minute ago.
    await database.db
      .deleteFrom('command')
      .where('customer_id', '=', world.tenant.customerId)
      .execute();
    return world;
  }
  const write = ({ ctx, caller }: ControlFixture, device: TestDevice, password?: string) =>
    writeParameters(ctx, caller, {
      device: device.deviceId,
      definition: OVER_VOLTAGE,
      data: DATA,
      source: 'test',
      idempotencyKey: undefined,
      password,
    });

  it('counts parameter writes together with commands, and allows more of both with the password', async () => {
    const world = await worldWith({ CONTROL_PER_MINUTE: '4' });
    const devices = await Promise.all(Array.from({ length: 8 }, () => world.addDevice()));
    expect(await world.submit(devices[0]!, 'open')).toMatchObject({ ok: true });
    for (const device of devices.slice(1, 4)) {
      expect(await write(world, device)).toMatchObject({ ok: true });
    }
    expect(await write(world, devices[4]!)).toMatchObject({ refusal: 'step-up-required' });
    expect(await world.submit(devices[5]!, 'open')).toMatchObject({ refusal: 'step-up-required' });
    // A read switches nothing and is not counted, however often it is requested.
    for (const device of devices) {
      const request = { device: device.deviceId, set: 'overVoltage', source: 'test' } as const;
      expect(await readParameters(world.ctx, world.caller, request)).toMatchObject({ ok: true });
    }
    expect(await write(world, devices[4]!, 'wrong')).toMatchObject({ refusal: 'bad-credentials' });
    expect(await write(world, devices[4]!, PASSWORD)).toMatchObject({ ok: true });
    expect(await world.submit(devices[5]!, 'open')).toMatchObject({ ok: true });
    world.clock.advance(60_001);
    await database.db
      .updateTable('device_state')
      .set({ heard_at: new Date(world.clock.now()) })
      .where('customer_id', '=', world.tenant.customerId)
      .execute();
    expect(await write(world, devices[6]!)).toMatchObject({ ok: true });
  });

  it('logs a parameter write above the limit', async () => {
    const world = await worldWith({ CONTROL_PER_MINUTE: '1' });
    const [one, other] = [await world.addDevice(), await world.addDevice()];
    await write(world, one);
    await write(world, other);
    const lines = await database.db
      .selectFrom('operation_log')
      .select(['status', 'device_id'])
      .where('customer_id', '=', world.tenant.customerId)
      .where('module', '=', 'Protection')
      .orderBy('operation_log_id')
      .execute();
    expect(lines).toEqual([
      { status: 'queued', device_id: one.deviceId },
      { status: 'refused:step-up-required', device_id: other.deviceId },
    ]);
  });

  const alarmsOf = ({ tenant }: ControlFixture) =>
    database.db
      .selectFrom('device_alarm_event')
      .select(['device_id', 'alarm_type', 'kind', 'active'])
      .where('customer_id', '=', tenant.customerId)
      .orderBy('device_alarm_event_id')
      .execute();

  it('raises one alarm when a group is paused, and another when it is paused again', async () => {
    const world = await worldWith({ CONTROL_GROUP_PERCENT: '5' });
    const devices = await Promise.all(Array.from({ length: 14 }, () => world.addDevice()));
    const pushed: number[] = [];
    world.ctx.bus.subscribe('alarms.changed', ({ deviceId, alarms }) => {
      if (alarms.some(({ type }) => type === 'controlPaused')) pushed.push(deviceId);
    });
    for (const device of devices.slice(0, 10)) await world.submit(device, 'open');
    expect(await alarmsOf(world)).toEqual([]);
    const held = devices.slice(10);
    for (const device of [...held, ...held]) {
      expect(await world.submit(device, 'open')).toMatchObject({ refusal: 'group-share-exceeded' });
    }
    const codes = held.map(({ deviceCode }) => deviceCode);
    const list = { devices: codes, command: 'open', source: 'test' } as const;
    expect(await startBatchCommand(world.ctx, world.caller, list)).toMatchObject({
      refusal: 'group-share-exceeded',
    });
    const [first] = held;
    const alarm = { alarm_type: 'controlPaused', kind: 'alarm', active: true };
    expect(await alarmsOf(world)).toEqual([{ ...alarm, device_id: first!.deviceId }]);
    expect(pushed).toEqual([first!.deviceId]);
    const standing = async () =>
      (await openAlarms(database.db, [first!], world.clock.now())).get(first!.deviceId);
    expect(await standing()).toMatchObject([{ type: 'controlPaused' }]);
    world.clock.advance(300_000);
    expect(await standing()).toEqual([]);
    expect((await logRows(world.ctx, world.tenant.customerId)).length).toBeGreaterThan(18);
  });

  it('raises an alarm if a batch command is too long', async () => {
    const world = await worldWith({ CONTROL_GROUP_PERCENT: '5' });
    const devices = await Promise.all(Array.from({ length: 11 }, () => world.addDevice()));
    const codes = devices.map(({ deviceCode }) => deviceCode);
    for (let time = 0; time < 2; time++) {
      const list = { devices: codes, command: 'open', source: 'test' } as const;
      expect(await startBatchCommand(world.ctx, world.caller, list)).toMatchObject({
        refusal: 'group-share-exceeded',
      });
    }
    expect(await alarmsOf(world)).toHaveLength(1);
  });
});
