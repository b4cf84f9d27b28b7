/** Device map (docs/specification/dashboard.md 5): list, clusters, selected device's details. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tile } from '../../../components/values/tile.tsx';
import type { useGroupInfo } from '../../../lib/session/use-group-info.ts';
import { FIRST_VIEW } from '../../../maps/map-adapter.ts';
import { MapFrame } from '../../../maps/map-frame.tsx';
import { providerOf } from '../../../maps/map-provider.ts';
import type { MapDevice, useMapDevices } from '../api/use-dashboard.ts';
import { viewOfAll } from '../device-clusters.ts';
import { MapDeviceInfo } from './map-device-info.tsx';
import { MapDeviceList } from './map-device-list.tsx';
import { MapMarks } from './map-marks.tsx';
import './map-tile.css';

export interface MapTileProps {
  readonly query: ReturnType<typeof useMapDevices>;
  readonly group: ReturnType<typeof useGroupInfo>;
}

/** Approximate size of the map in px; used only to compute the first view. */
const MAP_BOX = { width: 760, height: 448 };

export function MapTile({ query, group }: MapTileProps) {
  const { t } = useTranslation('dashboard');
  return (
    <Tile title={t('dashboard:map.title')} query={query} className="map-tile">
      {(devices) => <MapBody devices={devices} group={group} />}
    </Tile>
  );
}

function MapBody({
  devices,
  group,
}: { devices: readonly MapDevice[] } & Pick<MapTileProps, 'group'>) {
  const { t } = useTranslation('dashboard');
  const [code, setCode] = useState<string>();
  const [start] = useState(() => viewOfAll(devices, MAP_BOX) ?? FIRST_VIEW);
  const selected = code === undefined ? undefined : devices.find((one) => one.device_code === code);
  return (
    <div className="map-tile__body sides">
      <MapDeviceList devices={devices} selected={code} onSelect={setCode} />
      <div className="map-tile__map">
        {/* The map provider must be known before a map is drawn; without a response the built-in map is used. */}
        {group.isPending ? (
          <div className="map-frame" />
        ) : (
          <MapFrame
            provider={providerOf(group.data)}
            start={start}
            label={t('dashboard:map.label')}
            unavailable={t('dashboard:map.unavailable')}
          >
            {(map) => (
              <MapMarks map={map} devices={devices} selected={selected} onSelect={setCode} />
            )}
          </MapFrame>
        )}
        {selected !== undefined && (
          <MapDeviceInfo device={selected} onClose={() => setCode(undefined)} />
        )}
      </div>
    </div>
  );
}
