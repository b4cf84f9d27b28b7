/** Current tower state: mains, bus and battery with their reading's age, and the tower users. */

import { done, type Outcome } from '@busbar/domain/refusal';
import { freshForMs, isFresh } from '@busbar/domain/tower/decide-tower';
import { isInTime, localMinute, nextEdge, periodAt } from '@busbar/domain/tower/time-period';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { isHidden } from './hidden-breaker.ts';
import type { TowerRow, TowerUserRow } from './tower-queries.ts';
import { energySince, loadsOf } from './tower-reading-queries.ts';
import { readReported, type TowerInputs } from './tower-readings.ts';
import { readTower } from './tower-settings-service.ts';

export interface UserNow {
  readonly user: TowerUserRow;
  /** True if the caller does not see the breaker. */
  readonly isHidden: boolean;
  /** Last reported power of the user's breaker, kW; null if unknown. */
  readonly loadKw: number | null;
  /** Energy used since the current outage began, kWh. */
  readonly outageKwh: number | null;
  /** Index of the current time period. */
  readonly period: number | null;
  readonly isInTime: boolean;
  readonly nextEdgeAt: number | null;
}

export interface TowerNow {
  readonly now: number;
  readonly tower: TowerRow;
  readonly reported: TowerInputs | undefined;
  readonly isFresh: boolean;
  readonly users: readonly UserNow[];
  /** Sum of the load of all users; null if the load of any user is unknown. */
  readonly loadKw: number | null;
  /** Energy drawn from the battery since the outage began, by the users' meters. */
  readonly drawnKwh: number | null;
  /** Remaining battery time at the current load; null if unknown or if there is no outage. */
  readonly remainingMinutes: number | null;
}

export async function findTowerNow(
  ctx: Context,
  caller: Caller,
  idText: string,
): Promise<Outcome<TowerNow>> {
  const { db } = ctx.database;
  const found = await readTower(ctx, caller, idText);
  if (!found.ok) return found;
  const { tower, users } = found.value;
  const now = ctx.clock.now();
  const visible = users.filter((user) => !isHidden(caller, user));
  const ids = visible.map(({ deviceId }) => deviceId);
  const reported = await readReported(db, tower.customerId, tower.deviceId);
  const loads = await loadsOf(db, tower.customerId, ids);
  const used =
    tower.absentSince === null
      ? new Map<number, number>()
      : await energySince(db, tower.customerId, ids, tower.absentSince);
  const rows = users.map(
    (user): UserNow => ({
      user,
      isHidden: isHidden(caller, user),
      loadKw: loads.get(user.deviceId) ?? null,
      outageKwh: used.get(user.deviceId) ?? null,
      period: periodAt(user.periods, localMinute(now, tower.zone)) ?? null,
      isInTime: isInTime(user.periods, now, tower.zone),
      nextEdgeAt: nextEdge(user.periods, now, tower.zone) ?? null,
    }),
  );
  const sum = (of: (row: UserNow) => number | null) =>
    rows.reduce<number | null>((all, row) => {
      const value = of(row);
      return all === null || value === null ? null : all + value;
    }, 0);
  const loadKw = sum((row) => row.loadKw);
  const drawnKwh = tower.absentSince === null ? null : sum((row) => row.outageKwh);
  return done({
    now,
    tower,
    reported,
    isFresh:
      reported !== undefined &&
      isFresh(reported.at, { now, freshMs: freshForMs(tower.expectedIntervalS) }),
    users: rows,
    loadKw,
    drawnKwh,
    remainingMinutes: remaining(tower, drawnKwh, loadKw),
  });
}

function remaining(
  { batteryKwh }: TowerRow,
  drawnKwh: number | null,
  loadKw: number | null,
): number | null {
  if (drawnKwh === null || loadKw === null || loadKw <= 0) return null;
  return Math.max(0, Math.round(((batteryKwh - drawnKwh) / loadKw) * 60));
}
