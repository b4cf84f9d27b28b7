/** Converts whole Wh and minor units to kWh and currency units: exact on the wire. */
import { formatLocal } from '@busbar/domain/calendar';
import type { PeriodSummary } from '@busbar/domain/consumption/period-summary';
import { inCurrencyUnits } from '@busbar/domain/tariff/amount';
import type { BandAmounts } from '../../areas/energy/queries/day-queries.ts';
import { type DateType, periodName } from '../../areas/energy/queries/requested-period.ts';

/** Converts Wh to kWh; a quotient has at most three decimals. */
export function kwh(wh: number): number {
  return wh / 1000;
}

/**
 * Converts minor units to currency units with at most two decimals; null if the amount includes
 * energy without a price.
 */
export const money = inCurrencyUnits;

export const kwhOrNull = (wh: number | null) => (wh === null ? null : Math.round(wh) / 1000);

export function presentPeriod(type: DateType, period: PeriodSummary, zone: string) {
  const until = period.comparedUntil;
  return {
    date: periodName(type, period.span),
    ept: kwh(period.energyWh),
    fee: money(period.fee),
    mom_ept: period.energyChange,
    mom_fee: period.feeChange,
    yoy_ept: period.energyChangeOfYear,
    yoy_fee: period.feeChangeOfYear,
    ept_max: kwhOrNull(period.mostWh),
    ept_min: kwhOrNull(period.leastWh),
    ept_avg: kwhOrNull(period.meanWh),
    provisional: period.provisional,
    estimated: period.estimated,
    compared_until: until === null ? null : formatLocal(until, zone),
  };
}

export function presentParts({ parts }: PeriodSummary) {
  return parts.map(({ day, hour, energyWh, fee }) => ({
    date: hour === null ? day : `${day} ${String(hour).padStart(2, '0')}:00`,
    ept: energyWh === null ? null : kwh(energyWh),
    fee: money(fee),
  }));
}

export function presentBands({ energyWh, bandsWh }: Pick<BandAmounts, 'energyWh' | 'bandsWh'>) {
  return {
    ept: kwh(energyWh),
    ept_1: kwh(bandsWh[0]),
    ept_2: kwh(bandsWh[1]),
    ept_3: kwh(bandsWh[2]),
    ept_4: kwh(bandsWh[3]),
  };
}

export function presentBandFees({ fee, bandFees }: BandAmounts) {
  return {
    fee: money(fee),
    fee_1: money(bandFees[0]),
    fee_2: money(bandFees[1]),
    fee_3: money(bandFees[2]),
    fee_4: money(bandFees[3]),
  };
}
