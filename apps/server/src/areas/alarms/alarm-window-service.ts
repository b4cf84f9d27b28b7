/** Maintenance windows: list, open, end early. They are never deleted. */

import { LOG_MODULES, type LogCommand } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../storage/database.ts';
import { type FoundDevice, findDevice } from '../fleet/devices/device-lookup-queries.ts';
import { findGroup } from '../fleet/groups/group-queries.ts';
import { parseId } from '../shared/identifier.ts';
import { writeLog } from '../shared/operation-log/write-log.ts';
import { plainText } from '../shared/plain-text.ts';
import {
  endWindow,
  insertWindow,
  listWindows,
  lockWindow,
  type WindowRow,
} from './alarm-window-queries.ts';

const LONGEST_MS = 30 * 86_400_000;

export interface WindowInput {
  readonly device: string | undefined;
  readonly group: string | undefined;
  /** Epoch ms. */
  readonly from: number | undefined | 'invalid';
  readonly to: number | undefined | 'invalid';
  readonly reason: string;
}

export function findWindows(
  ctx: Context,
  caller: Caller,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ windows: WindowRow[]; total: number }> {
  return listWindows(ctx.database.db, caller, pageSize, (page - 1) * pageSize);
}

export async function addWindow(
  ctx: Context,
  caller: Caller,
  { device: code, group, from, to, reason: text }: WindowInput,
): Promise<Outcome<{ id: number }>> {
  const reason = plainText(text);
  return ctx.database.transaction(async (trx) => {
    const now = ctx.clock.now();
    const device = code === undefined ? undefined : await findDevice(trx, caller, code);
    if (code !== undefined && device === undefined) return refused('not-found', 'device');
    const of = group === undefined ? undefined : await findGroup(trx, caller, group);
    if (group !== undefined && of === undefined) return refused('group-unknown', 'groupId');
    if ((code === undefined) === (group === undefined)) return refused('info-required', 'device');
    if (typeof from !== 'number') return refused('window-invalid', 'from');
    if (typeof to !== 'number' || to <= Math.max(now, from) || to - from > LONGEST_MS) {
      return refused('window-invalid', 'to');
    }
    if (reason === '') return refused('window-reason-required', 'reason');
    const id = await insertWindow(trx, caller, {
      deviceId: device?.deviceId ?? null,
      groupId: of?.groupId ?? null,
      from,
      to,
      reason,
      now,
    });
    await log(trx, caller, device, now, 'add maintenance window', {
      window: id,
      ...(of === undefined ? {} : { group: of.groupId }),
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      reason,
    });
    return done({ id });
  });
}

export async function cancelWindow(
  ctx: Context,
  caller: Caller,
  idText: string,
): Promise<Outcome<undefined>> {
  return ctx.database.transaction(async (trx) => {
    const id = parseId(idText);
    const window = id === undefined ? undefined : await lockWindow(trx, caller, id);
    if (window === undefined) return refused('not-found');
    const now = ctx.clock.now();
    if (window.cancelledAt !== null || window.to <= now) return refused('window-over');
    await endWindow(trx, caller, window.id, now);
    const device =
      window.deviceCode === null ? undefined : await findDevice(trx, caller, window.deviceCode);
    await log(trx, caller, device, now, 'end maintenance window', { window: window.id });
    return done(undefined);
  });
}

function log(
  trx: Executor,
  caller: Caller,
  device: FoundDevice | undefined,
  at: number,
  command: LogCommand,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  return writeLog(trx, caller, {
    at,
    module: LOG_MODULES.alarms,
    command,
    device,
    detail,
  });
}
