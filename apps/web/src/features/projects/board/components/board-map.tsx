import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroupInfo } from '../../../../lib/session/use-group-info.ts';
import { FIRST_VIEW } from '../../../../maps/map-adapter.ts';
import { MapFrame } from '../../../../maps/map-frame.tsx';
import { providerOf } from '../../../../maps/map-provider.ts';
import { viewOfAll } from '../../../dashboard/map/device-clusters.ts';
import { LampMarks } from '../../lamps/components/lamp-marks.tsx';
import type { BoardRow } from '../board-rows.ts';

interface BoardMapProps {
  rows: readonly BoardRow[];
  chosen: number | undefined;
  onOpen: (id: number) => void;
}

/** Approximate size of the map on the screen, used only to compute the first view. */
const MAP_BOX = { width: 620, height: 480 };

export const BoardMap = memo(function BoardMap({ rows, chosen, onOpen }: BoardMapProps) {
  const { t } = useTranslation('projects');
  const group = useGroupInfo();
  const [start] = useState(
    () =>
      viewOfAll(
        rows.map((row) => ({ ...row, online: true })),
        MAP_BOX,
      ) ?? FIRST_VIEW,
  );
  // The map provider must be known before rendering; the built-in map is used if the request fails.
  if (group.isPending) return <div className="map-frame board__map" />;
  return (
    <MapFrame
      provider={providerOf(group.data)}
      start={start}
      label={t('projects:board.map')}
      unavailable={t('projects:board.no-map')}
      className="board__map"
    >
      {(map) => <LampMarks map={map} rows={rows} chosen={chosen} onOpen={onOpen} />}
    </MapFrame>
  );
});
