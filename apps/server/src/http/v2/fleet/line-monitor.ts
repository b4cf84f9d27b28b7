/** The line monitor of a DTU on v2. */
import type { lineMonitorCalls } from '@busbar/contract/v2/fleet/line-monitor';
import { pickSnakeCase } from '@busbar/domain/key-case';
import type { StoredReport } from '../../../areas/fleet/serial-lines/line-report-queries.ts';
import { monitorLine } from '../../../areas/fleet/serial-lines/monitor-line.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';

export function lineMonitorHandlers(ctx: Context): HandlersOf<typeof lineMonitorCalls> {
  return {
    'v2.serial-line.monitor': async ({ params, caller }) => {
      const found = await monitorLine(ctx, caller, params.device_code);
      if (!found.ok) return found;
      const now = ctx.clock.now();
      return { data: { report: found.value ? presentReport(found.value, now) : null } };
    },
  };
}

function presentReport({ reportedAt, report }: StoredReport, now: number) {
  const { sent, answers, refusals, timeouts, incomplete, discarded, faults, frames } = report;
  return {
    age_ms: Math.max(0, now - reportedAt),
    ...pickSnakeCase(report, 'connectedAt', 'lastReceivedAt'),
    ...{ sent, answers, refusals, timeouts, incomplete },
    discarded: Object.entries(discarded)
      .filter(([, bytes]) => bytes > 0)
      .map(([reason, bytes]) => ({ reason, bytes })),
    left_alone: [...report.leftAlone],
    faults: [...faults],
    frames: frames.toReversed().map((frame) => ({ ...frame, words: [...frame.words] })),
  };
}
