/**
 * Commands to many devices: one batch command, step by step, or none at all (docs/promises.md C9,
 * C10, C12).
 */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  cancelBatchCommand,
  findBatchCommand,
  repeatBatchCommand,
} from '../../src/areas/control/batch/batch-command-service.ts';
import { runBatchCommands } from '../../src/areas/control/batch/run-batch-commands.ts';
import { createCommandSender } from '../../src/areas/control/commands/command-sender.ts';
import { describeWithDatabase, isOnCitus } from '../support/databases.ts';
import { batchCommandSteps } from './batch-command-steps.ts';
import { contextOn, controlFixture, logRows, recordingLink } from './control-fixture.ts';

describeWithDatabase('a batch command', (database) => {
  const { world, ctx } = controlFixture(database);
  const { addDevices, start, started, progress, statesOf, commandsOf, run } = batchCommandSteps(
    () => world,
  );

  it('passes each device through the command gate, ten a second, with an audit event for each and for the whole', async () => {
    const devices = await addDevices(25);
    const id = await started(devices, 'lock', { reason: 'work', until: 5 });
    expect(await statesOf(id)).toEqual(Array(25).fill('waiting'));
    await run(1);
    expect((await statesOf(id)).filter((state) => state === 'ordered')).toHaveLength(10);
    expect((await progress(id)).batch.endedAt).toBeNull();
    await run(3);
    const { batch, devices: listed } = await progress(id);
    expect(batch.endedAt).not.toBeNull();
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

  it('closes breakers one by one, a second apart, each after the previous command was sent', async () => {
    const devices = await addDevices(4, { action: 'openByCommand' });
    const id = await started(devices, 'close');
    await runBatchCommands(ctx);
    world.clock.advance(5_000);
    await runBatchCommands(ctx);
    // The first command has not been sent; whenever it is sent, no other is sent at the same time.
    expect(await statesOf(id)).toEqual(['ordered', 'waiting', 'waiting', 'waiting']);
    const sender = createCommandSender(ctx, recordingLink());
    for (let look = 0; look < 20; look++) {
      await runBatchCommands(ctx);
      await sender.sendWaiting();
      world.clock.advance(300);
    }
    const sent = (await commandsOf(devices)).map(({ sent_at }) => sent_at!).sort((a, b) => a - b);
    expect(sent).toHaveLength(4);
    for (const [index, at] of sent.slice(1).entries()) {
      expect(at - sent[index]!).toBeGreaterThanOrEqual(995);
    }
  });

  it('opens breakers while another batch command closes some', async () => {
    const closing = await started(await addDevices(5, { action: 'openByCommand' }), 'close');
    const opening = await started(await addDevices(5), 'open');
    await runBatchCommands(ctx);
    expect(await statesOf(opening)).toEqual(Array(5).fill('ordered'));
    expect((await statesOf(closing)).filter((state) => state === 'waiting')).toHaveLength(4);
  });

  it('has one step for each device even if several processes run it at once', async () => {
    const devices = await addDevices(30);
    await started(devices, 'open');
    const others = [2, 3, 4].map((number) =>
      contextOn(database, world.clock, {}, `process-${number}`),
    );
    await run(4, async () => {
      await Promise.all([ctx, ...others].map((one) => runBatchCommands(one)));
    });
    const commands = await commandsOf(devices);
    expect(commands).toHaveLength(30);
    expect(new Set(commands.map(({ device_id }) => device_id)).size).toBe(30);
  });

  it('is refused as a whole if one device is outside the caller’s scope', async () => {
    const devices = await addDevices(2);
    const outcome = await start([...devices, { deviceCode: 'SOMEBODYELSES1' }], 'open');
    expect(outcome).toMatchObject({ refusal: 'not-found', field: 'device_codes.2' });
    await run(2);
    expect(await commandsOf(devices)).toEqual([]);
    const [line] = (await logRows(ctx, world.tenant.customerId)).slice(-1);
    expect(line).toMatchObject({ status: 'refused:not-found', command: 'group order' });
    expect(JSON.stringify(line)).not.toContain('SOMEBODYELSES1');
  });

  it('is not visible outside its group', async () => {
    const id = await started(await addDevices(1), 'open');
    const aside = { ...world.caller, groupId: world.tenant.childGroupId };
    expect(await findBatchCommand(ctx, aside, id)).toMatchObject({ refusal: 'not-found' });
    expect(await cancelBatchCommand(ctx, aside, id)).toMatchObject({ refusal: 'not-found' });
    expect(await repeatBatchCommand(ctx, aside, id, { source: 'test' })).toMatchObject({
      refusal: 'not-found',
    });
  });

  it('is one operation for parallel requests with the same key, with one step for a device listed twice', async () => {
    const [device] = await addDevices(1);
    const twice = [device!, { deviceCode: String(device!.deviceId) }];
    const copies = await Promise.all(
      Array.from({ length: 5 }, () => start(twice, 'open', { idempotencyKey: 'k' })),
    );
    expect(new Set(copies.map((copy) => JSON.stringify(copy))).size).toBe(1);
    const [first] = copies;
    const id = first!.ok ? first!.value.batchCommandId : '';
    expect((await progress(id)).devices).toHaveLength(1);
    expect(await start(twice, 'lock', { idempotencyKey: 'k' })).toMatchObject({
      refusal: 'idempotency-mismatch',
    });
    await run(1);
    expect(await commandsOf([device!])).toHaveLength(1);
  });

  it.skipIf(isOnCitus)('sends nothing if the log cannot be written', async () => {
    const devices = await addDevices(3);
    const id = await started(devices, 'open');
    await sql`create function no_turn() returns trigger language plpgsql as
      $$ begin raise exception 'disk full'; end $$`.execute(database.db);
    await sql`create trigger no_turn before insert on audit_entry
      for each row execute function no_turn()`.execute(database.db);
    try {
      await expect(start(devices, 'lock')).rejects.toThrow('disk full');
      await expect(runBatchCommands(ctx)).rejects.toThrow('disk full');
    } finally {
      await sql`drop trigger no_turn on audit_entry`.execute(database.db);
      await sql`drop function no_turn()`.execute(database.db);
    }
    expect(await commandsOf(devices)).toEqual([]);
    expect(await statesOf(id)).toEqual(['waiting', 'waiting', 'waiting']);
  });
});
