/** Mean power of the last 24 hours and today's peak, from the quarter hours of the groups. */
import { daysOfCurve, type PowerCurve, powerCurve } from '@busbar/domain/consumption/power-curve';
import type { Viewer } from '../../../caller.ts';
import type { Read } from '../../../storage/database.ts';
import { dayQuarters } from './day-queries.ts';

export function powerCurveOf(viewer: Viewer, now: number): Read<PowerCurve> {
  const { customerId, groupId, rootGroupId, zone } = viewer;
  const scope = { customerId, groupId, rootGroupId };
  const { query, resultOf } = dayQuarters(scope, daysOfCurve(now, zone));
  return {
    query,
    resultOf(rows) {
      const quarters = resultOf(rows);
      return powerCurve((day) => quarters.get(day)?.wh, now, zone);
    },
  };
}
