/**
 * Preview of a move before it is confirmed: the users whose view changes, and the automations that
 * continue even though their creators may see less.
 */
import { viewChange } from '@busbar/domain/access/group-views';
import { done, type Outcome } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { listGroups } from './group-queries.ts';
import { devicesOf, type PlacedDevice, type PlacedUser } from './placed-queries.ts';
import { type DeviceParcel, planMove, type TreeMove } from './plan-move.ts';
import { type Touched, touchedBy } from './touched-by-move-queries.ts';

/** Maximum number of names per list; `VIEWS_SHOWN` limits the views. Counts are always complete. */
export const NAMES_SHOWN = 100;
const VIEWS_SHOWN = 50;

export interface SeenDevices {
  readonly number: number;
  readonly devices: readonly PlacedDevice[];
}

export interface ShownView {
  readonly users: readonly PlacedUser[];
  readonly userNumber: number;
  readonly before: string;
  readonly after: string;
  readonly lost: SeenDevices;
  readonly gained: SeenDevices;
}

export interface MovePreview {
  readonly token: string;
  /** Number of devices whose group path changes. */
  readonly movedDevices: number;
  readonly movedUsers: number;
  readonly views: readonly ShownView[];
  readonly viewNumber: number;
  readonly touched: Touched;
}

export async function previewMove(
  ctx: Context,
  caller: Caller,
  move: TreeMove,
): Promise<Outcome<MovePreview>> {
  const { db } = ctx.database;
  const planned = await planMove(db, caller, move, false);
  if (!planned.ok) return planned;
  const { parcels, viewers, users, token } = planned.value;
  const changes = viewers
    .map((viewer) => ({ viewer, change: viewChange(parcels, viewer) }))
    .map(({ viewer, change }) => ({
      viewer,
      ...change,
      number: numberOf(change.lost) + numberOf(change.gained),
    }))
    .filter(({ viewer, number }) => number > 0 || viewer.before !== viewer.after)
    .toSorted((a, b) => b.number - a.number);
  const names = new Map((await listGroups(db, caller)).map((group) => [group.groupId, group.name]));
  const seen = async (some: readonly DeviceParcel[]): Promise<SeenDevices> => {
    const number = numberOf(some);
    if (number === 0) return { number, devices: [] };
    return {
      number,
      devices: await devicesOf(db, caller.customerId, some, { limit: NAMES_SHOWN }),
    };
  };
  const views: ShownView[] = [];
  for (const { viewer, lost, gained } of changes.slice(0, VIEWS_SHOWN)) {
    views.push({
      users: viewer.users.slice(0, NAMES_SHOWN),
      userNumber: viewer.users.length,
      before: names.get(viewer.before) ?? '',
      after: names.get(viewer.after) ?? '',
      lost: await seen(lost),
      gained: await seen(gained),
    });
  }
  const moved = parcels.filter(({ from, to }) => from.join() !== to.join());
  const losers = changes.filter(({ lost }) => numberOf(lost) > 0);
  return done({
    token,
    movedDevices: numberOf(moved),
    movedUsers: users.length,
    views,
    viewNumber: changes.length,
    touched: await touchedBy(db, caller.customerId, {
      moved,
      losers: losers.flatMap(({ viewer }) => viewer.users.map(({ userId }) => userId)),
    }),
  });
}

function numberOf(parcels: readonly DeviceParcel[]): number {
  return parcels.reduce((sum, { number }) => sum + number, 0);
}
