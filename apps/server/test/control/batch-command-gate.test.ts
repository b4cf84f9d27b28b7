/**
 * Each step of a batch command passes the command gate: presence, interlocks, the pace of commands
 * (docs/promises.md C7, C9, C10).
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { repeatBatchCommand } from '../../src/areas/control/batch/batch-command-service.ts';
import { runBatchCommands } from '../../src/areas/control/batch/run-batch-commands.ts';
import type { Context } from '../../src/context.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { COMMANDS, KINDS, STATES, wanted } from '../support/interlock-oracle.ts';
import { batchCommandSteps, PASSWORD } from './batch-command-steps.ts';
import {
  buildControlFixture,
  type ControlFixture,
  logRows,
  type TestDevice,
} from './control-fixture.ts';

describeWithDatabase('a batch command', (database) => {
  let world: ControlFixture;
  let ctx: Context;
  beforeEach(async () => {
    world = await buildControlFixture(database);
    ctx = world.ctx;
  });
  const { addDevices, start, started, progress, statesOf, setPassword, run } = batchCommandSteps(
    () => world,
  );

  it('reports each refusal with the reason of the command gate, as in the log', async () => {
    const fine = await world.addDevice();
    const offline = await world.addDevice({ connected: false });
    const busy = await world.addDevice();
    const already = await world.addDevice({ action: 'openByCommand' });
    await world.submit(busy, 'open');
    const id = await started([offline, busy, already, fine], 'open');
    await run(1);
    const { devices } = await progress(id);
    expect(devices.map(({ state, reason }) => reason ?? state)).toEqual([
      'device-offline',
      'control-busy',
      'already-open',
      'ordered',
    ]);
    const lines = await logRows(ctx, world.tenant.customerId);
    expect(lines.map(({ status }) => status)).toEqual(
      expect.arrayContaining(['refused:device-offline', 'refused:already-open']),
    );
  });

  it('is checked by the interlocks as the oracle expects, for every kind in every state', async () => {
    const cases: {
      device: TestDevice;
      kind: (typeof KINDS)[number];
      state: string;
      online: boolean;
    }[] = [];
    // Each slave has its own gateway, because an address on a gateway identifies one slave.
    const gateway = () => world.addDevice({ kind: 'gateway', action: null });
    for (const kind of KINDS) {
      for (const state of STATES) {
        for (const online of [true, false]) {
          const action = state === 'never reported' ? null : state;
          const device = await world.addDevice({
            kind,
            action,
            // A slave is online with its gateway; for the offline cases the slave itself is
            // offline.
            connected: online,
            ...(kind === 'slave' ? { gateway: await gateway() } : {}),
          });
          if (kind === 'slave' && !online) {
            await database.db
              .updateTable('device_state')
              .set({ heard_at: new Date(world.clock.now() - 3_600_000) })
              .where('device_id', '=', device.deviceId)
              .execute();
          }
          cases.push({ device, kind, state, online });
        }
      }
    }
    for (const command of COMMANDS) {
      const id = await started(
        cases.map(({ device }) => device),
        command,
      );
      const due = () => database.db.updateTable('group_order_device').set({ turned_at: null });
      for (let look = 0; (await progress(id)).batch.endedAt === null; look++) {
        expect(look).toBeLessThan(60);
        await runBatchCommands(ctx);
        // The pace limit is tested elsewhere: here no breaker changes position and no time passes.
        await due().where('group_order_id', '=', id).execute();
      }
      const { devices } = await progress(id);
      for (const [index, { kind, state, online }] of cases.entries()) {
        const where = `${kind} ${state} ${command} ${online ? 'online' : 'offline'}`;
        expect([where, devices[index]!.reason]).toEqual([
          where,
          wanted(kind, state, command, online, false),
        ]);
      }
      await database.db
        .updateTable('command')
        .set({ state: 'cancelled' })
        .where('customer_id', '=', world.tenant.customerId)
        .execute();
    }
  }, 120_000);

  describe('the pace limit', () => {
    it('requires the password, which covers exactly the listed devices', async () => {
      world = await buildControlFixture(database, { CONTROL_PER_MINUTE: '4' });
      ctx = world.ctx;
      await setPassword();
      const devices = await addDevices(12);
      expect(await start(devices.slice(0, 10), 'open')).toMatchObject({
        refusal: 'step-up-required',
      });
      expect(await start(devices, 'open', { password: 'wrong' })).toMatchObject({
        refusal: 'bad-credentials',
      });
      const id = await started(devices, 'open', { password: PASSWORD });
      await run(3);
      expect(await statesOf(id)).toEqual(Array(12).fill('ordered'));
      // Single commands are counted separately: four are allowed, as before.
      const singles = await addDevices(5);
      const outcomes = [];
      for (const device of singles) outcomes.push(await world.submit(device, 'open'));
      expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, true, false]);
    });

    it('is checked again at each step if no password was given', async () => {
      world = await buildControlFixture(database, { CONTROL_PER_MINUTE: '4' });
      ctx = world.ctx;
      const devices = await addDevices(4);
      const id = await started(devices, 'open');
      // The same session submits single commands during the batch.
      for (const device of await addDevices(2)) await world.submit(device, 'open');
      await run(1);
      const { devices: listed } = await progress(id);
      expect(listed.map(({ reason }) => reason)).toEqual([
        null,
        null,
        'step-up-required',
        'step-up-required',
      ]);
      await setPassword();
      const again = await repeatBatchCommand(ctx, world.caller, id, {
        password: PASSWORD,
        source: 'test',
      });
      expect(again).toMatchObject({ ok: true });
      await run(2);
      expect(await statesOf(id)).toEqual(Array(4).fill('ordered'));
    });

    it('pauses at the limit for a share of the group', async () => {
      world = await buildControlFixture(database, { CONTROL_GROUP_PERCENT: '5' });
      ctx = world.ctx;
      const devices = await addDevices(11);
      expect(await start(devices, 'open')).toMatchObject({ refusal: 'group-share-exceeded' });
      // One of the customer's devices changed position a minute ago.
      expect(await start(devices.slice(0, 10), 'open')).toMatchObject({
        refusal: 'group-share-exceeded',
      });
      expect(await start(devices.slice(0, 9), 'open')).toMatchObject({ ok: true });
    });
  });
});
