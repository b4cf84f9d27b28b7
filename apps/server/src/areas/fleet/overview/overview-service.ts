/** Power now, positions and highest loads of the caller's devices (docs/specification/dashboard.md 7). */
import { powerNowKw } from '@busbar/domain/load/power-now';
import type { Scope } from '../../../caller.ts';
import type { Read } from '../../../storage/database.ts';
import { type DeviceOverview, deviceOverview } from './overview-queries.ts';

const TOP_LOADS = 5;

export interface Overview extends Omit<DeviceOverview, 'otherKw' | 'supplies'> {
  readonly powerKw: number | null;
}

export function overviewOf(scope: Scope, now: number): Read<Overview> {
  const { query, resultOf } = deviceOverview(scope, now, TOP_LOADS);
  return {
    query,
    resultOf(rows) {
      const { otherKw, supplies, ...overview } = resultOf(rows);
      return { ...overview, powerKw: powerNowKw(overview.counted, otherKw, supplies) };
    },
  };
}
