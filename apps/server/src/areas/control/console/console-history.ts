/** History of sent frames for display; their passwords are not stored. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { type FrameRow, framesInScope } from './frame-queries.ts';

export async function findHistory(
  ctx: Context,
  caller: Caller,
  question: {
    readonly device: string | undefined;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<Outcome<{ readonly frames: readonly FrameRow[]; readonly total: number }>> {
  const { db } = ctx.database;
  const { device, page, pageSize } = question;
  const found = device === undefined ? undefined : await findDevice(db, caller, device);
  if (device !== undefined && found === undefined) return refused('not-found', 'device_sn');
  const { frames, total } = await framesInScope(db, caller, {
    deviceId: found?.deviceId,
    page,
    pageSize,
  });
  return done({ frames, total });
}
