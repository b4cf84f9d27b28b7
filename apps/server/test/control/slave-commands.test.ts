/**
 * One command for several slaves of a gateway: a result for each, one message for all
 * (docs/promises.md C4, C7, C12).
 */
import { parseSlaveCode } from '@busbar/domain/device/device-code';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import { beforeEach, describe, expect, it } from 'vitest';
import { expireCommands } from '../../src/areas/control/commands/command-expiry.ts';
import { createCommandSender } from '../../src/areas/control/commands/command-sender.ts';
import { cancelCommand } from '../../src/areas/control/commands/command-service.ts';
import { applyReply } from '../../src/areas/control/outcomes/apply-reply.ts';
import { applyState } from '../../src/areas/control/outcomes/apply-state.ts';
import {
  type SlavesRequest,
  submitSlaveCommands,
} from '../../src/areas/control/slaves/slave-commands.ts';
import { publishAll } from '../../src/bus.ts';
import type { Context } from '../../src/context.ts';
import { describeWithDatabase } from '../support/databases.ts';
import {
  buildControlFixture,
  type ControlFixture,
  commandRow,
  logRows,
  recordingLink,
  replyOf,
  statesOf,
  type TestDevice,
} from './control-fixture.ts';

const TTL_MS = 30_000;

describeWithDatabase('a command to several slaves', (database) => {
  let world: ControlFixture;
  let ctx: Context;
  let gateway: TestDevice;
  beforeEach(async () => {
    await enter();
  });

  async function enter(env: Record<string, string> = {}) {
    world = await buildControlFixture(database, env);
    ctx = world.ctx;
    gateway = await world.addDevice({ kind: 'gateway', action: null });
  }

  const slave = (action: SwitchAction | null = 'closeByCommand', more = {}) =>
    world.addDevice({ kind: 'slave', gateway, action, ...more });
  const addressOf = ({ deviceCode }: TestDevice) => parseSlaveCode(deviceCode)!.address;
  const give = (
    commands: readonly (readonly [TestDevice | number, 'open' | 'close'])[],
    more: Partial<SlavesRequest> = {},
  ) =>
    submitSlaveCommands(ctx, world.caller, {
      gateway: gateway.deviceCode,
      slots: commands.map(([of, command], index) => ({
        slot: `s${index + 1}`,
        address: typeof of === 'number' ? of : addressOf(of),
        order: command,
      })),
      source: 'test',
      ...more,
    });
  async function accepted(...commands: (readonly [TestDevice, 'open' | 'close'])[]) {
    const outcome = await give(commands);
    if (!outcome.ok) throw new Error(outcome.refusal);
    return outcome.value.map(({ commandId }) => commandId!);
  }
  /** Returns the slots of the message, in the sequence of addresses. */
  const slotsOf = (...commands: (readonly [TestDevice, number])[]) =>
    Object.fromEntries(
      commands
        .map(([of, op]) => ({ ad: addressOf(of), op }))
        .toSorted((one, other) => one.ad - other.ad)
        .map((slot, index) => [`s${index + 1}`, slot]),
    );
  async function sendAll() {
    const link = recordingLink();
    await createCommandSender(ctx, link).sendWaiting();
    return link.written.filter(({ deviceCode }) => deviceCode === gateway.deviceCode);
  }
  async function reply(id: string, code: number) {
    const messages = await database.transaction((trx) =>
      applyReply(ctx, trx, {
        ...replyOf(id, code),
        customerId: gateway.customerId,
        linkDeviceCode: gateway.deviceCode,
        receivedAt: world.clock.now(),
      }),
    );
    publishAll(ctx.bus, messages);
  }
  async function report(of: TestDevice, action: SwitchAction, cmd?: string) {
    const at = world.clock.now();
    const messages = await database.transaction((trx) =>
      applyState(ctx, trx, {
        device: of,
        action,
        at,
        deviceTime: at,
        receivedAt: at,
        commandId: cmd,
      }),
    );
    publishAll(ctx.bus, messages);
  }
  const stateOf = async (id: string) => (await commandRow(ctx, id)).state;
  const commandsOf = (of: TestDevice) =>
    database.db
      .selectFrom('command')
      .select('command_id')
      .where('device_id', '=', of.deviceId)
      .execute();

  it('is one message with a command for each, each confirmed by its own report', async () => {
    const [a, b] = [await slave(), await slave('openByCommand')];
    const [first, second] = await accepted([a, 'open'], [b, 'close']);
    const written = await sendAll();
    expect(written).toHaveLength(1);
    const { payload } = written[0]!;
    expect(payload).toMatchObject({
      op: 'slaves',
      args: slotsOf([a, 2], [b, 1]),
    });
    expect([first, second]).not.toContain(payload.id);
    await reply(payload.id, 0);
    expect([await stateOf(first!), await stateOf(second!)]).toEqual([
      'acknowledged',
      'acknowledged',
    ]);
    await report(b, 'closeByCommand', payload.id);
    expect([await stateOf(first!), await stateOf(second!)]).toEqual(['acknowledged', 'confirmed']);
    await report(a, 'openByCommand', payload.id);
    expect(await statesOf(ctx, first!)).toEqual(['queued', 'sent', 'acknowledged', 'confirmed']);
    expect(await sendAll()).toEqual([]);
  });

  it('contains the remaining commands after one of them was cancelled', async () => {
    const [a, b, c] = [await slave(), await slave(), await slave()];
    const [first, second, third] = await accepted([a, 'open'], [b, 'open'], [c, 'open']);
    await cancelCommand(ctx, world.caller, first!);
    const [message] = await sendAll();
    expect(message!.payload.args).toEqual(slotsOf([b, 2], [c, 2]));
    expect([await stateOf(first!), await stateOf(second!), await stateOf(third!)]).toEqual([
      'cancelled',
      'sent',
      'sent',
    ]);
  });

  it('is rejected as a whole by the gateway', async () => {
    const [a, b] = [await slave(), await slave()];
    const ids = await accepted([a, 'open'], [b, 'open']);
    const [message] = await sendAll();
    await reply(message!.payload.id, 423);
    for (const id of ids) {
      expect(await commandRow(ctx, id)).toMatchObject({
        state: 'rejected',
        reason: 'locked-by-mechanism',
      });
    }
  });

  it('expires as soon as the first of its commands does', async () => {
    const [a, b] = [await slave(), await slave('openByCommand')];
    const ids = await accepted([a, 'open'], [b, 'close']);
    const expires = new Set<number>();
    for (const id of ids) {
      const { created_at, expires_at } = await commandRow(ctx, id);
      // The lifetime is not the four times longer one of a single open command.
      expect(Math.round((expires_at - created_at) / TTL_MS)).toBe(1);
      expires.add(expires_at);
    }
    expect(expires.size).toBe(1);
    world.clock.advance(TTL_MS + 10);
    expect(await sendAll()).toEqual([]);
    await expireCommands(ctx);
    for (const id of ids) expect(await stateOf(id)).toBe('expired');
  });

  it('refuses each slave separately and logs the reason', async () => {
    const slaves = {
      good: await slave(),
      open: await slave('openByCommand'),
      byHand: await slave('openByManual'),
      busy: await slave(),
    };
    await world.submit(slaves.busy, 'open');
    const outcome = await give([
      [slaves.good, 'open'],
      [slaves.open, 'open'],
      [slaves.byHand, 'close'],
      [slaves.busy, 'open'],
    ]);
    expect(outcome).toMatchObject({
      ok: true,
      value: [
        { slot: 's1', commandId: expect.any(String), refusal: null },
        { slot: 's2', commandId: null, refusal: 'already-open' },
        { slot: 's3', commandId: null, refusal: 'close-disabled' },
        { slot: 's4', commandId: null, refusal: 'control-busy' },
      ],
    });
    const lines = (await logRows(ctx, gateway.customerId)).slice(-4);
    expect(lines.map(({ device_code, status }) => [device_code, status])).toEqual([
      [slaves.good.deviceCode, 'queued'],
      [slaves.open.deviceCode, 'refused:already-open'],
      [slaves.byHand.deviceCode, 'refused:close-disabled'],
      [slaves.busy.deviceCode, 'refused:control-busy'],
    ]);
  });

  describe('a refusal without any command', () => {
    it('is given for a slave that the gateway does not have, with its slot', async () => {
      const a = await slave();
      const absent = (addressOf(a) % 20) + 1;
      expect(
        await give([
          [a, 'open'],
          [absent, 'open'],
        ]),
      ).toEqual({
        ok: false,
        refusal: 'slave-unknown',
        field: 's2',
      });
      expect(await commandsOf(a)).toEqual([]);
    });

    it('is given for a slave of a group outside the caller’s scope', async () => {
      const a = await slave('closeByCommand', { groupId: world.tenant.childGroupId });
      const b = await slave();
      const below = { ...world.caller, groupId: world.tenant.childGroupId };
      const slots = [{ slot: 's1', address: addressOf(b), order: 'open' as const }];
      const request = { gateway: gateway.deviceCode, slots, source: 'test' };
      expect(await submitSlaveCommands(ctx, below, request)).toMatchObject({
        refusal: 'not-found',
      });
      expect(await give([[a, 'open']])).toMatchObject({ ok: true });
    });

    it('is given for a device that is not a gateway', async () => {
      const main = await world.addDevice();
      const slots = [{ slot: 's1', address: 1, order: 'open' as const }];
      expect(
        await submitSlaveCommands(ctx, world.caller, {
          gateway: main.deviceId,
          slots,
          source: 'test',
        }),
      ).toMatchObject({ refusal: 'order-not-supported' });
    });

    it('is given above the limit per minute, until the password is given', async () => {
      await enter({ CONTROL_PER_MINUTE: '3' });
      const slaves = [await slave(), await slave(), await slave(), await slave()];
      const commands = slaves.map((of) => [of, 'open'] as const);
      expect(await give(commands)).toMatchObject({ ok: false, refusal: 'step-up-required' });
      for (const of of slaves) expect(await commandsOf(of)).toEqual([]);
      expect(await give(commands.slice(0, 3))).toMatchObject({ ok: true, value: { length: 3 } });
      expect(await give(commands.slice(3), { password: 'wrong' })).toMatchObject({
        refusal: 'bad-credentials',
      });
    });
  });

  describe('an idempotency key', () => {
    it('answers a repeat with the first results, including refusals', async () => {
      const [a, b] = [await slave(), await slave('openByCommand')];
      const commands = [
        [b, 'open'],
        [a, 'open'],
      ] as const;
      const first = await give(commands, { idempotencyKey: 'k' });
      await sendAll();
      expect(await give(commands, { idempotencyKey: 'k' })).toEqual(first);
      expect(await commandsOf(a)).toHaveLength(1);
      expect(await give([[a, 'open']], { idempotencyKey: 'k' })).toMatchObject({
        refusal: 'idempotency-mismatch',
      });
      // The same key with another call is a different request.
      expect(await world.submit(a, 'open', { idempotencyKey: 'k' })).toMatchObject({
        refusal: 'idempotency-mismatch',
      });
    });

    it('makes parallel requests one operation', async () => {
      const [a, b] = [await slave(), await slave()];
      const copies = await Promise.all(
        Array.from({ length: 5 }, () =>
          give(
            [
              [a, 'open'],
              [b, 'open'],
            ],
            { idempotencyKey: 'p' },
          ),
        ),
      );
      for (const copy of copies) expect(copy).toEqual(copies[0]);
      expect([await commandsOf(a), await commandsOf(b)].flat()).toHaveLength(2);
      expect(await sendAll()).toHaveLength(1);
    });
  });

  it('never leaves a slave with two open commands, whoever sends the second', async () => {
    const slaves = [await slave(), await slave(), await slave()];
    const outcomes = await Promise.all([
      ...slaves.map((of) => world.submit(of, 'open')),
      give(slaves.map((of) => [of, 'open'])),
      give(slaves.toReversed().map((of) => [of, 'open'])),
    ]);
    expect(outcomes.filter(({ ok }) => ok).length).toBeGreaterThan(0);
    for (const of of slaves) expect(await commandsOf(of)).toHaveLength(1);
  });
});
