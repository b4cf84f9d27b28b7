/** The serial line of a DTU as a caller sees it. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { type FoundDevice, findDevice } from '../devices/device-lookup-queries.ts';
import { findLineMembers, type LineMember } from './line-meter-list-queries.ts';
import { findTrouble } from './outgoing-line-queries.ts';
import { findSerialLines, type StoredLine, type StoredMeter } from './serial-line-queries.ts';

export interface LineView {
  readonly dtu: FoundDevice;
  /** Undefined if the settings were never saved. */
  readonly line: StoredLine | undefined;
  /** Why the platform is not connected to an outgoing line; null if it is, or if the DTU dials in. */
  readonly trouble: string | null;
  readonly meters: readonly MeterView[];
}

export interface MeterView extends LineMember {
  /** Undefined for a slave that is not polled. */
  readonly settings: StoredMeter | undefined;
}

export async function readLine(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
): Promise<Outcome<LineView>> {
  const { db } = ctx.database;
  const dtu = await findDevice(db, caller, idOrCode);
  if (dtu === undefined) return refused('not-found');
  if (dtu.kind !== 'dtu') return refused('device-not-dtu');
  const [line] = await findSerialLines(db, [dtu]);
  const isOutgoing = line !== undefined && line.transport !== 'dial-in';
  const trouble = isOutgoing ? await findTrouble(db, dtu) : null;
  const members = await findLineMembers(db, caller, dtu.deviceId, ctx.clock.now());
  const meters = members.map((member) => ({
    ...member,
    settings: line?.meters.find(({ deviceId }) => deviceId === member.deviceId),
  }));
  // A DTU that is not a meter itself only carries the others.
  const isMeter = ({ slot, settings }: MeterView) => slot !== null || settings !== undefined;
  return done({ dtu, line, trouble, meters: meters.filter(isMeter) });
}
