/** Rows of `console_frame`: sent frames and their responses. */

import { readHex } from '@busbar/device-protocol/frame/hex';
import { withoutPasswords } from '@busbar/device-protocol/frame/names/frame-passwords';
import { pickSnakeCase } from '@busbar/domain/key-case';
import type { CommandState } from '@busbar/domain/switch/command-state';
import type { FrameEffect } from '@busbar/domain/switch/frame-interlock';
import { sql } from 'kysely';
import type { Caller, Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { hasCommand, type NewCommand } from '../commands/command-queries.ts';
import type { ControlTarget } from '../commands/control-target-queries.ts';

export async function insertFrame(
  trx: Executor,
  caller: Caller,
  { command, effect, hex }: { command: NewCommand; effect: FrameEffect; hex: string },
): Promise<void> {
  await trx
    .insertInto('console_frame')
    .values({
      ...pickSnakeCase(caller, 'customerId', 'userId', 'userName'),
      ...pickSnakeCase(command, 'commandId', 'deviceId'),
      sent_at: instant(command.createdAt),
      effect,
      send_hex: hex,
      receive_hex: null,
    })
    .execute();
  await purgeOldFrames(trx, caller);
}

/** Maximum frames stored per user; the operation log still records that there were more. */
const MAX_FRAMES = 1_000;

async function purgeOldFrames(trx: Executor, { customerId, userId }: Caller): Promise<void> {
  await sql`delete from console_frame
    where customer_id = ${customerId} and user_id = ${userId} and console_frame_id <= (
      select console_frame_id from console_frame
      where customer_id = ${customerId} and user_id = ${userId}
      order by console_frame_id desc offset ${MAX_FRAMES} limit 1)`.execute(trx);
}

/** `lineIds`: the devices that share the serial line with this one. */
export function isFrameUnderWay(
  trx: Executor,
  { customerId, deviceId }: Pick<ControlTarget, 'customerId' | 'deviceId'>,
  lineIds: readonly number[],
): Promise<boolean> {
  // A write with an unknown outcome counts as under way until the reply arrives or a user overrides
  // the command.
  return hasCommand(
    trx,
    sql`customer_id = ${customerId} and device_id = any(${sql.val([...lineIds])}::integer[])
      and kind = 'frame' and (state in ('queued', 'sent')
        or state = 'unknown' and device_id = ${deviceId} and args ->> 'effect' <> 'read')`,
  );
}

function storedHex(hex: string): string {
  const read = readHex(hex);
  return read.ok ? withoutPasswords(read.bytes) : hex;
}

/** Stores the first reply; a repeated reply is identical. */
export async function recordFrameReply(
  trx: Executor,
  customerId: number,
  commandId: string,
  hex: string,
  receivedAt: number,
): Promise<void> {
  await trx
    .updateTable('console_frame')
    .set({ receive_hex: storedHex(hex), received_at: instant(receivedAt) })
    .where('customer_id', '=', customerId)
    .where('command_id', '=', commandId)
    .where('receive_hex', 'is', null)
    .execute();
}

export interface FrameRow {
  readonly id: number;
  readonly commandId: string;
  readonly deviceCode: string;
  readonly deviceName: string;
  /** Code of the device that carried the frame. */
  readonly linkDeviceCode: string;
  readonly userId: number;
  readonly userName: string;
  readonly sentAt: number;
  readonly expiresAt: number;
  readonly effect: FrameEffect;
  readonly sendHex: string;
  readonly state: CommandState;
  readonly reason: string | null;
  readonly detail: string | null;
  readonly receiveHex: string | null;
  readonly receivedAt: number | null;
}

const COLUMNS = sql`f.console_frame_id as id, f.command_id as "commandId",
  d.device_code as "deviceCode", d.name as "deviceName", c.link_device_code as "linkDeviceCode", f.user_id as "userId",
  f.user_name as "userName", f.sent_at as "sentAt", c.expires_at as "expiresAt", f.effect,
  f.send_hex as "sendHex", c.state, c.reason, c.detail, f.receive_hex as "receiveHex",
  f.received_at as "receivedAt"`;

const JOINS = sql`join command c on c.customer_id = f.customer_id and c.command_id = f.command_id
  join device d on d.customer_id = f.customer_id and d.device_id = f.device_id
  join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id`;

export async function frameOfCommand(
  executor: Executor,
  { customerId }: Scope,
  commandId: string,
): Promise<FrameRow | undefined> {
  const { rows } = await sql<FrameRow>`
    select ${COLUMNS} from console_frame f ${JOINS}
    where f.customer_id = ${customerId} and f.command_id = ${commandId}::uuid`.execute(executor);
  return rows[0];
}

interface FramePage {
  readonly deviceId: number | undefined;
  readonly page: number;
  readonly pageSize: number;
}

/**
 * Returns the frames to devices that are now in the caller's group or below, newest first; those of a
 * gateway with the frames that it has carried to its slaves.
 */
export async function framesInScope(
  executor: Executor,
  { customerId, groupId }: Scope,
  { deviceId, page, pageSize }: FramePage,
): Promise<{ readonly frames: FrameRow[]; readonly total: number }> {
  const where = sql`f.customer_id = ${customerId}
    and g.path @> array[${groupId}::integer]
    and (${deviceId ?? null}::integer is null
      or ${deviceId ?? null}::integer in (d.device_id, d.gateway_id))`;
  const { rows: frames } = await sql<FrameRow>`
    select ${COLUMNS} from console_frame f ${JOINS} where ${where}
    order by f.console_frame_id desc
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(executor);
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from console_frame f ${JOINS} where ${where}`.execute(executor);
  return { frames, total: rows[0]!.total };
}
