/** A device under its wire names: v1 list, v2 list, map. */
import type { DeviceListItem } from '@busbar/contract/v1/device';
import type { DeviceMapRow } from '@busbar/contract/v2/fleet/device-map';
import type { DeviceRow } from '@busbar/contract/v2/fleet/devices';
import { loadPercent } from '@busbar/domain/load/load-percent';
import type { Static } from 'typebox';
import { bdPositionOf, type DeviceSummary } from '../../areas/fleet/devices/device-summary.ts';
import type { MapPlace, MapState } from '../../areas/fleet/devices/map-list-queries.ts';
import { loadOnMap, type MapLoad } from '../../areas/fleet/devices/map-load.ts';
import { kwhOrNull } from './present-energy.ts';

/** `switch:<action>`; empty after the colon until the device has reported (docs/decisions.md 6). */
const statusOf = (device: Pick<DeviceSummary, 'action'>): string => `switch:${device.action ?? ''}`;

/** "online or otherwise" on the wire; `presence` next to it distinguishes late from offline. */
const isOnline = (device: Pick<DeviceSummary, 'presence'>): boolean => device.presence === 'online';

export function presentListItem(device: DeviceSummary): Static<typeof DeviceListItem> {
  const [lng, lat] = bdPositionOf(device);
  return {
    id: device.deviceId,
    deviceName: device.name,
    deviceSymbolCode: device.deviceCode,
    deviceType: device.typeName,
    rate: device.rateId,
    rateName: device.rateName,
    groupId: device.groupId,
    groupName: device.groupName,
    status: statusOf(device),
    statusTime: device.actionAt,
    onLine: isOnline(device) ? 'online' : 'offline',
    presence: device.presence,
    heardTime: device.heardAt,
    csq: device.signalCsq,
    ratedVol: device.ratedVoltageV,
    ratedCur: device.ratedCurrentA,
    hVersion: device.hardwareVersion,
    sVersion: device.softwareVersion,
    band: device.band,
    address: device.address,
    lng,
    lat,
    lng_t: device.longitude,
    lat_t: device.latitude,
  };
}

export function presentRow(device: DeviceSummary): Static<typeof DeviceRow> {
  return {
    id: device.deviceId,
    device_name: device.name,
    device_code: device.deviceCode,
    device_type: device.typeName,
    kind: device.kind,
    simulated: device.simulated,
    parent_code: device.gatewayCode,
    slave_address: device.slaveAddress,
    channel: device.channel,
    group_id: device.groupId,
    group_name: device.groupName,
    rate: device.rateId,
    rate_name: device.rateName,
    address: device.address,
    status: statusOf(device),
    status_at: device.actionAt,
    online: isOnline(device),
    presence: device.presence,
    heard_at: device.heardAt,
    csq: device.signalCsq,
    band: device.band,
    rated_vol: device.ratedVoltageV,
    rated_cur: device.ratedCurrentA,
    h_version: device.hardwareVersion,
    s_version: device.softwareVersion,
    interval_s: device.expectedIntervalS,
    load_kw: device.loadKw,
    load_percent: loadPercent(device.highestCurrentA, device.ratedCurrentA),
    load_at: device.measuredAt,
    energy_today: kwhOrNull(device.energyTodayWh),
    alarm_count: device.alarmCount,
    alarm_type: device.alarmType,
  };
}

/** The user-entered fields of a map row; the current state is appended to them. */
export function presentMapPlace(device: MapPlace) {
  const [lng, lat] = bdPositionOf(device);
  return {
    id: device.deviceId,
    device_name: device.name,
    device_code: device.deviceCode,
    lng,
    lat,
    lng_t: device.longitude,
    lat_t: device.latitude,
    rated_cur: device.ratedCurrentA,
  };
}

export function presentMapState(device: MapState) {
  return {
    online: isOnline(device),
    presence: device.presence,
    status: statusOf(device),
    csq: device.signalCsq,
    alarm_count: device.alarmCount,
    alarm_type: device.alarmType,
  };
}

export function presentMapLoad(load: MapLoad) {
  return {
    load_kw: load.loadKw,
    load_percent: loadPercent(load.highestCurrentA, load.ratedCurrentA),
    load_at: load.measuredAt,
  };
}

export function presentMapRow(device: DeviceSummary): Static<typeof DeviceMapRow> {
  return {
    ...presentMapPlace(device),
    ...presentMapState(device),
    ...presentMapLoad(loadOnMap(device)),
  };
}
