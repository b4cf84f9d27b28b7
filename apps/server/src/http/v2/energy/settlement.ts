/** v2 calls for settlement periods and bills. */
import type { settlementCalls } from '@busbar/contract/v2/energy/settlement';
import { pickSnakeCase } from '@busbar/domain/key-case';
import { addDays } from '@busbar/domain/local-date';
import { addAmounts } from '@busbar/domain/tariff/amount';
import { TARIFF_BANDS } from '@busbar/domain/tariff/band';
import { findBillComparison } from '../../../areas/energy/billing/bill-comparison-service.ts';
import type { TariffLine } from '../../../areas/energy/billing/bill-queries.ts';
import { findBill, type WholeBill } from '../../../areas/energy/billing/bill-service.ts';
import { closePeriod } from '../../../areas/energy/billing/close-period.ts';
import { type ClosedUpTo, closePeriodsUpTo } from '../../../areas/energy/billing/close-up-to.ts';
import {
  changeSettlementDay,
  findSettlement,
  lastDayOf,
  type PeriodAmounts,
  type SettlementOverview,
} from '../../../areas/energy/billing/settlement-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { presentComparison } from '../../present/present-comparison.ts';
import { kwh, money } from '../../present/present-energy.ts';
import { presentPeriod } from '../../present/present-period.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const WIRE_NAMES = { device: 'device_code' };

export function settlementHandlers(ctx: Context): HandlersOf<typeof settlementCalls> {
  return {
    'v2.settlement': async ({ caller }) => ({
      data: presentOverview(await findSettlement(ctx, caller)),
    }),
    'v2.settlement.update': async ({ body, caller }) => {
      const changed = await changeSettlementDay(ctx, caller, body.settlement_day);
      return changed.ok
        ? { data: presentOverview(changed.value), msg: REFUSAL_MESSAGES.updated }
        : changed;
    },
    'v2.settlement.close': async ({ body, caller }) => {
      const closed = await closePeriod(ctx, caller, body.start);
      return closed.ok
        ? { data: presentOverview(closed.value), msg: REFUSAL_MESSAGES.updated }
        : closed;
    },
    'v2.settlement.close-up-to': async ({ body, caller }) => {
      const closed = await closePeriodsUpTo(ctx, caller, body.start);
      return closed.ok
        ? { data: presentClosedUpTo(closed.value), msg: REFUSAL_MESSAGES.updated }
        : closed;
    },
    'v2.bill': async ({ query, caller }) => {
      const found = await findBill(ctx, caller, {
        start: query.start,
        device: query.device_code,
        group: query.group_id,
        page: query.pn ?? 1,
        pageSize: query.ps,
      });
      return found.ok ? { data: presentBill(found.value) } : onWire(found, WIRE_NAMES);
    },
    'v2.bill.comparison': async ({ query, caller }) => {
      const { start, device_code: device, group_id: group } = query;
      const found = await findBillComparison(ctx, caller, { start, device, group });
      if (!found.ok) return onWire(found, WIRE_NAMES);
      return { data: found.value === null ? null : presentComparison(found.value) };
    },
  };
}

function presentAmounts(period: PeriodAmounts) {
  return {
    ...presentPeriod(period),
    ept: kwh(period.energyWh),
    fee: money(period.amount),
    adjustment_ept: kwh(period.adjustmentWh),
    adjustment: period.adjustment / 100,
    total: money(addAmounts(period.amount, period.adjustment)),
    provisional: period.provisional,
    closes_itself: period.closesItself,
  };
}

function presentOverview({ settlementDay, periods }: SettlementOverview) {
  const open = periods.find(({ state }) => state === 'open')!;
  const inState = (wanted: string) =>
    periods.filter(({ state }) => state === wanted).map(presentAmounts);
  return {
    settlement_day: settlementDay,
    next_start: addDays(lastDayOf(open), 1),
    open: presentAmounts(open),
    ended: inState('ended'),
    closed: inState('closed'),
  };
}

function presentClosedUpTo({ closed, stopped, overview }: ClosedUpTo) {
  return {
    ...presentOverview(overview),
    closed_now: [...closed],
    stopped:
      stopped === null
        ? null
        : {
            start: stopped.period.start,
            end: lastDayOf(stopped.period),
            reason: stopped.refusal,
          },
  };
}

function presentLine(line: TariffLine) {
  return {
    band: TARIFF_BANDS.indexOf(line.band) + 1,
    price: line.price === null ? null : Number(line.price),
    ept: kwh(line.energyWh),
    amount: money(line.amount),
    ...pickSnakeCase(line, 'rateName', 'rateVersion'),
  };
}

export function presentBill(bill: WholeBill) {
  return {
    ...presentPeriod(bill.period),
    lines: bill.lines.map((line) => ({
      ...presentLine(line),
      ...pickSnakeCase(line, 'deviceName', 'deviceCode'),
    })),
    line_count: bill.lineCount,
    sums: bill.sums.map(presentLine),
    adjustments: bill.adjustments.map((line) => ({
      of_start: line.of.start,
      of_end: lastDayOf(line.of),
      ept: kwh(line.energyWh),
      amount: line.amount / 100,
      ...pickSnakeCase(line, 'deviceName', 'deviceCode', 'reason', 'at'),
    })),
    ept: kwh(bill.energyWh),
    fee: money(bill.amount),
    adjustment: bill.adjustment / 100,
    total: money(addAmounts(bill.amount, bill.adjustment)),
  };
}
