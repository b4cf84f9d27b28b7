/**
 * docs/promises.md C8: two steps before a breaker switches. With a number that was never issued,
 * has expired, has been used, or belongs to another device, command, user, session or customer
 * nothing switches, in either of two processes; with the right one exactly one command is sent,
 * with that number.
 */
import { createHash } from 'node:crypto';
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { beforeEach, expect, it } from 'vitest';
import { createCommandSender } from '../../src/areas/control/commands/command-sender.ts';
import { submitSwitch } from '../../src/areas/control/gate/control-service.ts';
import { selectSwitch } from '../../src/areas/control/gate/selection.ts';
import type { Caller } from '../../src/caller.ts';
import { systemRandom, uuidV7 } from '../../src/clock.ts';
import {
  contextOn,
  controlFixture,
  logRows,
  recordingLink,
  type TestDevice,
} from '../control/control-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { openSession } from '../support/factories/session.ts';
import { fixture } from '../support/fixture.ts';
import { SOAK_TIMEOUT_MS, seed, size } from '../support/sizes.ts';

describeWithDatabase('a two-step command', (database) => {
  const TRIALS = size('selectTrials');
  const RIGHT_EVERY = 20;
  const { world } = controlFixture(database);
  const { world: foreign } = controlFixture(database);
  const processes = [
    fixture(async () => world.ctx, beforeEach),
    fixture(async () => contextOn(database, world.clock, {}, 'process-2'), beforeEach),
  ] as const;
  /** A second user, in the first user's session. */
  const colleague = fixture(async (): Promise<Caller> => {
    const { userId, userName } = world.tenant.users.admin;
    return { ...world.caller, userId, userName, role: 'admin' };
  }, beforeEach);
  const otherSession = fixture(async () => {
    const { customerId, userId } = world.caller;
    const token = await openSession(database, customerId, userId, world.clock.now());
    return { ...world.caller, tokenHash: createHash('sha256').update(token).digest() };
  }, beforeEach);
  const random = seededRandom(seed('selectTrials', 8));

  const ctx = () => processes[random() < 0.5 ? 0 : 1];
  const select = async (device: TestDevice, of = world): Promise<string> => {
    const request = { device: device.deviceCode, command: 'open', source: 'test' } as const;
    const outcome = await selectSwitch(of.ctx, of.caller, request);
    if (!outcome.ok) throw new Error(outcome.refusal);
    return outcome.value.select;
  };
  const operate = (
    device: TestDevice,
    number: string,
    by: Caller = world.caller,
    command: 'open' | 'lock' = 'open',
  ) =>
    submitSwitch(ctx(), by, { device: device.deviceCode, command, select: number, source: 'test' });
  const end = (device: TestDevice) =>
    world.ctx.database.db
      .updateTable('command')
      .set({ state: 'cancelled', ended_at: new Date(world.clock.now()) })
      .where('device_id', '=', device.deviceId)
      .execute();

  const WRONG: Readonly<
    Record<string, (device: TestDevice, other: TestDevice) => ReturnType<typeof operate>>
  > = {
    'never given': (device) => operate(device, uuidV7(world.clock, systemRandom)),
    'no number': (device) => operate(device, `'; drop table command --`),
    'of another device': async (device, other) => operate(device, await select(other)),
    'of another order': async (device) =>
      operate(device, await select(device), world.caller, 'lock'),
    'of another user': async (device) => operate(device, await select(device), colleague),
    'of another session': async (device) => operate(device, await select(device), otherSession),
    'of another customer': async (device) =>
      operate(device, await select(await foreign.addDevice(), foreign)),
    over: async (device) => {
      const number = await select(device);
      world.clock.advance(10_000);
      return operate(device, number);
    },
    used: async (device) => {
      const number = await select(device);
      expect(await operate(device, number)).toMatchObject({ ok: true });
      await end(device);
      return operate(device, number);
    },
  };

  it(
    `switches nothing with a wrong number in ${TRIALS} trials, and every breaker with the right one`,
    async () => {
      const ways = Object.entries(WRONG);
      const right: string[] = [];
      let used = 0;
      const [device, other] = [await world.addDevice(), await world.addDevice()];
      const hear = () =>
        world.ctx.database.db
          .updateTable('device_state')
          .set({ heard_at: new Date(world.clock.now()) })
          .where('customer_id', 'in', [world.tenant.customerId, foreign.tenant.customerId])
          .execute();
      for (let trial = 0; trial < TRIALS; trial++) {
        const [name, attempt] = ways[trial % ways.length]!;
        if (name === 'used') used += 1;
        expect([name, await attempt(device, other)]).toEqual([
          name,
          expect.objectContaining({ ok: false, refusal: 'not-selected' }),
        ]);
        if (trial % RIGHT_EVERY !== 0) continue;
        await hear();
        const number = await select(device);
        world.clock.advance(9_999);
        const outcome = await operate(device, number);
        const createdAt = expect.any(Number);
        expect(outcome).toEqual({
          ok: true,
          value: { commandId: number, state: 'queued', createdAt },
        });
        right.push(number);
        await end(device);
      }
      const lines = await logRows(world.ctx, world.tenant.customerId);
      const commands = await world.ctx.database.db
        .selectFrom('command')
        .select('command_id')
        .where('device_id', 'in', [device.deviceId, other.deviceId])
        .execute();
      expect(commands).toHaveLength(right.length + used);
      expect(commands.map((row) => row.command_id)).toEqual(expect.arrayContaining(right));
      expect(lines.filter(({ status }) => status === 'refused:not-selected')).toHaveLength(TRIALS);
    },
    SOAK_TIMEOUT_MS,
  );

  it('is rejected in its first step as in its second, with the current switch state', async () => {
    const closed = await world.addDevice();
    const away = await world.addDevice({ connected: false });
    const asked = (device: TestDevice, command: 'open' | 'close') =>
      selectSwitch(world.ctx, world.caller, { device: device.deviceCode, command, source: 'test' });
    expect(await asked(closed, 'close')).toMatchObject({ refusal: 'already-closed' });
    expect(await asked(away, 'open')).toMatchObject({ refusal: 'device-offline' });
    expect(await asked(closed, 'open')).toMatchObject({
      ok: true,
      value: { action: 'closeByCommand', expiresAt: world.clock.now() + 10_000 },
    });
  });

  it('is validated again in its second step, and its number stays valid if that step is rejected', async () => {
    const device = await world.addDevice();
    const number = await select(device);
    expect(await world.submit(device, 'open')).toMatchObject({ ok: true });
    expect(await operate(device, number)).toMatchObject({ refusal: 'control-busy' });
    await end(device);
    expect(await operate(device, number)).toMatchObject({ ok: true });
  });

  it('is sent once, however many concurrent requests use its number', async () => {
    const device = await world.addDevice();
    const link = recordingLink();
    const number = await select(device);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => operate(device, number)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    for (const process of processes) {
      await createCommandSender(process, link).send(device.customerId, number, device.deviceCode);
    }
    expect(link.written.map(({ payload }) => payload.id)).toEqual([number]);
  });

  it('answers a repeated second step like the first one if it has a key', async () => {
    const device = await world.addDevice();
    const number = await select(device);
    const give = () =>
      submitSwitch(ctx(), world.caller, {
        device: device.deviceCode,
        command: 'open',
        select: number,
        idempotencyKey: 'two steps',
        source: 'test',
      });
    const first = await give();
    expect(first).toMatchObject({ ok: true });
    expect(await give()).toEqual(first);
  });
});
