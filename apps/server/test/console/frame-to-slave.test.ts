/**
 * Frames through a gateway or DTU to the slaves on its line: scope and interlock hold for the device
 * that the frame addresses (docs/promises.md C7).
 */
import { encodeFrame, type ProtocolVersion } from '@busbar/device-protocol/frame/encode-frame';
import { hexOf } from '@busbar/device-protocol/frame/hex';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCommandSender } from '../../src/areas/control/commands/command-sender.ts';
import { findHistory } from '../../src/areas/control/console/console-history.ts';
import { sendFrame } from '../../src/areas/control/console/send-frame.ts';
import { applyReply } from '../../src/areas/control/outcomes/apply-reply.ts';
import { publishAll } from '../../src/bus.ts';
import type { Caller } from '../../src/caller.ts';
import {
  controlFixture,
  logRows,
  recordingLink,
  replyOf,
  type TestDevice,
} from '../control/control-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';

function frame(
  address: string,
  commandCode: string,
  data: string,
  version: ProtocolVersion,
): string {
  const encoded = encodeFrame({ address, commandCode, data, version });
  if (!encoded.ok) throw new Error(encoded.refusal);
  return hexOf(encoded.value);
}

const n1 = (order: string) => `0211223300000000${order}00595923311226`;
const close = (address: string) => frame(address, '1c', n1('1c'), 1);
const open = (address: string) => frame(address, '1c', n1('1a'), 1);
const coil = (address: string) => frame(address, '05', '0000ff00', 2);
const read = (address: string) => frame(address, '03', '00000002', 2);

describeWithDatabase('a frame to a slave', (database) => {
  const { world, ctx } = controlFixture(database);
  let gateway: TestDevice;
  /** A user of the subgroup, which has the gateway; those of the root group see all devices. */
  let child: Caller;
  beforeEach(async () => {
    gateway = await world.addDevice({ kind: 'gateway', groupId: world.tenant.childGroupId });
    child = { ...world.caller, groupId: world.tenant.childGroupId };
  });

  const addressOf = ({ deviceCode }: TestDevice) => deviceCode.split('-').at(-1)!;
  /** Returns when the frame is refused or waits for its gateway. */
  async function send(code: string, caller: Caller = world.caller) {
    const queuedNow = new AbortController();
    const end = ctx.bus.subscribe('command.waiting', () => queuedNow.abort());
    const answer = await sendFrame(ctx, caller, {
      device: gateway.deviceCode,
      code,
      confirmed: true,
      password: undefined,
      source: 'test',
      signal: queuedNow.signal,
    });
    end();
    return answer;
  }
  const queued = async () => {
    const rows = await database.db
      .selectFrom('command')
      .select(['command_id', 'device_id', 'link_device_code'])
      .where('customer_id', '=', gateway.customerId)
      .where('state', '=', 'queued')
      .execute();
    return rows;
  };

  it.each([
    ['closes nothing that was opened by hand', 'openByManual', close, 'close-disabled'],
    ['writes to nothing that was opened by hand', 'openByManual', coil, 'close-disabled'],
    ['writes to nothing of an unknown state', null, coil, 'state-unknown'],
    ['opens nothing that is open', 'openByCommand', open, 'already-open'],
  ] as const)('%s', async (_case, action, build, refusal) => {
    const slave = await world.addDevice({ kind: 'slave', gateway, action });
    expect(await send(build(addressOf(slave)))).toMatchObject({ ok: false, refusal });
    expect(await queued()).toEqual([]);
  });

  describe('of another group', () => {
    it.each([
      ['a write', coil],
      ['a close', close],
      ['a read', read],
      ['a read of any meter', () => frame('AA', '11', '00010102', 1)],
    ] as const)('is refused as unknown: %s', async (_case, build) => {
      const slave = await world.addDevice({ kind: 'slave', gateway, action: 'openByCommand' });
      expect(await send(build(addressOf(slave)), child)).toMatchObject({ refusal: 'not-found' });
      expect(await queued()).toEqual([]);
    });
  });

  it.each([
    ['a write to an unknown station', coil('99')],
    ['a Modbus broadcast', coil('0')],
    ['a close of any meter', close('AA')],
    ['a broadcast of the time', frame('999999999999', '08', '000000010126', 1)],
  ])('must address one slave: %s is refused on a line with slaves', async (_case, code) => {
    expect(await send(code)).not.toMatchObject({ refusal: 'frame-station-unknown' });
    await database.db.deleteFrom('console_frame').execute();
    await sql`update command set state = 'cancelled', ended_at = now()
      where customer_id = ${gateway.customerId}`.execute(database.db);
    await world.addDevice({ kind: 'slave', gateway, action: 'closeByCommand' });
    expect(await send(code)).toMatchObject({ refusal: 'frame-station-unknown' });
  });

  it('is a command of the slave that its gateway carries', async () => {
    const slave = await world.addDevice({ kind: 'slave', gateway, action: 'openByCommand' });
    await send(close(addressOf(slave)));
    const [command] = await queued();
    const linkCode = gateway.deviceCode;
    expect(command).toMatchObject({ device_id: slave.deviceId, link_device_code: linkCode });
    expect(await logRows(ctx, gateway.customerId)).toMatchObject([
      { command: 'close', device_id: slave.deviceId, status: 'queued' },
    ]);
    expect(await world.submit(slave, 'close')).toMatchObject({ refusal: 'control-busy' });
    expect(await send(read('99'))).toMatchObject({ refusal: 'control-busy' });
    const link = recordingLink();
    await createCommandSender(ctx, link).send(gateway.customerId, command!.command_id, linkCode);
    expect(link.written).toMatchObject([{ deviceCode: linkCode, payload: { op: 'frame' } }]);
    const messages = await database.transaction((trx) =>
      applyReply(ctx, trx, {
        ...replyOf(command!.command_id, 0, { data: { hex: '68' } }),
        customerId: gateway.customerId,
        linkDeviceCode: linkCode,
        receivedAt: world.clock.now(),
      }),
    );
    publishAll(ctx.bus, messages);
    const history = async (caller: Caller) => {
      const question = { device: linkCode, page: 1, pageSize: 10 };
      const found = await findHistory(ctx, caller, question);
      return found.ok && found.value.frames;
    };
    expect(await history(world.caller)).toMatchObject([
      { deviceCode: slave.deviceCode, linkDeviceCode: linkCode, receiveHex: '68' },
    ]);
    expect(await history(child)).toEqual([]);
  });

  it('is withdrawn before it is sent if the slave was moved out of the scope', async () => {
    const { childGroupId } = world.tenant;
    const slave = await world.addDevice({
      kind: 'slave',
      gateway,
      action: 'openByCommand',
      groupId: childGroupId,
    });
    await database.db
      .updateTable('user_account')
      .set({ group_id: childGroupId })
      .where('user_id', '=', child.userId)
      .execute();
    await send(close(addressOf(slave)), child);
    await database.db
      .updateTable('device')
      .set({ group_id: world.tenant.groupId })
      .where('device_id', '=', slave.deviceId)
      .execute();
    const link = recordingLink();
    const [command] = await queued();
    const { customerId, deviceCode } = gateway;
    await createCommandSender(ctx, link).send(customerId, command!.command_id, deviceCode);
    expect(link.written).toEqual([]);
  });

  it('is found by its station on a line with settings', async () => {
    gateway = await world.addDevice({ kind: 'dtu', action: 'closeByManual' });
    const slave = await world.addDevice({ kind: 'slave', gateway, action: 'openByManual' });
    const { customerId } = gateway;
    await sql`insert into serial_line (customer_id, device_id, protocol, baud, heartbeat, needs_secret)
      values (${customerId}, ${gateway.deviceId}, 'modbus-rtu', 9600, 'HB', true)`.execute(
      database.db,
    );
    for (const [{ deviceId }, station] of [
      [gateway, '1'],
      [slave, '77'],
    ] as const) {
      await sql`insert into line_meter (customer_id, device_id, station, profile_id, interval_s,
          changed_by, change_reason)
        values (${customerId}, ${deviceId}, ${station}, 'generic-modbus-breaker', 60, 0, 'x')`.execute(
        database.db,
      );
    }
    expect(await send(coil('77'))).toMatchObject({ refusal: 'close-disabled' });
    expect(await send(coil(addressOf(slave)))).toMatchObject({ refusal: 'frame-station-unknown' });
    await send(coil('1'));
    expect(await queued()).toMatchObject([{ device_id: gateway.deviceId }]);
  });
});
