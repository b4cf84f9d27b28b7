/**
 * Devices and clusters on any map, for pointer use only. Keyboard and screen reader users have the
 * list next to the map, which contains every device, including those without a location.
 */

import { formatCount } from '@busbar/domain/formats/number-format';
import { useEffect, useMemo } from 'react';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { MapAdapter } from '../../../maps/map-adapter.ts';
import { useMapMoves } from '../../../maps/map-frame.tsx';
import type { MapDevice } from '../api/use-dashboard.ts';
import { clusterDevices, codesIn, fitAll, marksIn, placeOf } from './device-clusters.ts';
import { viewBesideCard } from './map-info-place.tsx';
import { loadOfRank, type MapPin, markedDevice, type PinView, stateOfRank } from './map-pins.ts';
import { RankSign } from './pin-sign.tsx';

export interface MapMarksProps {
  readonly map: MapAdapter;
  readonly pins: readonly MapPin[];
  readonly view: PinView;
  readonly selected: MapDevice | undefined;
  /** True if the card of the selected device is on the map. */
  readonly hasCard: boolean;
  /** Devices to bring into view; each new list moves the map. */
  readonly fit: readonly MapDevice[];
  readonly onSelect: (code: string) => void;
  /** Called for devices that no zoom separates. */
  readonly onSelectPlace: (codes: readonly string[]) => void;
}

/** Zoom level for the selected device, which also shows its surroundings. */
const DEVICE_ZOOM = 11;
const CLOSEST_ZOOM = 17;
/** Maximum number of devices of one place that are listed. */
const MAX_LISTED = 50;

export function MapMarks(props: MapMarksProps) {
  const { map, pins, view, selected, hasCard, fit, onSelect, onSelectPlace } = props;
  useMapMoves(map);
  const { tag } = useLanguage();
  const clusters = useMemo(
    () =>
      clusterDevices(
        pins.map((pin) => markedDevice(pin, view)),
        CLOSEST_ZOOM,
      ),
    [pins, view],
  );
  const byCode = useMemo(() => new Map(pins.map((pin) => [pin.device.device_code, pin])), [pins]);
  useEffect(() => fitAll(map, fit), [map, fit]);
  const chosenCode = selected?.device_code;
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves when another device is selected, not when its data changes.
  useEffect(() => {
    const at = selected === undefined ? undefined : placeOf(selected);
    if (at === undefined) return;
    const zoom = Math.max(DEVICE_ZOOM, map.zoom());
    map.focus(hasCard ? viewBesideCard(map, at, zoom) : at, zoom);
  }, [map, chosenCode]);

  const chosenAt = selected === undefined ? undefined : placeOf(selected);
  return (
    <div className="map-marks" aria-hidden="true">
      {marksIn(clusters, map.bounds(), map.zoom()).map((mark) => {
        const { x, y } = map.pixelOf(mark.at);
        const style = { transform: `translate(${x}px, ${y}px)` };
        if (mark.kind === 'cluster') {
          const zoom = clusters.getClusterExpansionZoom(mark.id);
          const open = () =>
            zoom > CLOSEST_ZOOM
              ? onSelectPlace(codesIn(clusters, mark.id, MAX_LISTED))
              : map.focus(mark.at, zoom);
          return (
            <button
              key={`cluster${mark.id}`}
              type="button"
              tabIndex={-1}
              className="map-group plain-button text-tiny strong"
              data-size={mark.count < 10 ? 's' : mark.count < 100 ? 'm' : 'l'}
              {...(view === 'state'
                ? { 'data-state': stateOfRank(mark.rank) }
                : { 'data-load': loadOfRank(mark.rank) })}
              style={style}
              onClick={open}
            >
              <span>{formatCount(mark.count, tag)}</span>
              <RankSign view={view} rank={mark.rank} percent={mark.percent} />
            </button>
          );
        }
        const pin = byCode.get(mark.code);
        if (pin === undefined) return null;
        const { rank = 0 } = markedDevice(pin, view);
        return (
          <button
            key={mark.code}
            type="button"
            tabIndex={-1}
            className="map-pin plain-button"
            data-late={pin.device.presence === 'late'}
            style={style}
            title={pin.device.device_name}
            onClick={() => onSelect(mark.code)}
          >
            <RankSign view={view} rank={rank} percent={pin.percent} />
          </button>
        );
      })}
      {chosenAt !== undefined && <ChosenRing {...map.pixelOf(chosenAt)} />}
    </div>
  );
}

/** Highlights the selected device, also while it is inside a cluster. */
function ChosenRing({ x, y }: { x: number; y: number }) {
  return <span className="map-chosen" style={{ transform: `translate(${x}px, ${y}px)` }} />;
}
