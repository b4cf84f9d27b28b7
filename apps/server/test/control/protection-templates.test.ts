/** Protection templates for many devices: storage, reads, writes, and the events about them. */
import type { ProtectionDefinition } from '@busbar/domain/protection/definition';
import { LOW_VOLTAGE } from '@busbar/domain/protection/protections/low-voltage';
import { OVER_VOLTAGE } from '@busbar/domain/protection/protections/over-voltage';
import { defaultsOf, type TextRecord, writeRecord } from '@busbar/domain/protection/values';
import { beforeEach, describe, expect, it } from 'vitest';
import { expireCommands } from '../../src/areas/control/commands/command-expiry.ts';
import { createCommandSender } from '../../src/areas/control/commands/command-sender.ts';
import { lockForCommand } from '../../src/areas/control/commands/control-target-queries.ts';
import { applyReply } from '../../src/areas/control/outcomes/apply-reply.ts';
import type { RunKind } from '../../src/areas/control/templates/run-queries.ts';
import { cancelRun, findRun, startRun } from '../../src/areas/control/templates/run-service.ts';
import { runTemplateSteps } from '../../src/areas/control/templates/run-steps.ts';
import {
  addTemplate,
  changeTemplate,
  deleteTemplate,
} from '../../src/areas/control/templates/template-service.ts';
import { listTemplates } from '../../src/areas/fleet/templates/template-queries.ts';
import { publishAll } from '../../src/bus.ts';
import type { Context } from '../../src/context.ts';
import { describeWithDatabase } from '../support/databases.ts';
import {
  contextOn,
  controlFixture,
  recordingLink,
  replyOf,
  type TestDevice,
} from './control-fixture.ts';

const factory = (definition: ProtectionDefinition) =>
  writeRecord(definition, defaultsOf(definition));
const SETS = { overVoltage: factory(OVER_VOLTAGE), lowVoltage: factory(LOW_VOLTAGE) };

describeWithDatabase('a protection template', (database) => {
  const { world, ctx } = controlFixture(database);
  let fleet: ReturnType<typeof startFleet>;
  beforeEach(async () => {
    fleet = startFleet();
  });

  /** Simulates devices that store the values they receive and answer requests. */
  function startFleet() {
    const link = recordingLink();
    const sender = createCommandSender(ctx, link);
    const held = new Map<string, TextRecord>();
    const silent = new Set<string>();
    const deaf = new Set<string>();
    let answered = 0;
    return {
      silent,
      /** Devices that acknowledge a write and retain their old values. */
      deaf,
      hold: (device: TestDevice, set: string, record: TextRecord) =>
        held.set(`${device.deviceCode} ${set}`, record),
      async answer(): Promise<void> {
        await sender.sendWaiting();
        const { customerId } = world.tenant;
        const own = link.written.slice(answered);
        answered += own.length;
        for (const { deviceCode, payload } of own) {
          const { what, data } = payload.args as { what: string; data?: TextRecord };
          const key = `${deviceCode} ${what}`;
          if (silent.has(deviceCode)) continue;
          if (payload.op === 'write' && data !== undefined && !deaf.has(deviceCode)) {
            held.set(key, data);
          }
          const messages = await database.transaction((trx) =>
            applyReply(ctx, trx, {
              ...replyOf(
                payload.id,
                0,
                payload.op === 'read' ? { data: { ...held.get(key) } } : {},
              ),
              customerId,
              linkDeviceCode: deviceCode,
              receivedAt: world.clock.now(),
            }),
          );
          publishAll(ctx.bus, messages);
        }
      },
    };
  }

  async function template(sets: unknown = SETS, name = 'Feeders') {
    const outcome = await addTemplate(ctx, world.caller, { name, sets });
    if (!outcome.ok) throw new Error(outcome.refusal);
    return outcome.value.templateId;
  }
  async function begin(kind: RunKind, id: string, devices: readonly TestDevice[]) {
    const names = devices.map(({ deviceCode }) => deviceCode);
    const outcome = await startRun(ctx, world.caller, kind, id, names);
    if (!outcome.ok) throw new Error(outcome.refusal);
    return outcome.value.runId;
  }
  async function progress(id: string) {
    const outcome = await findRun(ctx, world.caller, id);
    if (!outcome.ok) throw new Error(outcome.refusal);
    return outcome.value;
  }
  async function run(looks: number, on: Context = ctx) {
    for (let look = 0; look < looks; look++) {
      await runTemplateSteps(on);
      await fleet.answer();
      await fleet.answer();
      world.clock.advance(1_000);
    }
    await runTemplateSteps(on);
  }
  const stepStates = async (id: string) =>
    (await progress(id)).steps.map(({ deviceCode, set, state }) => [deviceCode, set, state]);

  it('is stored in one canonical text form, under a unique name, with audit events', async () => {
    const id = await template({ overVoltage: { ...SETS.overVoltage, ov: 275 } });
    const [kept] = (await listTemplates(ctx, world.caller)).filter(
      ({ templateId }) => templateId === id,
    );
    expect(kept).toMatchObject({ name: 'Feeders', sets: { overVoltage: SETS.overVoltage } });
    const add = (name: string) => addTemplate(ctx, world.caller, { name, sets: SETS });
    const change = (name: string, sets: unknown = SETS) =>
      changeTemplate(ctx, world.caller, id, { name, sets, version: 1 });
    expect(await add('fEEDERS')).toMatchObject({ refusal: 'template-name-taken' });
    expect(await add('  ')).toMatchObject({ refusal: 'info-required', field: 'name' });
    expect(await change('feeders')).toMatchObject({ ok: true });
    expect(
      await change('feeders', { overVoltage: { ...SETS.overVoltage, ov: '999' } }),
    ).toMatchObject({ refusal: 'parameter-invalid', field: 'overVoltage.ov' });
    expect(await deleteTemplate(ctx, world.caller, id)).toMatchObject({ ok: true });
    expect(await deleteTemplate(ctx, world.caller, id)).toMatchObject({ refusal: 'not-found' });
    const lines = await database.db
      .selectFrom('operation_log')
      .select('command')
      .where('customer_id', '=', world.tenant.customerId)
      .where('module', '=', 'Protection')
      .orderBy('operation_log_id')
      .execute();
    expect(lines.map(({ command }) => command)).toEqual([
      'add template',
      'change template',
      'delete template',
    ]);
  });

  it('is saved by the first of two concurrent editors; the save of the other is refused and changes nothing', async () => {
    const id = await template();
    const kept = async () =>
      (await listTemplates(ctx, world.caller)).find(({ templateId }) => templateId === id)!;
    const { version } = await kept();
    const ofName = (name: string) => ({ name, sets: SETS, version });
    const both = await Promise.all(
      ['Pumps', 'Lifts'].map((name) => changeTemplate(ctx, world.caller, id, ofName(name))),
    );
    const refusals = both.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal]));
    expect(refusals).toEqual(['template-changed']);
    const saved = both.find(({ ok }) => ok);
    expect(saved).toMatchObject({ value: { version: version + 1 } });
    expect(await kept()).toMatchObject(saved!.ok ? saved!.value : {});
    const again = { ...ofName('Fans'), version: version + 1 };
    expect(await changeTemplate(ctx, world.caller, id, again)).toMatchObject({ ok: true });
    expect(await changeTemplate(ctx, world.caller, id, again)).toMatchObject({
      refusal: 'template-changed',
    });
    expect(await kept()).toMatchObject({ name: 'Fans', version: version + 2 });
  });

  it('is compared field by field with the values of each device', async () => {
    const [alike, other, offline, mute, terminal] = [
      await world.addDevice(),
      await world.addDevice(),
      await world.addDevice({ connected: false }),
      await world.addDevice(),
      await world.addDevice({ kind: 'dtu' }),
    ];
    for (const device of [alike, other]) {
      fleet.hold(device, 'overVoltage', SETS.overVoltage);
      fleet.hold(device, 'lowVoltage', SETS.lowVoltage);
    }
    // An equal value in another notation is the same.
    fleet.hold(alike, 'overVoltage', { ...SETS.overVoltage, ov: '275' });
    fleet.hold(other, 'overVoltage', { ...SETS.overVoltage, ov: '281.0' });
    fleet.silent.add(mute.deviceCode);
    const id = await begin('read', await template(), [alike, other, offline, mute, terminal]);
    // A device that does not answer receives the request for the next set when the first one has
    // expired.
    for (let set = 0; set < 2; set++) {
      await run(3);
      world.clock.advance(40_000);
      await expireCommands(ctx);
    }
    await run(1);
    const { steps } = await progress(id);
    const of = (device: TestDevice, set: string) =>
      steps.find((step) => step.deviceCode === device.deviceCode && step.set === set);
    expect(of(alike, 'overVoltage')).toMatchObject({ state: 'same' });
    expect(of(other, 'lowVoltage')).toMatchObject({ state: 'same' });
    expect(of(other, 'overVoltage')).toMatchObject({
      state: 'different',
      found: { ov: '281.0' },
      fields: { ov: false, orv: true },
    });
    expect(of(offline, 'overVoltage')).toMatchObject({
      state: 'refused',
      reason: 'device-offline',
    });
    expect(of(mute, 'overVoltage')).toMatchObject({ state: 'not-answered', fields: null });
    expect(of(terminal, 'overVoltage')).toMatchObject({ reason: 'protection-not-supported' });
  });

  it('is written to each device and read back; values that did not persist are reported', async () => {
    const [fine, deaf] = [await world.addDevice(), await world.addDevice()];
    fleet.hold(deaf, 'overVoltage', { ...SETS.overVoltage, ov: '281.0' });
    fleet.deaf.add(deaf.deviceCode);
    const id = await begin('write', await template({ overVoltage: SETS.overVoltage }), [
      fine,
      deaf,
    ]);
    await run(4);
    const { run: whole, steps } = await progress(id);
    expect(whole.endedAt).not.toBeNull();
    expect(steps).toMatchObject([
      { deviceCode: fine.deviceCode, state: 'same', found: SETS.overVoltage },
      {
        deviceCode: deaf.deviceCode,
        state: 'different',
        fields: { ov: false, orv: true },
        found: { ov: '281.0' },
      },
    ]);
  });

  it('reads ten sets a second, one set of a device at a time, each once even with several processes', async () => {
    const devices = await Promise.all(Array.from({ length: 12 }, () => world.addDevice()));
    for (const device of devices) {
      fleet.hold(device, 'overVoltage', SETS.overVoltage);
      fleet.hold(device, 'lowVoltage', SETS.lowVoltage);
    }
    const id = await begin('read', await template(), devices);
    const others = [2, 3].map((number) =>
      contextOn(database, world.clock, {}, `process-${number}`),
    );
    await Promise.all([ctx, ...others].map((one) => runTemplateSteps(one)));
    const asked = (await stepStates(id)).filter(([, , state]) => state === 'asked');
    expect(asked).toHaveLength(10);
    expect(new Set(asked.map(([code]) => code)).size).toBe(10);
    await run(5);
    expect(new Set((await stepStates(id)).map(([, , state]) => state))).toEqual(new Set(['same']));
    const { reads } = await database.db
      .selectFrom('command')
      .select((eb) => eb.fn.countAll<number>().as('reads'))
      .where('customer_id', '=', world.tenant.customerId)
      .where('kind', '=', 'read')
      .executeTakeFirstOrThrow();
    expect(Number(reads)).toBe(24);
  });

  it('yields to switch commands', async () => {
    const [written, switched] = [await world.addDevice(), await world.addDevice()];
    fleet.hold(written, 'overVoltage', SETS.overVoltage);
    const id = await begin('read', await template({ overVoltage: SETS.overVoltage }), [written]);
    await world.submit(switched, 'open');
    await runTemplateSteps(ctx);
    expect(await stepStates(id)).toMatchObject([[written.deviceCode, 'overVoltage', 'waiting']]);
    await run(2);
    // The switch command was sent in the first run, and the template step after it.
    expect(await stepStates(id)).toMatchObject([[written.deviceCode, 'overVoltage', 'same']]);
  });

  describe('the end of the requests', () => {
    async function halfWay() {
      const devices = await Promise.all(Array.from({ length: 12 }, () => world.addDevice()));
      const id = await begin('write', await template({ overVoltage: SETS.overVoltage }), devices);
      await runTemplateSteps(ctx);
      return id;
    }
    const waitingAfter = async (id: string) => {
      await run(2);
      return (await progress(id)).steps.filter(({ state }) => state === 'cancelled');
    };

    it('sends no further requests when it is cancelled', async () => {
      const id = await halfWay();
      expect(await cancelRun(ctx, world.caller, id)).toMatchObject({ ok: true });
      expect(await waitingAfter(id)).toHaveLength(2);
      expect(await cancelRun(ctx, world.caller, id)).toMatchObject({ refusal: 'command-ended' });
    });

    it.each(['is over', 'ran out'])(
      'sends no further requests when its session %s',
      async (how) => {
        const id = await halfWay();
        const { tokenHash } = world.caller;
        await (how === 'is over'
          ? database.db.deleteFrom('session').where('token_hash', '=', tokenHash)
          : database.db
              .updateTable('session')
              .set({ expires_at: new Date(world.clock.now()) })
              .where('token_hash', '=', tokenHash)
        ).execute();
        expect(await waitingAfter(id)).toMatchObject([
          { reason: 'session-ended' },
          { reason: 'session-ended' },
        ]);
      },
    );

    it('sends no further requests when its hour is over', async () => {
      const id = await halfWay();
      world.clock.advance(3_600_000);
      expect(await waitingAfter(id)).toMatchObject([
        { reason: 'not-sent' },
        { reason: 'not-sent' },
      ]);
    });
  });

  /** Starts a run whose only step is claimed by a process that has not sent it. */
  async function claimed() {
    const device = await world.addDevice();
    fleet.hold(device, 'overVoltage', SETS.overVoltage);
    const pattern = await template({ overVoltage: SETS.overVoltage }, device.deviceCode);
    const id = await begin('write', pattern, [device]);
    await database.db
      .updateTable('template_step')
      .set({ state: 'asked', asked_at: new Date(world.clock.now()) })
      .where('run_id', '=', id)
      .execute();
    return { device, id };
  }
  /** The user stays signed in and the device online until now. */
  async function refresh({ deviceId }: TestDevice) {
    const now = new Date(world.clock.now());
    await database.db
      .updateTable('session')
      .set({ expires_at: new Date(now.getTime() + 86_400_000), last_used_at: now } as never)
      .where('token_hash', '=', world.caller.tokenHash)
      .execute();
    await database.db
      .updateTable('device_state')
      .set({ heard_at: now })
      .where('device_id', '=', deviceId)
      .execute();
  }
  const writesTo = ({ deviceId }: TestDevice) =>
    database.db
      .selectFrom('command')
      .select('expires_at as expiresAt')
      .where('device_id', '=', deviceId)
      .where('kind', '=', 'write')
      .execute();

  it('does not send a claimed step after the run was cancelled or its hour is over', async () => {
    const [cancelled, over] = [await claimed(), await claimed()];
    expect(await cancelRun(ctx, world.caller, cancelled.id)).toMatchObject({ ok: true });
    world.clock.advance(3_600_000);
    for (const { device } of [cancelled, over]) await refresh(device);
    await run(2);
    for (const [{ device, id }, reason] of [
      [cancelled, 'cancelled-by-user'],
      [over, 'not-sent'],
    ] as const) {
      expect(await writesTo(device)).toEqual([]);
      expect((await progress(id)).steps).toMatchObject([{ state: 'cancelled', reason }]);
      expect((await progress(id)).run.endedAt).not.toBeNull();
    }
  });

  it('does not send a step that is cancelled while its command is prepared', async () => {
    const { device, id } = await claimed();
    world.clock.advance(16_000);
    const { customerId } = world.tenant;
    const sending = await database.transaction(async (trx) => {
      // The command of a device waits for this lock, after its step was claimed.
      await lockForCommand(trx, customerId, world.caller.userId, [device.deviceId]);
      const sent = runTemplateSteps(ctx);
      await expect.poll(() => claimedAt(id)).toBe(world.clock.now());
      expect(await cancelRun(ctx, world.caller, id)).toMatchObject({ ok: true });
      return { sent };
    });
    await sending.sent;
    expect(await writesTo(device)).toEqual([]);
    expect((await progress(id)).steps).toMatchObject([{ state: 'cancelled' }]);
  });
  const claimedAt = async (id: string) =>
    (
      await database.db
        .selectFrom('template_step')
        .select('asked_at as at')
        .where('run_id', '=', id)
        .executeTakeFirst()
    )?.at;

  it('sends no command that expires after the end of the run', async () => {
    const { device, id } = await claimed();
    const { endsAt } = (await progress(id)).run;
    world.clock.advance(endsAt - world.clock.now() - 4_000);
    await refresh(device);
    await run(1);
    expect(await writesTo(device)).toEqual([{ expiresAt: endsAt }]);
  });

  it('reclaims a step that a process claimed without sending it', async () => {
    const { device, id } = await claimed();
    await runTemplateSteps(ctx);
    expect(await stepStates(id)).toMatchObject([[device.deviceCode, 'overVoltage', 'asked']]);
    world.clock.advance(16_000);
    await run(3);
    expect(await stepStates(id)).toMatchObject([[device.deviceCode, 'overVoltage', 'same']]);
  });

  it('requires the password for more devices than a user may operate in a minute', async () => {
    const codes = Array.from({ length: 11 }, () => world.addDevice());
    const names = (await Promise.all(codes)).map(({ deviceCode }) => deviceCode);
    const id = await template({ overVoltage: SETS.overVoltage });
    const strict = { ...ctx, config: { ...ctx.config, controlPerMinute: 10 } };
    const start = (kind: RunKind, count: number, password?: string) =>
      startRun(strict, world.caller, kind, id, names.slice(0, count), password);
    expect(await start('write', 11)).toMatchObject({ refusal: 'step-up-required' });
    expect(await start('write', 11, 'not mine')).toMatchObject({ refusal: 'bad-credentials' });
    expect(await start('read', 11)).toMatchObject({ ok: true });
    expect(await start('write', 10)).toMatchObject({ ok: true });
  });

  it('is refused as a whole if one device is outside the caller’s scope', async () => {
    const id = await template();
    const names = [(await world.addDevice()).deviceCode, 'SOMEBODYELSES1'];
    expect(await startRun(ctx, world.caller, 'write', id, names)).toMatchObject({
      refusal: 'not-found',
      field: 'device_codes.1',
    });
  });
});
