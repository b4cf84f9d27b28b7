/** v2 calls for energy and fees on the dashboard. */
import type { energyCalls } from '@busbar/contract/v2/energy/energy';
import { pickSnakeCase } from '@busbar/domain/key-case';
import { percentShares } from '@busbar/domain/percent-shares';
import { subtractAmount } from '@busbar/domain/tariff/amount';
import { findDeviceShares } from '../../../areas/energy/queries/device-share-service.ts';
import { findEnergyFees } from '../../../areas/energy/queries/energy-fee-service.ts';
import { findEnergyTrend } from '../../../areas/energy/queries/energy-trend-service.ts';
import { periodName } from '../../../areas/energy/queries/requested-period.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { JoinedReads } from '../../calls/joined-reads.ts';
import {
  kwh,
  money,
  presentBands,
  presentParts,
  presentPeriod,
} from '../../present/present-energy.ts';
import { onWire } from '../../responses/field-names.ts';

const WIRE_NAMES = { device: 'device_code' };

export function energyHandlers(ctx: Context): HandlersOf<typeof energyCalls> {
  const reads = new JoinedReads();
  return {
    'v2.energy-fee': async ({ query, caller }) => {
      const of = {
        dateType: query.date_type,
        count: query.count,
        device: query.device_code,
        group: query.group_id,
      };
      const found = await reads.read(caller, ['energy-fee', of], (viewer) =>
        findEnergyFees(ctx, viewer, of),
      );
      if (!found.ok) return onWire(found, WIRE_NAMES);
      const { type, periods } = found.value;
      return {
        data: {
          list: periods.map((period) => ({
            ...presentPeriod(type, period, caller.zone),
            ...(query.is_all === true ? { list: presentParts(period) } : {}),
          })),
        },
      };
    },
    'v2.energy': async ({ query, caller }) => {
      const of = {
        dateType: query.date_type,
        count: query.count,
        device: query.device_code,
        group: query.group_id,
      };
      const found = await reads.read(caller, ['energy', of], (viewer) =>
        findEnergyTrend(ctx, viewer, of),
      );
      if (!found.ok) return onWire(found, WIRE_NAMES);
      const { type, entries } = found.value;
      return {
        data: {
          list: entries.map((entry) => ({
            date: periodName(type, entry.span),
            ...presentBands(entry),
          })),
        },
      };
    },
    'v2.energy-device': async ({ query, caller }) => {
      const of = {
        dateType: query.date_type,
        date: query.date,
        limit: query.limit,
        group: query.group_id,
      };
      const found = await reads.read(caller, ['energy-device', of], (viewer) =>
        findDeviceShares(ctx, viewer, of),
      );
      if (!found.ok) return onWire(found, WIRE_NAMES);
      const { type, span, devices, count, energyWh, fee } = found.value;
      const rest = {
        energyWh: devices.reduce((left, device) => left - device.energyWh, energyWh),
        fee: devices.reduce((left, device) => subtractAmount(left, device.fee), fee),
      };
      const shares = percentShares([...devices.map((device) => device.energyWh), rest.energyWh]);
      return {
        data: {
          date: periodName(type, span),
          device_list: devices.map((device, i) => ({
            ept: kwh(device.energyWh),
            percentage: shares[i]!,
            fee: money(device.fee),
            ...pickSnakeCase(device, 'deviceName', 'deviceCode'),
          })),
          others: {
            count: count - devices.length,
            ept: kwh(rest.energyWh),
            percentage: shares.at(-1)!,
            fee: money(rest.fee),
          },
          total: { count, ept: kwh(energyWh), fee: money(fee) },
        },
      };
    },
  };
}
