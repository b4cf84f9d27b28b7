import type { PinState } from '@busbar/domain/map/pin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useGroupInfo } from '../../../lib/session/use-group-info.ts';
import { FIRST_VIEW, type MapAdapter } from '../../../maps/map-adapter.ts';
import { MapFrame, useMapMoves } from '../../../maps/map-frame.tsx';
import { providerOf } from '../../../maps/map-provider.ts';
import type { Place } from '../../../maps/web-mercator.ts';
import { placeOf } from '../../dashboard/map/device-clusters.ts';
import { StateSign } from '../../dashboard/map/pin-sign.tsx';
import '../../dashboard/map/map-pins.css';
import './place-map.css';

type MapRow = Answer<'v2.device-map.one'>['data'];

/** Zoom level of the outlines, which have no streets, and of a map that has them. */
const REGION_ZOOM = 6;
const STREET_ZOOM = 14;

/** `state`: the present one, which the row does not follow. */
export function PlaceMap({ row, state }: { row: MapRow; state: PinState }) {
  const { t } = useTranslation('device-page');
  const group = useGroupInfo();
  const at = placeOf(row);
  const provider = providerOf(group.data);
  const [centre] = useState(at ?? FIRST_VIEW.centre);
  if (group.isPending || at === undefined) return <div className="map-frame place-map" />;
  return (
    <MapFrame
      provider={provider}
      start={{ centre, zoom: provider === undefined ? REGION_ZOOM : STREET_ZOOM }}
      label={t('device-page:overview.map', { name: row.device_name })}
      unavailable={t('device-page:overview.no-map')}
      className="place-map"
    >
      {(map) => <PlacePin map={map} at={at} state={state} />}
    </MapFrame>
  );
}

function PlacePin({ map, at, state }: { map: MapAdapter; at: Place; state: PinState }) {
  useMapMoves(map);
  const { x, y } = map.pixelOf(at);
  return (
    <span className="map-pin" aria-hidden="true" style={{ transform: `translate(${x}px, ${y}px)` }}>
      <StateSign state={state} />
    </span>
  );
}
