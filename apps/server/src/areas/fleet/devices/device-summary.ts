/** One device as displayed in lists, on cards and on the map. */
import { type Position, wgs84ToBd09 } from '@busbar/domain/device/position';
import { type Presence, presence } from '@busbar/domain/device/presence';
import { isSwitchAction, type SwitchAction } from '@busbar/domain/switch/switch-action';
import type { SummaryRow } from './device-summary-queries.ts';

export interface DeviceSummary extends Omit<SummaryRow, 'action'> {
  readonly action: SwitchAction | undefined;
  readonly presence: Presence;
}

/** Changes the row itself, because copying its 27 fields takes longer than reading them. */
export function summaryOf(row: SummaryRow, now: number): DeviceSummary {
  return Object.assign(row, { action: actionOf(row), presence: presenceOf(row, now) });
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
