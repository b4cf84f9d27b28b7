import { isOfPresentPosition } from '@busbar/domain/load/lost-load';
import type { DeviceSummary } from './device-summary.ts';

export type MapLoad = Pick<
  DeviceSummary,
  'loadKw' | 'highestCurrentA' | 'ratedCurrentA' | 'measuredAt'
>;

const NO_LOAD: MapLoad = {
  loadKw: null,
  highestCurrentA: null,
  ratedCurrentA: null,
  measuredAt: null,
};

/** The load of a device for the map: none if it was measured before the last switching. */
export function loadOnMap(device: DeviceSummary): MapLoad {
  const isPresent = isOfPresentPosition({
    loadKw: device.loadKw,
    loadAt: device.measuredAt,
    actionAt: device.actionAt,
  });
  return isPresent ? device : NO_LOAD;
}
