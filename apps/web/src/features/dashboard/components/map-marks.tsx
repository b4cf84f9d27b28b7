/**
 * Devices and clusters on any map, for pointer use only. Keyboard and screen reader users have the
 * list next to the map, which contains every device, including those without a location.
 */
import { useEffect, useMemo } from 'react';
import type { MapAdapter } from '../../../maps/map-adapter.ts';
import { useMapMoves } from '../../../maps/map-frame.tsx';
import type { MapDevice } from '../api/use-dashboard.ts';
import { clusterDevices, marksIn, placeOf } from '../device-clusters.ts';

export interface MapMarksProps {
  readonly map: MapAdapter;
  readonly devices: readonly MapDevice[];
  readonly selected: MapDevice | undefined;
  readonly onSelect: (code: string) => void;
}

/** Zoom level for the selected device, which also shows its surroundings. */
const DEVICE_ZOOM = 9;
const CLOSEST_ZOOM = 17;

export function MapMarks({ map, devices, selected, onSelect }: MapMarksProps) {
  useMapMoves(map);
  const clusters = useMemo(() => clusterDevices(devices), [devices]);
  const byCode = useMemo(
    () => new Map(devices.map((device) => [device.device_code, device])),
    [devices],
  );
  const chosenCode = selected?.device_code;
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves when another device is selected, not when its data changes.
  useEffect(() => {
    const at = selected === undefined ? undefined : placeOf(selected);
    if (at !== undefined) map.focus(at, Math.max(DEVICE_ZOOM, map.zoom()));
  }, [map, chosenCode]);

  const marks = marksIn(clusters, map.bounds(), map.zoom());
  const chosenAt = selected === undefined ? undefined : placeOf(selected);
  return (
    <div className="map-marks" aria-hidden="true">
      {marks.map((mark) => {
        const { x, y } = map.pixelOf(mark.at);
        const style = { transform: `translate(${x}px, ${y}px)` };
        if (mark.kind === 'cluster') {
          const open = () =>
            map.focus(mark.at, Math.min(CLOSEST_ZOOM, clusters.getClusterExpansionZoom(mark.id)));
          return (
            <button
              key={`cluster${mark.id}`}
              type="button"
              tabIndex={-1}
              className="map-cluster plain-button text-tiny strong"
              data-size={mark.count < 10 ? 's' : mark.count < 100 ? 'm' : 'l'}
              style={{ ...style, ['--online' as string]: `${(mark.online / mark.count) * 100}%` }}
              title={`${mark.online} / ${mark.count}`}
              onClick={open}
            >
              <span>{mark.count}</span>
            </button>
          );
        }
        const device = byCode.get(mark.code);
        return (
          <button
            key={mark.code}
            type="button"
            tabIndex={-1}
            className="map-point"
            data-presence={device?.presence}
            data-chosen={mark.code === chosenCode}
            style={style}
            title={device?.device_name}
            onClick={() => onSelect(mark.code)}
          />
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
