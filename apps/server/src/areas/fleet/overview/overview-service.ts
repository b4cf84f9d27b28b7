/** Power now, positions and highest loads of the caller's devices (docs/specification/dashboard.md 7). */
import { powerNowKw } from '@busbar/domain/load/power-now';
import type { Scope } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { type DeviceOverview, readOverview } from './overview-queries.ts';

const TOP_LOADS = 5;

export interface Overview extends Omit<DeviceOverview, 'otherKw' | 'supplies'> {
  readonly powerKw: number | null;
}

export async function findOverview(ctx: Context, scope: Scope): Promise<Overview> {
  const { otherKw, supplies, ...overview } = await readOverview(
    ctx.database.db,
    scope,
    ctx.clock.now(),
    TOP_LOADS,
  );
  return { ...overview, powerKw: powerNowKw(overview.counted, otherKw, supplies) };
}
