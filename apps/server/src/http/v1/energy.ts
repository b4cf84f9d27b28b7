/** Energy and fees on v1 (contract `v1/energy.ts`). */
import type { BodyOf } from '@busbar/contract/call';
import type { energyV1Calls } from '@busbar/contract/v1/energy';
import { parseInstant } from '@busbar/domain/calendar';
import type { PeriodSummary } from '@busbar/domain/consumption/period-summary';
import { type Outcome, refused } from '@busbar/domain/refusal';
import type { BandAmounts } from '../../areas/energy/queries/day-queries.ts';
import type { DeviceRow, RowUnit } from '../../areas/energy/queries/device-row-queries.ts';
import {
  type DeviceRows,
  findDeviceRows,
  spanOfInstants,
} from '../../areas/energy/queries/device-row-service.ts';
import { findEnergyFees } from '../../areas/energy/queries/energy-fee-service.ts';
import { findEnergySummary } from '../../areas/energy/queries/energy-summary-service.ts';
import { type DateType, periodName } from '../../areas/energy/queries/requested-period.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import type { HandlersOf } from '../calls/handler.ts';
import { kwh, money } from '../present/present-energy.ts';
import { onV1Wire } from '../responses/field-names.ts';

/** Default page size (docs/specification/platform.md 7.3). */
const DEFAULT_ROWS = 13;
const WIRE_NAMES = { device: 'deviceId' };

export function energyV1Handlers(ctx: Context): HandlersOf<typeof energyV1Calls> {
  type ByDate = { readonly body: ByDateBody; readonly caller: Caller };
  const energyBy =
    (unit: RowUnit) =>
    async ({ body, caller }: ByDate) =>
      presentRows(await rowsByDate(ctx, caller, unit, body), unit, presentEnergy);
  const feesBy =
    (unit: RowUnit) =>
    async ({ body, caller }: ByDate) =>
      presentRows(await rowsByDate(ctx, caller, unit, body), unit, presentFees);
  return {
    'v1.sys.home.currentEnergyFees': async ({ body, caller }) => {
      const group = body.groupId;
      const today = await findEnergyFees(ctx, caller, { dateType: 'day', group });
      if (!today.ok) return today;
      const month = await findEnergyFees(ctx, caller, { dateType: 'month', group });
      if (!month.ok) return month;
      return {
        data: {
          today: presentCurrent('day', today.value.periods[0]!),
          month: presentCurrent('month', month.value.periods[0]!),
        },
      };
    },
    'v1.sys.home.energySummary': async ({ body, caller }) => {
      const summary = await findEnergySummary(ctx, caller, body.groupId);
      if (!summary.ok) return summary;
      const amounts = (of: BandAmounts) => ({ ...presentEnergy(of), fee: money(of.fee) });
      const { today, month, year, total, trend } = summary.value;
      return {
        data: {
          today: amounts(today),
          month: amounts(month),
          year: amounts(year),
          total: amounts(total),
          trend: trend.map((entry) => ({
            date: periodName('month', entry.span),
            ...presentEnergy(entry),
          })),
        },
      };
    },
    'v1.data.findDailyEnergyByDate': energyBy('day'),
    'v1.data.findWeekEnergyByDate': energyBy('week'),
    'v1.data.findMonthEnergyByDate': energyBy('month'),
    'v1.data.findDailyFeesByDate': feesBy('day'),
    'v1.data.findWeekFeesByDate': feesBy('week'),
    'v1.data.findMonthFeesByDate': feesBy('month'),
  };
}

type ByDateBody = BodyOf<(typeof energyV1Calls)['v1.data.findDailyEnergyByDate']>;

async function rowsByDate(
  ctx: Context,
  caller: Caller,
  unit: RowUnit,
  body: ByDateBody,
): Promise<Outcome<DeviceRows>> {
  const from = parseInstant(body.startTime, caller.zone);
  const to = parseInstant(body.endTime, caller.zone);
  if (from === undefined) return refused('range-invalid', 'startTime');
  if (to === undefined) return refused('range-invalid', 'endTime');
  const span = spanOfInstants(from, to, caller.zone, 'endTime');
  if (!span.ok) return span;
  const found = await findDeviceRows(ctx, caller, {
    unit,
    span: span.value,
    page: Number(body.currentPage ?? 1),
    pageSize: Number(body.rows ?? 0) || DEFAULT_ROWS,
    device: body.deviceId,
    group: body.groupId,
  });
  return found.ok ? found : onV1Wire(found, WIRE_NAMES);
}

function presentRows<Shown>(
  found: Outcome<DeviceRows>,
  unit: RowUnit,
  present: (of: BandAmounts) => Shown,
) {
  if (!found.ok) return found;
  const { rows, sums, total, page, pageSize } = found.value;
  return {
    data: rows.map((row) => ({ ...presentDevice(row, unit), ...present(row) })),
    total: present(sums),
    currentPage: page,
    totalPage: Math.ceil(total / pageSize),
    totalCount: total,
    rows: pageSize,
  };
}

function presentDevice({ date, deviceName, deviceCode }: DeviceRow, unit: RowUnit) {
  return {
    date: unit === 'month' ? date.slice(0, 7) : date,
    deviceName,
    deviceSymbolCode: deviceCode,
  };
}

function presentEnergy({ energyWh, bandsWh }: BandAmounts) {
  const [sharp, peak, offPeak, valley] = bandsWh;
  return {
    ept: kwh(energyWh),
    ept1: kwh(sharp),
    ept2: kwh(peak),
    ept3: kwh(offPeak),
    ept4: kwh(valley),
  };
}

function presentFees({ fee, bandFees }: BandAmounts) {
  const [sharp, peak, offPeak, valley] = bandFees;
  return {
    fee: money(fee),
    fee1: money(sharp),
    fee2: money(peak),
    fee3: money(offPeak),
    fee4: money(valley),
  };
}

function presentCurrent(type: DateType, period: PeriodSummary) {
  return {
    date: periodName(type, period.span),
    ept: kwh(period.energyWh),
    fee: money(period.fee),
    momEpt: period.energyChange,
    momFee: period.feeChange,
    yoyEpt: period.energyChangeOfYear,
    yoyFee: period.feeChangeOfYear,
  };
}
