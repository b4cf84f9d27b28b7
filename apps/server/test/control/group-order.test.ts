/** Many devices ordered together: turn by turn through the gate, or not at all (C7, C9, C10, C12). */
import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../src/context.ts';
import { createCommandSender } from '../../src/modules/control/command-sender.ts';
import {
  cancelGroupOrder,
  findGroupOrder,
  type GroupOrderRequest,
  repeatGroupOrder,
  startGroupOrder,
} from '../../src/modules/group-control/group-order-service.ts';
import { runGroupOrders } from '../../src/modules/group-control/group-order-turns.ts';
import type { Database } from '../../src/storage/database.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { KINDS, ORDERS, STATES, wanted } from '../support/interlock-oracle.ts';
import {
  type ControlWorld,
  contextOn,
  createControlWorld,
  logRows,
  recordingLink,
  type TestDevice,
} from './control-world.ts';

const PASSWORD = 'right Password 1';

describeOnEachDatabase('a group order', (open) => {
  let database: Database;
  let world: ControlWorld;
  let ctx: Context;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    world = await createControlWorld(database);
    ctx = world.ctx;
  });

  const addDevices = (count: number, options: Parameters<ControlWorld['addDevice']>[0] = {}) =>
    Promise.all(Array.from({ length: count }, () => world.addDevice(options)));
  const start = (
    devices: readonly { readonly deviceCode: string }[],
    order: GroupOrderRequest['order'],
    more: Partial<GroupOrderRequest> = {},
  ) =>
    startGroupOrder(ctx, world.caller, {
      devices: devices.map(({ deviceCode }) => deviceCode),
      order,
      source: 'test',
      ...more,
    });
  async function started(...args: Parameters<typeof start>): Promise<string> {
    const outcome = await start(...args);
    if (!outcome.ok) throw new Error(outcome.refusal);
    return outcome.value.groupOrderId;
  }
  async function progress(id: string) {
    const outcome = await findGroupOrder(ctx, world.caller, id);
    if (!outcome.ok) throw new Error(outcome.refusal);
    return outcome.value;
  }
  const statesOf = async (id: string) => (await progress(id)).devices.map(({ state }) => state);
  const commandsOf = (devices: readonly TestDevice[]) =>
    database.db
      .selectFrom('command')
      .selectAll()
      .where('customer_id', '=', world.tenant.customerId)
      .where('source', 'like', 'v2.device.control.batch%')
      .where(
        'device_id',
        'in',
        devices.map(({ deviceId }) => deviceId),
      )
      .orderBy('created_at')
      .execute();
  const givePassword = async () =>
    database.db
      .updateTable('user_account')
      .set({ password_hash: await hash(PASSWORD, { memoryCost: 1024, timeCost: 1 }) })
      .where('user_id', '=', world.caller.userId)
      .execute();
  /** Lets a second pass after each look, and devices be heard of meanwhile. */
  async function run(seconds: number, look = () => runGroupOrders(ctx)) {
    for (let second = 0; second < seconds; second++) {
      await look();
      world.clock.advance(1_000);
    }
  }
  const hear = () =>
    database.db
      .updateTable('device_state')
      .set({ heard_at: new Date(world.clock.now()) })
      .where('customer_id', '=', world.tenant.customerId)
      .execute();

  it('passes each device through the gate, ten a second, with a line for each and for the whole', async () => {
    const devices = await addDevices(25);
    const id = await started(devices, 'lock', { reason: 'work', until: 5 });
    expect(await statesOf(id)).toEqual(Array(25).fill('waiting'));
    await run(1);
    expect((await statesOf(id)).filter((state) => state === 'ordered')).toHaveLength(10);
    expect((await progress(id)).order.endedAt).toBeNull();
    await run(3);
    const { order, devices: listed } = await progress(id);
    expect(order.endedAt).not.toBeNull();
    expect(listed.map(({ deviceCode }) => deviceCode)).toEqual(
      devices.map(({ deviceCode }) => deviceCode),
    );
    const commands = await commandsOf(devices);
    expect(commands).toHaveLength(25);
    expect(commands[0]).toMatchObject({
      kind: 'switch',
      switch_order: 'lock',
      issued_by: world.caller.userId,
      session_hash: world.caller.tokenHash,
      client_address: '127.0.0.9',
      args: { to: 'lock', reason: 'work', until: 5 },
    });
    const lines = await logRows(ctx, world.tenant.customerId);
    expect(lines[0]).toMatchObject({
      command: 'group order',
      status: 'done',
      detail: { devices: 25, order: 'lock', reason: 'work', groupOrder: id },
    });
    const each = lines.filter((line) => line.command === 'lock');
    expect(new Set(each.map((line) => line.device_id)).size).toBe(25);
    expect(each[0]!.detail).toMatchObject({ groupOrder: id, reason: 'work' });
  });

  it('closes one after the other, a second apart, each when the one before went out', async () => {
    const devices = await addDevices(4, { action: 'openByCommand' });
    const id = await started(devices, 'close');
    await runGroupOrders(ctx);
    world.clock.advance(5_000);
    await runGroupOrders(ctx);
    // The first has not gone out: whenever it does, nothing else starts with it.
    expect(await statesOf(id)).toEqual(['ordered', 'waiting', 'waiting', 'waiting']);
    const sender = createCommandSender(ctx, recordingLink());
    for (let look = 0; look < 20; look++) {
      await runGroupOrders(ctx);
      await sender.sendWaiting();
      world.clock.advance(300);
    }
    const sent = (await commandsOf(devices)).map(({ sent_at }) => sent_at!).sort((a, b) => a - b);
    expect(sent).toHaveLength(4);
    for (const [index, at] of sent.slice(1).entries()) {
      expect(at - sent[index]!).toBeGreaterThanOrEqual(995);
    }
  });

  it('opens while another order closes', async () => {
    const closing = await started(await addDevices(5, { action: 'openByCommand' }), 'close');
    const opening = await started(await addDevices(5), 'open');
    await runGroupOrders(ctx);
    expect(await statesOf(opening)).toEqual(Array(5).fill('ordered'));
    expect((await statesOf(closing)).filter((state) => state === 'waiting')).toHaveLength(4);
  });

  it('has one turn for each device though several processes take turns at once', async () => {
    const devices = await addDevices(30);
    await started(devices, 'open');
    const others = [2, 3, 4].map((number) =>
      contextOn(database, world.clock, {}, `process-${number}`),
    );
    await run(4, async () => {
      await Promise.all([ctx, ...others].map((one) => runGroupOrders(one)));
    });
    const commands = await commandsOf(devices);
    expect(commands).toHaveLength(30);
    expect(new Set(commands.map(({ device_id }) => device_id)).size).toBe(30);
  });

  it('says what it refused and why, in the gate’s words and the log’s', async () => {
    const fine = await world.addDevice();
    const offline = await world.addDevice({ connected: false });
    const busy = await world.addDevice();
    const already = await world.addDevice({ action: 'openByCommand' });
    await world.order(busy, 'open');
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

  it('is judged by the interlocks as the oracle says, every kind in every state', async () => {
    const cases: {
      device: TestDevice;
      kind: (typeof KINDS)[number];
      state: string;
      online: boolean;
    }[] = [];
    // One of its own for each slave: an address of a gateway means one slave.
    const gateway = () => world.addDevice({ kind: 'gateway', action: null });
    for (const kind of KINDS) {
      for (const state of STATES) {
        for (const online of [true, false]) {
          const action = state === 'never reported' ? null : state;
          const device = await world.addDevice({
            kind,
            action,
            // A slave is there with its gateway; one of the other half has its own silence.
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
    for (const order of ORDERS) {
      const id = await started(
        cases.map(({ device }) => device),
        order,
      );
      const due = () => database.db.updateTable('group_order_device').set({ turned_at: null });
      for (let look = 0; (await progress(id)).order.endedAt === null; look++) {
        expect(look).toBeLessThan(60);
        await runGroupOrders(ctx);
        // The pace is another matter: here nothing moves and time stands still.
        await due().where('group_order_id', '=', id).execute();
      }
      const { devices } = await progress(id);
      for (const [index, { kind, state, online }] of cases.entries()) {
        const where = `${kind} ${state} ${order} ${online ? 'online' : 'offline'}`;
        expect([where, devices[index]!.reason]).toEqual([
          where,
          wanted(kind, state, order, online, false),
        ]);
      }
      await database.db
        .updateTable('command')
        .set({ state: 'cancelled' })
        .where('customer_id', '=', world.tenant.customerId)
        .execute();
    }
  }, 120_000);

  describe('is never caught up', () => {
    it('after its ten minutes, though the platform comes back', async () => {
      const devices = await addDevices(30);
      const id = await started(devices, 'open');
      await run(1);
      world.clock.advance(600_000);
      await hear();
      await run(2, () => runGroupOrders(contextOn(database, world.clock, {}, 'restarted')));
      const states = await statesOf(id);
      expect(states.filter((state) => state === 'ordered')).toHaveLength(10);
      expect(states.filter((state) => state === 'expired')).toHaveLength(20);
      expect((await progress(id)).order.endedAt).not.toBeNull();
    });

    it('goes on where it stood when the platform comes back in time', async () => {
      const devices = await addDevices(15);
      const id = await started(devices, 'open');
      await run(1);
      world.clock.advance(60_000);
      await hear();
      await run(2, () => runGroupOrders(contextOn(database, world.clock, {}, 'restarted')));
      expect(await statesOf(id)).toEqual(Array(15).fill('ordered'));
      expect(await commandsOf(devices)).toHaveLength(15);
    });

    it.each(['is over', 'ran out'])('once the session behind it %s', async (how) => {
      const devices = await addDevices(15);
      const id = await started(devices, 'open');
      await run(1);
      const { tokenHash } = world.caller;
      await (how === 'is over'
        ? database.db.deleteFrom('session').where('token_hash', '=', tokenHash)
        : database.db
            .updateTable('session')
            .set({ expires_at: new Date(world.clock.now()) })
            .where('token_hash', '=', tokenHash)
      ).execute();
      await run(2);
      const { devices: listed } = await progress(id);
      expect(listed.filter(({ state }) => state === 'ordered')).toHaveLength(10);
      expect(listed.filter(({ reason }) => reason === 'session-ended')).toHaveLength(5);
      expect(await commandsOf(devices)).toHaveLength(10);
    });

    it('for a user who may no longer control', async () => {
      const devices = await addDevices(2);
      const id = await started(devices, 'open');
      await database.db
        .updateTable('user_account')
        .set({ role: 'viewer' })
        .where('user_id', '=', world.caller.userId)
        .execute();
      await run(1);
      expect((await progress(id)).devices.map(({ reason }) => reason)).toEqual([
        'forbidden',
        'forbidden',
      ]);
      expect(await commandsOf(devices)).toEqual([]);
    });

    it('after it was cancelled, also what waits to be sent', async () => {
      const devices = await addDevices(15);
      const id = await started(devices, 'open');
      await run(1);
      const outcome = await cancelGroupOrder(ctx, world.caller, id);
      expect(outcome).toMatchObject({ ok: true });
      await run(2);
      const link = recordingLink();
      await createCommandSender(ctx, link).sendWaiting();
      const codes = devices.map(({ deviceCode }) => deviceCode);
      expect(link.written.filter(({ deviceCode }) => codes.includes(deviceCode))).toEqual([]);
      expect((await commandsOf(devices)).map(({ state }) => state)).toEqual(
        Array(10).fill('cancelled'),
      );
      expect(await cancelGroupOrder(ctx, world.caller, id)).toMatchObject({
        refusal: 'command-ended',
      });
    });
  });

  describe('given once more', () => {
    it('goes to the failed ones only', async () => {
      const fine = await world.addDevice();
      const refused = await world.addDevice({ connected: false });
      const rejected = await world.addDevice();
      const id = await started([fine, refused, rejected], 'open');
      await run(1);
      const settle = (device: TestDevice, state: 'confirmed' | 'rejected') =>
        database.db
          .updateTable('command')
          .set({ state, sent_at: new Date(world.clock.now()) })
          .where('device_id', '=', device.deviceId)
          .execute();
      await settle(fine, 'confirmed');
      await settle(rejected, 'rejected');
      await database.db
        .updateTable('device_state')
        .set({ connected: true })
        .where('device_id', '=', refused.deviceId)
        .execute();
      const outcome = await repeatGroupOrder(ctx, world.caller, id, { source: 'test' });
      expect(outcome).toMatchObject({ ok: true });
      expect(await statesOf(id)).toEqual(['ordered', 'waiting', 'waiting']);
      // Not while it runs: each device has one turn at a time.
      expect(await repeatGroupOrder(ctx, world.caller, id, { source: 'test' })).toMatchObject({
        refusal: 'control-busy',
      });
      await run(2);
      expect(await statesOf(id)).toEqual(['ordered', 'ordered', 'ordered']);
      expect(await commandsOf([fine])).toHaveLength(1);
      expect(await commandsOf([rejected])).toHaveLength(2);
    });

    it('has nothing to do where nothing failed', async () => {
      const id = await started(await addDevices(1), 'open');
      await run(1);
      expect(await repeatGroupOrder(ctx, world.caller, id, { source: 'test' })).toMatchObject({
        refusal: 'command-ended',
      });
    });
  });

  it('is nothing at all when one device is not there for the caller', async () => {
    const devices = await addDevices(2);
    const outcome = await start([...devices, { deviceCode: 'SOMEBODYELSES1' }], 'open');
    expect(outcome).toMatchObject({ refusal: 'not-found', field: 'device_codes.2' });
    await run(2);
    expect(await commandsOf(devices)).toEqual([]);
    const [line] = (await logRows(ctx, world.tenant.customerId)).slice(-1);
    expect(line).toMatchObject({ status: 'refused:not-found', command: 'group order' });
    expect(JSON.stringify(line)).not.toContain('SOMEBODYELSES1');
  });

  it('shows itself to nobody beside its group', async () => {
    const id = await started(await addDevices(1), 'open');
    const aside = { ...world.caller, groupId: world.tenant.childGroupId };
    expect(await findGroupOrder(ctx, aside, id)).toMatchObject({ refusal: 'not-found' });
    expect(await cancelGroupOrder(ctx, aside, id)).toMatchObject({ refusal: 'not-found' });
    expect(await repeatGroupOrder(ctx, aside, id, { source: 'test' })).toMatchObject({
      refusal: 'not-found',
    });
  });

  it('is one order for parallel copies with one key, and a device named twice has one turn', async () => {
    const [device] = await addDevices(1);
    const twice = [device!, { deviceCode: String(device!.deviceId) }];
    const copies = await Promise.all(
      Array.from({ length: 5 }, () => start(twice, 'open', { idempotencyKey: 'k' })),
    );
    expect(new Set(copies.map((copy) => JSON.stringify(copy))).size).toBe(1);
    const [first] = copies;
    const id = first!.ok ? first!.value.groupOrderId : '';
    expect((await progress(id)).devices).toHaveLength(1);
    expect(await start(twice, 'lock', { idempotencyKey: 'k' })).toMatchObject({
      refusal: 'idempotency-mismatch',
    });
    await run(1);
    expect(await commandsOf([device!])).toHaveLength(1);
  });

  it('writes nothing when the log cannot be written', async () => {
    const devices = await addDevices(3);
    const id = await started(devices, 'open');
    await sql`create function no_turn() returns trigger language plpgsql as
      $$ begin raise exception 'disk full'; end $$`.execute(database.db);
    await sql`create trigger no_turn before insert on audit_entry
      for each row execute function no_turn()`.execute(database.db);
    try {
      await expect(start(devices, 'lock')).rejects.toThrow('disk full');
      await expect(runGroupOrders(ctx)).rejects.toThrow('disk full');
    } finally {
      await sql`drop trigger no_turn on audit_entry`.execute(database.db);
      await sql`drop function no_turn()`.execute(database.db);
    }
    expect(await commandsOf(devices)).toEqual([]);
    expect(await statesOf(id)).toEqual(['waiting', 'waiting', 'waiting']);
  });

  describe('longer than the pace allows', () => {
    it('needs the password, which stands for all that is listed and for nothing else', async () => {
      world = await createControlWorld(database, { CONTROL_PER_MINUTE: '4' });
      ctx = world.ctx;
      await givePassword();
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
      // Single orders keep their own count: four, as before.
      const singles = await addDevices(5);
      const outcomes = [];
      for (const device of singles) outcomes.push(await world.order(device, 'open'));
      expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, true, false]);
    });

    it('is judged at each turn again, without the password', async () => {
      world = await createControlWorld(database, { CONTROL_PER_MINUTE: '4' });
      ctx = world.ctx;
      const devices = await addDevices(4);
      const id = await started(devices, 'open');
      // Meanwhile the same session orders singly.
      for (const device of await addDevices(2)) await world.order(device, 'open');
      await run(1);
      const { devices: listed } = await progress(id);
      expect(listed.map(({ reason }) => reason)).toEqual([
        null,
        null,
        'step-up-required',
        'step-up-required',
      ]);
      await givePassword();
      const again = await repeatGroupOrder(ctx, world.caller, id, {
        password: PASSWORD,
        source: 'test',
      });
      expect(again).toMatchObject({ ok: true });
      await run(2);
      expect(await statesOf(id)).toEqual(Array(4).fill('ordered'));
    });

    it('pauses at the share of a group', async () => {
      world = await createControlWorld(database, { CONTROL_GROUP_PERCENT: '5' });
      ctx = world.ctx;
      const devices = await addDevices(11);
      expect(await start(devices, 'open')).toMatchObject({ refusal: 'group-share-exceeded' });
      // One of the customer's devices moved a minute ago.
      expect(await start(devices.slice(0, 10), 'open')).toMatchObject({
        refusal: 'group-share-exceeded',
      });
      expect(await start(devices.slice(0, 9), 'open')).toMatchObject({ ok: true });
    });
  });
});
