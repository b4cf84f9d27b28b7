/**
 * Markers of lamp groups and clusters on a map, for pointer input only: keyboard and screen reader
 * users have the board, which also contains the groups without a position.
 */
import { useEffect, useMemo } from 'react';
import type { MapAdapter } from '../../../../maps/map-adapter.ts';
import { useMapMoves } from '../../../../maps/map-frame.tsx';
import { clusterDevices, marksIn, placeOf } from '../../../dashboard/map/device-clusters.ts';
import { type BoardRow, needsAttention } from '../../board/board-rows.ts';
import { verdictTone } from './verdict-tag.tsx';
import '../../../dashboard/map/map-tile.css';

interface LampMarksProps {
  map: MapAdapter;
  rows: readonly BoardRow[];
  chosen: number | undefined;
  onOpen: (id: number) => void;
}

const GROUP_ZOOM = 9;
const CLOSEST_ZOOM = 17;

/** Key of all data on which a group's marker depends. */
const clusterKey = (row: BoardRow) =>
  `${row.device_code} ${row.lng_t} ${row.lat_t} ${needsAttention(row)}`;

export function LampMarks({ map, rows, chosen, onOpen }: LampMarksProps) {
  useMapMoves(map);
  const drawn = rows.map(clusterKey).join();
  // The ring of a cluster shows the share of groups without a problem.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rebuild the index of a thousand points only when a marker changes, not on every board update.
  const clusters = useMemo(
    () => clusterDevices(rows.map((row) => ({ ...row, online: !needsAttention(row) }))),
    [drawn],
  );
  const byCode = useMemo(() => new Map(rows.map((row) => [row.device_code, row])), [rows]);
  const shown = rows.find((row) => row.lamp_group_id === chosen);
  const at = shown === undefined ? undefined : placeOf(shown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: move only when another group is selected, not when its data changes.
  useEffect(() => {
    if (at !== undefined) map.focus(at, Math.max(GROUP_ZOOM, map.zoom()));
  }, [map, chosen]);
  const chosenAt = at === undefined ? undefined : map.pixelOf(at);
  return (
    <div className="map-marks" aria-hidden="true">
      {marksIn(clusters, map.bounds(), map.zoom()).map((mark) => {
        const { x, y } = map.pixelOf(mark.at);
        const style = { transform: `translate(${x}px, ${y}px)` };
        if (mark.kind === 'cluster') {
          return (
            <button
              key={`cluster${mark.id}`}
              type="button"
              tabIndex={-1}
              className="map-cluster plain-button text-tiny strong lamp-cluster"
              data-size={mark.count < 10 ? 's' : mark.count < 100 ? 'm' : 'l'}
              style={{ ...style, ['--online' as string]: `${(mark.online / mark.count) * 100}%` }}
              onClick={() =>
                map.focus(
                  mark.at,
                  Math.min(CLOSEST_ZOOM, clusters.getClusterExpansionZoom(mark.id)),
                )
              }
            >
              <span>{mark.count}</span>
            </button>
          );
        }
        const row = byCode.get(mark.code);
        return (
          <button
            key={mark.code}
            type="button"
            tabIndex={-1}
            className="map-point lamp-point"
            data-tone={verdictTone(row?.verdict ?? null)}
            style={style}
            title={row?.name}
            onClick={() => row !== undefined && onOpen(row.lamp_group_id)}
          />
        );
      })}
      {chosenAt !== undefined && (
        <span
          className="map-chosen"
          style={{ transform: `translate(${chosenAt.x}px, ${chosenAt.y}px)` }}
        />
      )}
    </div>
  );
}
