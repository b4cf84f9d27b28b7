/** One device as displayed in lists, on cards and on the map. */
import type { DeviceKind } from '@busbar/domain/device/device-type';
import { type Position, wgs84ToBd09 } from '@busbar/domain/device/position';
import { type Presence, presence } from '@busbar/domain/device/presence';
import { isSwitchAction, type SwitchAction } from '@busbar/domain/switch/switch-action';

export interface DeviceSummary {
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly name: string;
  /** Name of the type; `slave` for a slave, which has no type of its own. */
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
  readonly expectedIntervalS: number;
  readonly heardAt: number | null;
  readonly signalCsq: number | null;
  readonly band: string;
  readonly ratedVoltageV: number | null;
  readonly ratedCurrentA: number | null;
  readonly hardwareVersion: string;
  readonly softwareVersion: string;
  /** WGS-84 degrees; null if the device has no position yet. */
  readonly longitude: number | null;
  readonly latitude: number | null;
  /** BD-09 degrees as entered; if null, `bdPositionOf` derives them. */
  readonly bdLongitude: number | null;
  readonly bdLatitude: number | null;
}

export interface SummaryRow extends Omit<DeviceSummary, 'action' | 'presence' | 'typeName'> {
  readonly typeName: string;
  readonly action: string | null;
  readonly connected: boolean;
}

export function summaryOf(row: SummaryRow, now: number): DeviceSummary {
  // The fields are copied one by one, because spreading the rest of a row takes six times as long.
  return {
    deviceId: row.deviceId,
    deviceCode: row.deviceCode,
    name: row.name,
    typeName: row.typeName,
    kind: row.kind,
    gatewayCode: row.gatewayCode,
    slaveAddress: row.slaveAddress,
    groupId: row.groupId,
    groupName: row.groupName,
    rateId: row.rateId,
    rateName: row.rateName,
    address: row.address,
    action: actionOf(row),
    actionAt: row.actionAt,
    presence: presenceOf(row, now),
    expectedIntervalS: row.expectedIntervalS,
    heardAt: row.heardAt,
    signalCsq: row.signalCsq,
    band: row.band,
    ratedVoltageV: row.ratedVoltageV,
    ratedCurrentA: row.ratedCurrentA,
    hardwareVersion: row.hardwareVersion,
    softwareVersion: row.softwareVersion,
    longitude: row.longitude,
    latitude: row.latitude,
    bdLongitude: row.bdLongitude,
    bdLatitude: row.bdLatitude,
  };
}

export function actionOf({ action }: Pick<SummaryRow, 'action'>): SwitchAction | undefined {
  return isSwitchAction(action) ? action : undefined;
}

export function presenceOf(
  row: Pick<SummaryRow, 'connected' | 'heardAt' | 'expectedIntervalS'>,
  now: number,
): Presence {
  return presence({
    connected: row.connected,
    heardAt: row.heardAt ?? undefined,
    expectedIntervalS: row.expectedIntervalS,
    now,
  });
}

type StoredPair = Pick<DeviceSummary, 'longitude' | 'latitude' | 'bdLongitude' | 'bdLatitude'>;

/** Returns both coordinate pairs, or undefined if no position is stored. */
export function positionOf(row: StoredPair): Position | undefined {
  const { longitude, latitude } = row;
  const [lng, lat] = bdPositionOf(row);
  if (longitude === null || latitude === null || lng === null || lat === null) return undefined;
  return { lng, lat, lngT: longitude, latT: latitude };
}

/**
 * Returns the coordinates for the Chinese map. They are not part of the summary, because deriving
 * 10,000 of them costs 10 ms.
 */
export function bdPositionOf(device: StoredPair): readonly [number | null, number | null] {
  const { longitude, latitude, bdLongitude, bdLatitude } = device;
  const derive = bdLongitude === null && longitude !== null && latitude !== null;
  return derive ? wgs84ToBd09([longitude, latitude]) : [bdLongitude, bdLatitude];
}
