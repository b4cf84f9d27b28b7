/** Device map (docs/specification/dashboard.md 5): list, clusters, selected device's details. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tile } from '../../../components/values/tile.tsx';
import { present } from '../../../lib/address/search-params.ts';
import type { useGroupInfo } from '../../../lib/session/use-group-info.ts';
import type { MapDevice, useMapDevices } from '../api/use-dashboard.ts';
import { MapBody } from './map-body.tsx';
import type { PinView } from './map-pins.ts';
import './map-tile.css';
import './map-pins.css';
import './map-info.css';

export interface MapTileProps {
  readonly query: ReturnType<typeof useMapDevices>;
  readonly group: ReturnType<typeof useGroupInfo>;
}

export function MapTile({ query, group }: MapTileProps) {
  const { t } = useTranslation('dashboard');
  const { pins = 'state' }: { pins?: PinView } = useSearch({ from: '/shell/dashboard' });
  const navigate = useNavigate({ from: '/dashboard' });
  /** Devices to bring into view; undefined until a search or "Show all". */
  const [fit, setFit] = useState<readonly MapDevice[]>();
  const setPins = (next: PinView) =>
    void navigate({
      search: (old) => present({ ...old, pins: next === 'state' ? undefined : next }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Tile
      title={t('dashboard:map.title')}
      query={query}
      className="map-tile"
      tools={
        <div className="row">
          <Segmented<PinView>
            size="small"
            aria-label={t('dashboard:map.pins')}
            value={pins}
            options={[
              { value: 'state', label: t('dashboard:map.by-state') },
              { value: 'load', label: t('dashboard:map.by-load') },
            ]}
            onChange={setPins}
          />
          <Button size="small" onClick={() => setFit([...(query.data ?? [])])}>
            {t('dashboard:map.show-all')}
          </Button>
        </div>
      }
    >
      {(devices) => (
        <MapBody devices={devices} group={group} view={pins} fit={fit} onFit={setFit} />
      )}
    </Tile>
  );
}
