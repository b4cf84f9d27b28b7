/** The present state of all devices on the dashboard, in one call. */
import type { dashboardNowCalls } from '@busbar/contract/v2/fleet/dashboard-now';
import { pickSnakeCase } from '@busbar/domain/key-case';
import { loadPercent } from '@busbar/domain/load/load-percent';
import { activeAlarmCounts } from '../../../areas/alarms/alarm-count-service.ts';
import { powerCurveOf } from '../../../areas/energy/queries/power-curve-service.ts';
import type { TopLoad } from '../../../areas/fleet/overview/overview-queries.ts';
import { overviewOf } from '../../../areas/fleet/overview/overview-service.ts';
import type { Viewer } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { JoinedReads } from '../../calls/joined-reads.ts';

export function dashboardNowHandlers(ctx: Context): HandlersOf<typeof dashboardNowCalls> {
  const reads = new JoinedReads();

  async function readNow(viewer: Viewer) {
    const now = ctx.clock.now();
    return ctx.database.readTogether(
      overviewOf(viewer, now),
      powerCurveOf(viewer, now),
      await activeAlarmCounts(ctx, viewer),
    );
  }

  return {
    'v2.dashboard-now': async ({ caller }) => {
      const [overview, curve, alarms] = await reads.read(caller, [], readNow);
      const { from, kw, peak } = curve;
      return {
        data: {
          at: ctx.clock.now(),
          devices: overview.presence,
          power: {
            kw: overview.powerKw,
            ...pickSnakeCase(overview, 'counted', 'uncounted'),
            curve: { from, kw: [...kw] },
            peak,
          },
          breakers: { ...overview.positions, not_online: overview.breakersNotOnline },
          alarms: alarms.map((row) => ({
            priority: row.priority,
            count: row.alarms,
            oldest_at: row.oldestAt,
          })),
          top_loads: overview.topLoads.map(presentTopLoad),
        },
      };
    },
  };
}

function presentTopLoad(device: TopLoad) {
  return {
    ...pickSnakeCase(device, 'deviceCode', 'deviceName', 'loadKw'),
    load_percent: loadPercent(device.highestCurrentA, device.ratedCurrentA) ?? 0,
    load_at: device.measuredAt,
  };
}
