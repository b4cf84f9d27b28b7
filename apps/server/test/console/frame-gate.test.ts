/**
 * The checks on a frame before it is sent, and the handling of its reply (issue: protocol console).
 */
import { encodeFrame, type ProtocolVersion } from '@busbar/device-protocol/frame/encode-frame';
import { hexOf } from '@busbar/device-protocol/frame/hex';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expireCommands } from '../../src/areas/control/commands/command-expiry.ts';
import { createCommandSender } from '../../src/areas/control/commands/command-sender.ts';
import { cancelCommand } from '../../src/areas/control/commands/command-service.ts';
import { findHistory } from '../../src/areas/control/console/console-history.ts';
import { type SendRequest, sendFrame } from '../../src/areas/control/console/send-frame.ts';
import { applyReply } from '../../src/areas/control/outcomes/apply-reply.ts';
import { publishAll } from '../../src/bus.ts';
import {
  buildControlFixture,
  commandRow,
  controlFixture,
  recordingLink,
  replyOf,
  statesOf,
  type TestDevice,
} from '../control/control-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';

function frame(commandCode: string, data: string, version: ProtocolVersion = 1): string {
  const encoded = encodeFrame({ address: '1', commandCode, data, version });
  if (!encoded.ok) throw new Error(encoded.refusal);
  return hexOf(encoded.value);
}

const switchFrame = (n1: string) => frame('1c', `0211223300000000${n1}00595923311226`);

const READ = frame('11', '00010102');
const WRITE = frame('14', '030100040211223300000000' + '30');
const TRIP = switchFrame('1a');
const CLOSE = switchFrame('1c');
const COIL = frame('05', '0000ff00', 2);
const REGISTERS = frame('03', '00000002', 2);
const REPLY = '6801000000000068910633343435' + '5355' + '7416';

describeWithDatabase('a frame of the protocol console', (database) => {
  const env = { CONTROL_GAP_S: '5', CONTROL_PER_MINUTE: '10' };
  const { world, ctx } = controlFixture(database, env);
  let device: TestDevice;
  beforeEach(async () => {
    device = await world.addDevice();
  });

  const send = (code: string, more: Partial<SendRequest> = {}) =>
    sendFrame(ctx, world.caller, {
      device: device.deviceCode,
      code,
      confirmed: false,
      password: undefined,
      source: 'test',
      signal: new AbortController().signal,
      ...more,
    });

  const frames = () =>
    database.db
      .selectFrom('command')
      .selectAll()
      .where('customer_id', '=', device.customerId)
      .where('kind', '=', 'frame')
      .orderBy('created_at', 'desc')
      .execute();

  const lastLog = () =>
    database.db
      .selectFrom('operation_log')
      .selectAll()
      .where('customer_id', '=', device.customerId)
      .orderBy('operation_log_id', 'desc')
      .executeTakeFirstOrThrow();

  /** Sends a frame and returns before the device has answered. */
  async function underWay(code: string, more: Partial<SendRequest> = {}) {
    const answer = send(code, more);
    const id = await vi.waitFor(
      async () => {
        const queued = (await frames()).find(({ state }) => state === 'queued');
        if (queued === undefined) throw new Error('not queued yet');
        return queued.command_id;
      },
      { timeout: 20_000, interval: 5 },
    );
    const link = recordingLink();
    await createCommandSender(ctx, link).send(device.customerId, id, device.deviceCode);
    return { answer, id, link };
  }

  async function reply(commandId: string, code: number, data?: Record<string, string>) {
    const messages = await database.transaction((trx) =>
      applyReply(ctx, trx, {
        ...replyOf(commandId, code, {
          message: code === 0 ? undefined : 'no answer on the line',
          data,
        }),
        customerId: device.customerId,
        linkDeviceCode: device.deviceCode,
        receivedAt: world.clock.now(),
      }),
    );
    publishAll(ctx.bus, messages);
  }

  const history = async () => {
    const found = await findHistory(ctx, world.caller, {
      device: undefined,
      page: 1,
      pageSize: 10,
    });
    if (!found.ok) throw new Error(found.refusal);
    return found.value.frames.filter(({ deviceCode }) => deviceCode === device.deviceCode);
  };

  it('is sent unchanged and answered with the reply', async () => {
    const { answer, id, link } = await underWay(READ.toUpperCase());
    expect(link.written[0]?.payload).toMatchObject({ op: 'frame', args: { hex: READ } });
    await reply(id, 0, { hex: REPLY.toUpperCase() });
    const outcome = await answer;
    expect(outcome.ok && hexOf(outcome.value.receive)).toBe(REPLY);
    expect(await statesOf(ctx, id)).toEqual(['queued', 'sent', 'confirmed']);
    expect(await history()).toMatchObject([{ sendHex: READ, receiveHex: REPLY, effect: 'read' }]);
    expect(await lastLog()).toMatchObject({ module: 'Protocol console', command: 'frame read' });
  });

  it('is reported as sent after 9 s without an answer; a late reply is stored', async () => {
    const { answer, id } = await underWay(READ);
    world.clock.advance(9_000);
    expect(await answer).toMatchObject({ ok: false, refusal: 'frame-not-answered' });
    expect((await commandRow(ctx, id)).state).toBe('sent');
    world.clock.advance(27_000);
    await expireCommands(ctx);
    expect((await commandRow(ctx, id)).state).toBe('unknown');
    await reply(id, 0, { hex: REPLY });
    const [kept] = await history();
    expect(kept).toMatchObject({ state: 'confirmed', receiveHex: REPLY });
    expect(kept!.receivedAt).toBeGreaterThan(kept!.expiresAt);
  });

  it('is cancelled after 9 s if it was not sent', async () => {
    // The event is published when the frame is queued and its time limit has begun.
    const queued = new Promise<string>((resolve) => {
      ctx.bus.subscribe('command.waiting', ({ commandId }) => resolve(commandId));
    });
    const answer = send(WRITE, { confirmed: true });
    const id = await queued;
    world.clock.advance(9_000);
    expect(await answer).toMatchObject({ ok: false, refusal: 'frame-not-sent' });
    expect(await commandRow(ctx, id)).toMatchObject({ state: 'cancelled', reason: 'not-sent' });
    const link = recordingLink();
    await createCommandSender(ctx, link).send(device.customerId, id, device.deviceCode);
    expect(link.written).toEqual([]);
    expect(await world.submit(device, 'open')).toMatchObject({ ok: true });
  });

  it('fails immediately if the device refuses it', async () => {
    const { answer, id } = await underWay(READ);
    await reply(id, 500);
    expect(await answer).toMatchObject({
      ok: false,
      refusal: 'frame-refused',
      detail: 'no answer on the line',
    });
  });

  it.each([
    ['nothing', {}],
    ['text that is not hexadecimal', { hex: 'zz' }],
    ['half a byte', { hex: '681' }],
    ['a far too long reply', { hex: '00'.repeat(513) }],
  ])('is not accepted as answered with %s', async (_case, data) => {
    const { answer, id } = await underWay(READ);
    await reply(id, 0, data as Record<string, string>);
    expect(await answer).toMatchObject({ ok: false, refusal: 'frame-refused' });
    expect((await commandRow(ctx, id)).reason).toBe('unreadable-answer');
    expect((await history())[0]?.receiveHex).toBeNull();
  });

  it('stores the first of two replies', async () => {
    const { answer, id } = await underWay(READ);
    await reply(id, 0, { hex: REPLY });
    await reply(id, 0, { hex: '00' });
    await answer;
    expect((await history())[0]?.receiveHex).toBe(REPLY);
  });

  it('stops waiting when the client disconnects', async () => {
    const gone = new AbortController();
    const { answer } = await underWay(READ, { signal: gone.signal });
    gone.abort();
    expect((await answer).ok).toBe(false);
  });

  it('is limited to one at a time per device', async () => {
    const { answer, id } = await underWay(READ);
    expect(await send(REGISTERS)).toMatchObject({ refusal: 'control-busy' });
    await reply(id, 0, { hex: REPLY });
    await answer;
  });

  it('blocks switch commands until it has ended, if it writes', async () => {
    const { answer, id } = await underWay(COIL, { confirmed: true });
    expect(await world.submit(device, 'open')).toMatchObject({ refusal: 'control-busy' });
    await reply(id, 0, { hex: COIL });
    await answer;
    expect(await world.submit(device, 'open')).toMatchObject({ ok: true });
    expect(await send(COIL, { confirmed: true })).toMatchObject({ refusal: 'control-busy' });
  });

  describe('refusals in the audit log', () => {
    it.each<[string, string, object, SwitchAction | null, string]>([
      ['text that is not hexadecimal', 'xy', {}, 'closeByCommand', 'frame-invalid'],
      ['half a byte', READ.slice(1), {}, 'closeByCommand', 'frame-invalid'],
      ['a wrong checksum', `${READ.slice(0, -4)}0016`, {}, 'closeByCommand', 'frame-invalid'],
      ['two frames', READ + READ, {}, 'closeByCommand', 'frame-invalid'],
      ['a reply', REPLY, {}, 'closeByCommand', 'frame-invalid'],
      ['a write that is not confirmed', WRITE, {}, 'closeByCommand', 'frame-not-confirmed'],
      ['a trip that is not confirmed', TRIP, {}, 'closeByCommand', 'frame-not-confirmed'],
      ['a coil that is not confirmed', COIL, {}, 'closeByCommand', 'frame-not-confirmed'],
      [
        'a close of a closed breaker',
        CLOSE,
        { confirmed: true },
        'closeByCommand',
        'already-closed',
      ],
      ['a trip of an open breaker', TRIP, { confirmed: true }, 'openByCommand', 'already-open'],
      [
        'a close of a breaker opened by hand',
        CLOSE,
        { confirmed: true },
        'openByManual',
        'close-disabled',
      ],
      [
        'a close of a locked breaker',
        CLOSE,
        { confirmed: true },
        'lockByCommand',
        'close-disabled',
      ],
      [
        'a trip of a padlocked breaker',
        TRIP,
        { confirmed: true },
        'lockByOrg',
        'mechanically-locked',
      ],
      ['a coil of a locked breaker', COIL, { confirmed: true }, 'lockByFault', 'close-disabled'],
      [
        'a write to a locked breaker',
        WRITE,
        { confirmed: true },
        'lockByCommand',
        'close-disabled',
      ],
      [
        'a write to a breaker that was never online',
        WRITE,
        { confirmed: true },
        null,
        'state-unknown',
      ],
    ])('include %s', async (_case, code, more, action, refusal) => {
      device = await world.addDevice({ action });
      expect(await send(code, more)).toMatchObject({ ok: false, refusal });
      expect(await frames()).toEqual([]);
      expect((await lastLog()).status).toBe(`refused:${refusal}`);
    });

    it('include a read of an offline device', async () => {
      device = await world.addDevice({ connected: false });
      expect(await send(READ)).toMatchObject({ refusal: 'device-offline' });
    });

    it('include a read of a device of another group', async () => {
      const other = await buildControlFixture(database);
      const { deviceCode } = await other.addDevice();
      expect(await send(READ, { device: deviceCode })).toMatchObject({ refusal: 'not-found' });
    });

    it('include a read of a slave, which only its gateway can reach', async () => {
      const gateway = await world.addDevice({ kind: 'gateway' });
      device = await world.addDevice({ kind: 'slave', gateway });
      expect(await send(READ)).toMatchObject({ refusal: 'order-not-supported' });
    });

    it('include a coil command with a wrong password', async () => {
      expect(await send(COIL, { confirmed: true, password: 'wrong' })).toMatchObject({
        refusal: 'bad-credentials',
      });
    });
  });

  it('can read from a locked device', async () => {
    device = await world.addDevice({ action: 'lockByCommand' });
    const { answer, id } = await underWay(READ);
    await reply(id, 0, { hex: REPLY });
    expect((await answer).ok).toBe(true);
  });

  it('is logged as a switch command without the password if it trips the breaker', async () => {
    const { answer, id } = await underWay(TRIP, { confirmed: true });
    const line = await lastLog();
    expect(line).toMatchObject({
      module: 'Remote control',
      command: 'open',
      status: 'queued',
      command_id: id,
    });
    const logged = (line.detail as { frame: string }).frame;
    expect(logged).toHaveLength(TRIP.length);
    expect(logged).toContain('******');
    expect(JSON.stringify(line.detail)).not.toContain(TRIP);
    await reply(id, 0, { hex: '680100000000006' + '89c00' + '6d16' });
    await answer;
  });

  it('counts towards the commands per minute and the pause of the breaker', async () => {
    const { answer, id } = await underWay(TRIP, { confirmed: true });
    await reply(id, 0, { hex: REPLY });
    await answer;
    expect(await send(TRIP, { confirmed: true })).toMatchObject({ refusal: 'too-soon' });
    expect(await world.submit(device, 'open')).toMatchObject({ refusal: 'too-soon' });
    for (let count = 1; count < 10; count++) {
      world.clock.advance(500);
      const more = await world.addDevice();
      expect(await world.submit(more, 'open')).toMatchObject({ ok: true });
    }
    device = await world.addDevice();
    expect(await send(COIL, { confirmed: true })).toMatchObject({ refusal: 'step-up-required' });
    const { answer: read, id: readId } = await underWay(READ);
    await reply(readId, 0, { hex: REPLY });
    expect((await read).ok).toBe(true);
  });

  it('is stored without its password in the history, and in the command once it was sent', async () => {
    const { answer, id, link } = await underWay(WRITE, { confirmed: true });
    expect(link.written[0]?.payload).toMatchObject({ args: { hex: WRITE } });
    await reply(id, 0, { hex: REPLY });
    await answer;
    const shown = (await history())[0]!.sendHex;
    expect(shown).toHaveLength(WRITE.length);
    expect(shown).toContain('******');
    const [command] = await frames();
    expect(command!.args).toEqual({ hex: shown, effect: 'write' });
  });

  it('blocks the device until it is dismissed, if it writes and is not answered', async () => {
    const { answer, id } = await underWay(WRITE, { confirmed: true });
    world.clock.advance(9_000);
    expect(await answer).toMatchObject({ refusal: 'frame-not-answered' });
    world.clock.advance(27_000);
    await expireCommands(ctx);
    expect(await statesOf(ctx, id)).toEqual(['queued', 'sent', 'unknown']);
    expect((await frames())[0]!.args).not.toMatchObject({ hex: WRITE });
    expect(await send(READ)).toMatchObject({ refusal: 'control-busy' });
    expect(await world.submit(device, 'open')).toMatchObject({ refusal: 'control-busy' });
    expect(await cancelCommand(ctx, world.caller, id)).toMatchObject({ ok: true });
    expect(await world.submit(device, 'open')).toMatchObject({ ok: true });
  });

  it('is retained while it is among the user’s newest thousand', async () => {
    const { answer, id } = await underWay(READ);
    await reply(id, 0, { hex: REPLY });
    await answer;
    const { customerId } = device;
    await sql`insert into console_frame (customer_id, command_id, device_id, user_id, user_name,
        sent_at, effect, send_hex)
      select customer_id, gen_random_uuid(), device_id, user_id, user_name, sent_at, effect, send_hex
      from console_frame, generate_series(1, 1100)
      where customer_id = ${customerId} and command_id = ${id}::uuid`.execute(database.db);
    const next = await underWay(READ);
    await reply(next.id, 0, { hex: REPLY });
    await next.answer;
    const { rows } = await sql<{ count: number; newest: boolean }>`
      select count(*)::int4 as count, bool_or(command_id = ${next.id}::uuid) as newest
      from console_frame where customer_id = ${customerId}
        and user_id = ${world.caller.userId}`.execute(database.db);
    expect(rows).toEqual([{ count: 1000, newest: true }]);
  });
});
