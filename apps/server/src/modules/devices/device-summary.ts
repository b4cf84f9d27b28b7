/** One device as lists, cards and the map show it. */
import type { DeviceKind } from '@busbar/domain/device/device-type';
import { wgs84ToBd09 } from '@busbar/domain/device/position';
import { type Presence, presence } from '@busbar/domain/device/presence';
import { isSwitchAction, type SwitchAction } from '@busbar/domain/switch/switch-action';
import { type RawBuilder, sql } from 'kysely';

export interface DeviceSummary {
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly name: string;
  /** Name of the type; of a slave `slave`: it has no type of its own. */
  readonly typeName: string;
  readonly kind: DeviceKind;
  readonly gatewayCode: string | null;
  readonly slaveAddress: number | null;
  readonly groupId: number;
  readonly groupName: string;
  readonly rateId: number;
  readonly rateName: string;
  readonly address: string;
  readonly action: SwitchAction | undefined;
  readonly actionAt: number | null;
  readonly presence: Presence;
  readonly heardAt: number | null;
  readonly signalCsq: number | null;
  readonly band: string;
  readonly ratedVoltageV: number | null;
  readonly ratedCurrentA: number | null;
  readonly hardwareVersion: string;
  readonly softwareVersion: string;
  /** WGS-84 degrees; null when the device has no place yet. */
  readonly longitude: number | null;
  readonly latitude: number | null;
  /** BD-09 degrees as given; null when they were not: `bdPositionOf` derives them. */
  readonly bdLongitude: number | null;
  readonly bdLatitude: number | null;
}

export interface SummaryRow extends Omit<DeviceSummary, 'action' | 'presence' | 'typeName'> {
  readonly typeName: string;
  readonly action: string | null;
  readonly connected: boolean;
  readonly expectedIntervalS: number;
}

/** Columns of a SummaryRow. Reads the aliases of SUMMARY_JOINS and `device`. */
export const SUMMARY_COLUMNS: RawBuilder<unknown> = sql`
  device.device_id as "deviceId", device.device_code as "deviceCode", device.name,
  case when device.kind = 'slave' then 'slave' else device_type.name end as "typeName",
  device.kind, gateway.device_code as "gatewayCode", device.slave_address as "slaveAddress",
  device.group_id as "groupId", user_group.name as "groupName",
  device.rate_id as "rateId", coalesce(rate.name, '') as "rateName", device.address,
  state.switch_action as "action", state.switch_reported_at as "actionAt",
  coalesce(case when device.kind = 'slave' then link.connected else state.connected end, false)
    as "connected",
  device.expected_interval_s as "expectedIntervalS", state.heard_at as "heardAt",
  state.signal_csq as "signalCsq", device.band, device.rated_voltage_v as "ratedVoltageV",
  device.rated_current_a as "ratedCurrentA", device.hardware_version as "hardwareVersion",
  device.software_version as "softwareVersion", device.longitude, device.latitude,
  device.bd_longitude as "bdLongitude", device.bd_latitude as "bdLatitude"`;

/** Joins for SUMMARY_COLUMNS beside those of presence and the group. */
export const SUMMARY_JOINS: RawBuilder<unknown> = sql`
  join device_type on device_type.device_type_id = device.device_type_id
  left join rate on rate.customer_id = device.customer_id and rate.rate_id = device.rate_id
  left join device gateway
    on gateway.customer_id = device.customer_id and gateway.device_id = device.gateway_id`;

export function summaryOf(row: SummaryRow, now: number): DeviceSummary {
  const { connected, expectedIntervalS, action, ...rest } = row;
  return {
    ...rest,
    action: isSwitchAction(action) ? action : undefined,
    presence: presence({
      connected,
      heardAt: row.heardAt ?? undefined,
      expectedIntervalS,
      now,
    }),
  };
}

/** The pair for the Chinese map. Not part of the summary: deriving 10,000 of them costs 10 ms. */
export function bdPositionOf(device: DeviceSummary): readonly [number | null, number | null] {
  const { longitude, latitude, bdLongitude, bdLatitude } = device;
  const derive = bdLongitude === null && longitude !== null && latitude !== null;
  return derive ? wgs84ToBd09([longitude, latitude]) : [bdLongitude, bdLatitude];
}
