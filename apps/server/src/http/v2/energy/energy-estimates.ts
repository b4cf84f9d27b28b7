/** Days of devices with estimated energy on v2. */
import type { energyEstimateCalls } from '@busbar/contract/v2/energy/energy-estimates';
import { addDays } from '@busbar/domain/local-date';
import {
  type EstimatedDay,
  findEstimates,
} from '../../../areas/energy/explanation/estimate-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { kwh } from '../../present/present-energy.ts';
import { onWire } from '../../responses/field-names.ts';

const DEFAULT_ROWS = 13;

export function energyEstimateHandlers(ctx: Context): HandlersOf<typeof energyEstimateCalls> {
  return {
    'v2.energy-estimates': async ({ query, caller }) => {
      const { start, end, kind, corrected, group_id: group } = query;
      const found = await findEstimates(ctx, caller, {
        start,
        end,
        group,
        kind,
        isCorrectedToo: corrected === true,
        page: query.pn ?? 1,
        pageSize: query.ps ?? DEFAULT_ROWS,
      });
      if (!found.ok) return onWire(found);
      const { span, days, total } = found.value;
      return {
        data: { start: span.from, end: addDays(span.to, -1), list: days.map(presentDay), total },
      };
    },
  };
}

function presentDay(day: EstimatedDay) {
  const { part, decision, setWh } = day;
  return {
    date: day.day,
    device_name: day.deviceName,
    device_code: day.deviceCode,
    kinds: [...part.kinds],
    ept_estimated: kwh(part.energyWh),
    ept: kwh(day.energyWh),
    closed: day.isClosed,
    correction:
      decision === null
        ? null
        : {
            decision,
            energy: setWh === null ? null : kwh(setWh),
            reason: day.reason ?? '',
            decided_by: day.decidedBy ?? '',
            decided_at: day.decidedAt ?? 0,
          },
  };
}
