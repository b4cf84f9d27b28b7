/**
 * The command gate: the rows of a command, the refusals, and the limits on their number
 * (docs/promises.md C9, C10, C12).
 */
import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCommandSender } from '../../src/areas/control/commands/command-sender.ts';
import { submitSwitch } from '../../src/areas/control/gate/control-service.ts';
import type { Context } from '../../src/context.ts';
import { describeWithDatabase, isOnCitus } from '../support/databases.ts';
import { size } from '../support/sizes.ts';
import {
  buildControlFixture,
  type ControlFixture,
  commandRow,
  logRows,
  recordingLink,
  statesOf,
} from './control-fixture.ts';

describeWithDatabase('the command gate', (database) => {
  let world: ControlFixture;
  let ctx: Context;
  beforeEach(async () => {
    world = await buildControlFixture(database);
    ctx = world.ctx;
  });

  const commandCount = async () => {
    const { count } = await database.db
      .selectFrom('command')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('customer_id', '=', world.tenant.customerId)
      .where('source', 'like', 'test%')
      .executeTakeFirstOrThrow();
    return Number(count);
  };

  it('writes command, first transition and audit event, and publishes that the command is queued', async () => {
    const device = await world.addDevice();
    const waiting: unknown[] = [];
    ctx.bus.subscribe('command.waiting', (event) => waiting.push(event));
    const outcome = await world.submit(device, 'open', { reason: 'work', until: 5 });
    expect(outcome).toMatchObject({ ok: true, value: { state: 'queued' } });
    const { commandId } = outcome.ok ? outcome.value : { commandId: '' };
    const row = await commandRow(ctx, commandId);
    expect(row).toMatchObject({
      kind: 'switch',
      switch_order: 'open',
      state: 'queued',
      before_action: 'closeByCommand',
      args: { to: 'open', reason: 'work', until: 5 },
      client_address: '127.0.0.9',
    });
    expect(row.expires_at - row.created_at).toBe(120_000);
    expect(Math.abs(row.created_at - world.clock.now())).toBeLessThan(1_000);
    expect(await statesOf(ctx, commandId)).toEqual(['queued']);
    const [line] = (await logRows(ctx, world.tenant.customerId)).slice(-1);
    expect(line).toMatchObject({
      command: 'open',
      command_id: commandId,
      user_name: world.caller.userName,
      device_code: device.deviceCode,
      client_address: '127.0.0.9',
      detail: { before: 'closeByCommand', reason: 'work' },
    });
    expect(world.changes.map(({ state }) => state)).toEqual(['queued']);
    expect(waiting).toEqual([
      { customerId: device.customerId, commandId, linkDeviceCode: device.deviceCode },
    ]);
  });

  it('gives a close command a quarter of the lifetime of an open command', async () => {
    const device = await world.addDevice({ action: 'openByCommand' });
    const outcome = await world.submit(device, 'close');
    const row = await commandRow(ctx, outcome.ok ? outcome.value.commandId : '');
    expect(row.expires_at - row.created_at).toBe(30_000);
  });

  it('switches a slave through its gateway by the slot of its address', async () => {
    const gateway = await world.addDevice({ kind: 'gateway', action: null });
    const slave = await world.addDevice({ kind: 'slave', gateway });
    const outcome = await world.submit(slave, 'open');
    const row = await commandRow(ctx, outcome.ok ? outcome.value.commandId : '');
    expect(row).toMatchObject({ kind: 'slaves', link_device_code: gateway.deviceCode });
    const link = recordingLink();
    await createCommandSender(ctx, link).sendWaiting();
    const address = Number(slave.deviceCode.split('-')[1]);
    const sent = link.written.find(({ payload }) => payload.id === row.command_id);
    expect(sent).toMatchObject({
      deviceCode: gateway.deviceCode,
      payload: { op: 'slaves', args: { s1: { ad: address, op: 2 } } },
    });
  });

  describe('the log entry of a refused command', () => {
    it.each([
      ['control-busy', 'open', {}, true],
      ['already-open', 'open', { action: 'openByCommand' }, false],
      ['close-disabled', 'close', { action: 'openByManual' }, false],
      ['device-offline', 'open', { connected: false }, false],
      ['order-not-supported', 'lock', { kind: 'dtu' }, false],
    ] as const)('contains the reason %s', async (refusal, command, options, busy) => {
      const device = await world.addDevice(options);
      if (busy) await world.submit(device, 'open');
      const before = await commandCount();
      expect(await world.submit(device, command)).toMatchObject({ ok: false, refusal });
      expect(await commandCount()).toBe(before);
      const [line] = (await logRows(ctx, world.tenant.customerId)).slice(-1);
      expect(line).toMatchObject({
        status: `refused:${refusal}`,
        command,
        command_id: null,
        user_id: world.caller.userId,
        device_id: device.deviceId,
        client_address: '127.0.0.9',
      });
      expect(line?.detail).toMatchObject({ session: expect.any(String), source: 'test' });
    });

    it('does not contain the code of a device outside the caller’s scope', async () => {
      const outcome = await submitSwitch(ctx, world.caller, {
        device: 'SOMEBODYELSES1',
        command: 'open',
        source: 'test',
      });
      expect(outcome).toMatchObject({ ok: false, refusal: 'not-found' });
      const [line] = (await logRows(ctx, world.tenant.customerId)).slice(-1);
      expect(line).toMatchObject({ status: 'refused:not-found', device_code: '', device_id: null });
      expect(JSON.stringify(line)).not.toContain('SOMEBODYELSES1');
    });
  });

  it('does not find devices of a parallel or higher group', async () => {
    const device = await world.addDevice();
    const below = { ...world.caller, groupId: world.tenant.childGroupId };
    const request = { device: device.deviceId, command: 'open', source: 'test' } as const;
    expect(await submitSwitch(ctx, below, request)).toMatchObject({ refusal: 'not-found' });
    const child = await world.addDevice({ groupId: world.tenant.childGroupId });
    const own = { ...request, device: child.deviceId };
    expect(await submitSwitch(ctx, below, own)).toMatchObject({ ok: true });
  });

  it('queues a command for an offline device if requested', async () => {
    const device = await world.addDevice({ connected: false });
    expect(await world.submit(device, 'open', { queue: true })).toMatchObject({ ok: true });
  });

  it.skipIf(isOnCitus)('sends and stores nothing if the log cannot be written', async () => {
    const device = await world.addDevice();
    const link = recordingLink();
    const sender = createCommandSender(ctx, link);
    const sending: Promise<void>[] = [];
    ctx.bus.subscribe('command.waiting', ({ customerId, commandId, linkDeviceCode }) =>
      sending.push(sender.send(customerId, commandId, linkDeviceCode)),
    );
    await sql`create function no_log() returns trigger language plpgsql as
      $$ begin raise exception 'disk full'; end $$`.execute(database.db);
    await sql`create trigger no_log before insert on audit_entry
      for each row execute function no_log()`.execute(database.db);
    try {
      for (let round = 0; round < 100; round++) {
        await expect(world.submit(device, 'open')).rejects.toThrow('disk full');
        await expect(world.submit(device, 'close')).rejects.toThrow('disk full');
      }
    } finally {
      await sql`drop trigger no_log on audit_entry`.execute(database.db);
      await sql`drop function no_log()`.execute(database.db);
    }
    await sender.sendWaiting();
    expect(await commandCount()).toBe(0);
    expect(link.written.filter(({ deviceCode }) => deviceCode === device.deviceCode)).toEqual([]);
    // The same command is accepted once its audit event can be written.
    expect(await world.submit(device, 'open')).toMatchObject({ ok: true });
    await Promise.all(sending);
    expect(link.written.filter(({ deviceCode }) => deviceCode === device.deviceCode)).toHaveLength(
      1,
    );
  });

  describe('a repeated request', () => {
    it('is one operation for parallel requests with the same key', async () => {
      const rounds = size('copiedCommands');
      for (let round = 0; round < rounds; round++) {
        const device = await world.addDevice();
        const copies = await Promise.all(
          Array.from({ length: 5 }, () =>
            world.submit(device, 'open', { idempotencyKey: `key-${round}` }),
          ),
        );
        const texts = new Set(copies.map((copy) => JSON.stringify(copy)));
        expect(texts.size).toBe(1);
        expect(copies[0]).toMatchObject({ ok: true });
      }
      expect(await commandCount()).toBe(rounds);
    });

    it('receives the first response even after the command has ended', async () => {
      const device = await world.addDevice();
      const first = await world.submit(device, 'open', { idempotencyKey: 'k' });
      await database.db
        .updateTable('command')
        .set({ state: 'confirmed' })
        .where('device_id', '=', device.deviceId)
        .execute();
      expect(await world.submit(device, 'open', { idempotencyKey: 'k' })).toEqual(first);
      expect(await commandCount()).toBe(1);
    });

    it('is refused with the key of a different request', async () => {
      const device = await world.addDevice();
      await world.submit(device, 'open', { idempotencyKey: 'k' });
      for (const [command, more] of [
        ['lock', {}],
        ['open', { queue: true }],
        ['open', { reason: 'other' }],
      ] as const) {
        expect(await world.submit(device, command, { idempotencyKey: 'k', ...more })).toMatchObject(
          {
            refusal: 'idempotency-mismatch',
          },
        );
      }
    });

    it('is a separate request with the key of another user', async () => {
      const device = await world.addDevice();
      const second = await world.addDevice();
      await world.submit(device, 'open', { idempotencyKey: 'k' });
      const { userId, userName } = world.tenant.users.admin;
      const admin = { ...world.caller, userId, userName };
      const request = { device: second.deviceId, command: 'open', source: 'test' } as const;
      expect(await submitSwitch(ctx, admin, { ...request, idempotencyKey: 'k' })).toMatchObject({
        ok: true,
      });
      expect(await commandCount()).toBe(2);
    });

    it('is a new request a day later', async () => {
      const device = await world.addDevice();
      await world.submit(device, 'open', { idempotencyKey: 'k' });
      await database.db
        .updateTable('command')
        .set({ state: 'confirmed' })
        .where('device_id', '=', device.deviceId)
        .execute();
      world.clock.advance(24 * 3_600_000 + 1_000);
      await database.db
        .updateTable('device_state')
        .set({ heard_at: new Date(world.clock.now()) })
        .where('device_id', '=', device.deviceId)
        .execute();
      expect(await world.submit(device, 'open', { idempotencyKey: 'k' })).toMatchObject({
        ok: true,
      });
      expect(await commandCount()).toBe(2);
    });

    it('is refused while the first command is open if it has no key', async () => {
      const device = await world.addDevice();
      const copies = await Promise.all(
        Array.from({ length: 5 }, () => world.submit(device, 'open')),
      );
      expect(copies.filter(({ ok }) => ok)).toHaveLength(1);
      expect(copies.filter((copy) => !copy.ok && copy.refusal === 'control-busy')).toHaveLength(4);
    });
  });

  describe('the pace limit', () => {
    const sentAndConfirmed = (deviceId: number) =>
      database.db
        .updateTable('command')
        .set({ state: 'confirmed', sent_at: new Date(world.clock.now()) })
        .where('device_id', '=', deviceId)
        .execute();

    it('applies between two operations of one breaker', async () => {
      world = await buildControlFixture(database, { CONTROL_GAP_S: '5' });
      const device = await world.addDevice();
      await world.submit(device, 'open');
      await sentAndConfirmed(device.deviceId);
      world.clock.advance(3_000);
      expect(await world.submit(device, 'lock')).toMatchObject({ refusal: 'too-soon' });
      world.clock.advance(2_500);
      expect(await world.submit(device, 'lock')).toMatchObject({ ok: true });
    });

    it('applies to one user, and ends when the password is given', async () => {
      world = await buildControlFixture(database, { CONTROL_PER_MINUTE: '10' });
      await database.db
        .updateTable('user_account')
        .set({ password_hash: await hash('right Password 1', { memoryCost: 1024, timeCost: 1 }) })
        .where('user_id', '=', world.caller.userId)
        .execute();
      const devices = await Promise.all(Array.from({ length: 24 }, () => world.addDevice()));
      const at = (index: number, more: object = {}) => world.submit(devices[index]!, 'open', more);
      const first = await Promise.all(Array.from({ length: 20 }, (_, index) => at(index)));
      expect(first.filter(({ ok }) => ok)).toHaveLength(10);
      const rest = first.filter((outcome) => !outcome.ok);
      expect(new Set(rest.map((outcome) => outcome.refusal))).toEqual(
        new Set(['step-up-required']),
      );
      const password = 'right Password 1';
      world.clock.advance(1_000);
      expect(await at(20, { password: 'wrong' })).toMatchObject({ refusal: 'bad-credentials' });
      expect(await at(20, { password })).toMatchObject({ ok: true });
      // Ten more commands need no password, because the count started again.
      expect(await at(21)).toMatchObject({ ok: true });
      world.clock.advance(61_000);
      expect(await at(22)).toMatchObject({ ok: true });
    });

    it('applies to a share of the group in five minutes, over all users, until the password is given', async () => {
      world = await buildControlFixture(database, { CONTROL_GROUP_PERCENT: '5' });
      await database.db
        .updateTable('user_account')
        .set({ password_hash: await hash('right Password 1', { memoryCost: 1024, timeCost: 1 }) })
        .where('user_id', '=', world.caller.userId)
        .execute();
      // The group has 240 devices, including the customer's first, which an operator switched a
      // minute ago: 5 % of them are 12.
      const devices = await Promise.all(Array.from({ length: 239 }, () => world.addDevice()));
      const { admin } = world.tenant.users;
      const other = { ...world.caller, userId: admin.userId, userName: admin.userName };
      const by = (caller: typeof other, index: number, more: object = {}) =>
        submitSwitch(world.ctx, caller, {
          device: devices[index]!.deviceId,
          command: 'open',
          source: 'test',
          ...more,
        });
      for (let index = 0; index < 11; index++) {
        const outcome = await by(index % 2 === 0 ? world.caller : other, index);
        expect(outcome).toMatchObject({ ok: true });
      }
      expect(await by(other, 11)).toMatchObject({ refusal: 'group-share-exceeded' });
      const [line] = (await logRows(world.ctx, world.tenant.customerId)).slice(-1);
      expect(line).toMatchObject({ status: 'refused:group-share-exceeded' });
      // A breaker that already changed position does not count again.
      await sentAndConfirmed(devices[0]!.deviceId);
      expect(await by(other, 0, { command: 'lock' })).toMatchObject({ ok: true });
      // The limit applies to each group, because another group is another site.
      const aside = await world.addDevice({ groupId: world.tenant.childGroupId });
      const next = await submitSwitch(world.ctx, other, {
        device: aside.deviceId,
        command: 'open',
        source: 'test',
      });
      expect(next).toMatchObject({ ok: true });
      const password = 'right Password 1';
      expect(await by(world.caller, 12, { password })).toMatchObject({ ok: true });
      expect(await by(world.caller, 13)).toMatchObject({ ok: true });
      expect(await by(other, 14)).toMatchObject({ refusal: 'group-share-exceeded' });
      world.clock.advance(301_000);
      await database.db
        .updateTable('device_state')
        .set({ heard_at: new Date(world.clock.now()) })
        .where('customer_id', '=', world.tenant.customerId)
        .execute();
      expect(await by(other, 14)).toMatchObject({ ok: true });
    });

    it('applies to one group, however many users send commands', async () => {
      world = await buildControlFixture(database, { CONTROL_PER_MINUTE: '3' });
      const devices = await Promise.all(Array.from({ length: 9 }, () => world.addDevice()));
      const { admin, operator, viewer } = world.tenant.users;
      const outcomes = [];
      for (const [index, device] of devices.entries()) {
        const user = [admin, operator, viewer][index % 3]!;
        const caller = { ...world.caller, userId: user.userId, userName: user.userName };
        outcomes.push(
          await submitSwitch(world.ctx, caller, {
            device: device.deviceId,
            command: 'open',
            source: 'test',
          }),
        );
      }
      expect(outcomes.map(({ ok }) => ok)).toEqual([...Array(6).fill(true), false, false, false]);
    });
  });
});
