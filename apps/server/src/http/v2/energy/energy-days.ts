/** v2 calls for energy and fees of each device and day. */
import type { energyDaysCalls } from '@busbar/contract/v2/energy/energy-days';
import type { DaySpan } from '@busbar/domain/consumption/elapsed-part';
import { pickSnakeCase } from '@busbar/domain/key-case';
import { addDays, localDateOf } from '@busbar/domain/local-date';
import type { RowSort } from '../../../areas/energy/queries/device-row-queries.ts';
import {
  type DeviceRows,
  findDeviceRows,
  spanOfDays,
} from '../../../areas/energy/queries/device-row-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { presentBandFees, presentBands } from '../../present/present-energy.ts';
import { onWire } from '../../responses/field-names.ts';

const WIRE_NAMES = { device: 'device_code' };
const SORTS = {
  date: 'date',
  device_name: 'deviceName',
  ept: 'energy',
  fee: 'fee',
} as const satisfies Record<string, RowSort>;
const DEFAULT_ROWS = 13;

export function energyDaysHandlers(ctx: Context): HandlersOf<typeof energyDaysCalls> {
  return {
    'v2.energy-days': async ({ query, caller }) => {
      const span = spanOfDays(query, localDateOf(ctx.clock.now(), caller.zone));
      if (!span.ok) return span;
      const found = await findDeviceRows(ctx, caller, {
        unit: 'day',
        span: span.value,
        page: query.pn ?? 1,
        pageSize: query.ps ?? DEFAULT_ROWS,
        device: query.device_code,
        group: query.group_id,
        sort: query.sort && SORTS[query.sort],
        descending: query.order && query.order === 'desc',
        byDay: query.by_day,
      });
      return found.ok
        ? { data: presentDeviceRows(found.value, span.value) }
        : onWire(found, WIRE_NAMES);
    },
  };
}

export function presentDeviceRows({ rows, sums, total, days }: DeviceRows, span: DaySpan) {
  return {
    start: span.from,
    end: addDays(span.to, -1),
    list: rows.map((row) => ({
      provisional: !row.final,
      ...presentBands(row),
      ...presentBandFees(row),
      ...pickSnakeCase(row, 'date', 'deviceName', 'deviceCode', 'estimated'),
      ...pickSnakeCase(row, 'rateName', 'rateVersion'),
    })),
    total,
    sums: { ...presentBands(sums), ...presentBandFees(sums) },
    ...(days === undefined
      ? {}
      : {
          days: days.toReversed().map((day) => ({
            date: day.day,
            ...presentBands(day),
            ...presentBandFees(day),
            provisional: !day.final,
            estimated: day.estimated,
          })),
        }),
  };
}
