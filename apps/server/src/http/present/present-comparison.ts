/** A bill compared with the one before. */
import type { Change } from '@busbar/domain/billing/bill-comparison';
import { sumAmounts } from '@busbar/domain/tariff/amount';
import { TARIFF_BANDS } from '@busbar/domain/tariff/band';
import type {
  ComparedPeriods,
  PeriodTotal,
} from '../../areas/energy/billing/bill-comparison-service.ts';
import { kwh, money } from './present-energy.ts';
import { presentPeriod } from './present-period.ts';

/** Number of devices that are named. */
const NAMED_DEVICES = 5;

export function presentComparison({ current, before, comparison, devices }: ComparedPeriods) {
  const { parts } = comparison;
  const named = comparison.devices.slice(0, NAMED_DEVICES);
  const others = comparison.devices.slice(NAMED_DEVICES);
  return {
    ...presentTotal(current),
    before: presentTotal(before),
    ...presentChange(comparison),
    parts:
      parts === null
        ? null
        : {
            energy: parts.energy / 100,
            hours: parts.hours / 100,
            prices: parts.prices / 100,
            adjustments: parts.adjustments / 100,
          },
    devices: named.map((change) => ({
      device_name: devices.get(change.deviceId)?.name ?? '',
      device_code: devices.get(change.deviceId)?.code ?? '',
      ...presentChange(change),
    })),
    other_devices: {
      count: others.length,
      ...presentChange({
        wh: others.reduce((sum, { wh }) => sum + wh, 0),
        amount: sumAmounts(others.map(({ amount }) => amount)),
      }),
    },
    bands: comparison.bands.map((change) => ({
      band: TARIFF_BANDS.indexOf(change.band) + 1,
      ...presentChange(change),
    })),
  };
}

const presentTotal = ({ period, energyWh, total }: PeriodTotal) => ({
  ...presentPeriod(period),
  ept: kwh(energyWh),
  total: money(total),
});

const presentChange = ({ wh, amount }: Change) => ({
  ept_change: kwh(wh),
  change: money(amount),
});
