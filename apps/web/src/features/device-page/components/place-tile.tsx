/** Place of the device on a small map, which is loaded after the overview. */
import { pinState } from '@busbar/domain/map/pin';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Tile } from '../../../components/values/tile.tsx';
import type { DeviceDetail } from '../../../device-kit/api/device-detail.ts';
import { trackLoad } from '../../../lib/calls/pending-loads.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useMay } from '../../../lib/session/use-may.ts';

const PlaceMap = lazy(async () => ({
  default: (await trackLoad(import('./place-map.tsx'))).PlaceMap,
}));

export function PlaceTile({ device }: { device: DeviceDetail }) {
  const { code } = device;
  const { t } = useTranslation('device-page');
  const mayPlace = useMay('device.write');
  const query = useCallQuery(
    'v2.device-map.one',
    { params: { id: code } },
    { select: ({ data }) => data },
  );
  return (
    <Tile title={t('device-page:overview.place')} query={query} className="place-tile">
      {(row) =>
        row.lng_t === null || row.lat_t === null ? (
          <p className="muted">
            {t('device-page:overview.no-place')}{' '}
            {mayPlace && (
              <Link to="/devicemanage" search={{ keyword: code }} className="underlined">
                {t('device-page:overview.set-place')}
              </Link>
            )}
          </p>
        ) : (
          <Suspense fallback={<div className="place-map" />}>
            <PlaceMap key={code} row={row} state={pinState(device)} />
          </Suspense>
        )
      }
    </Tile>
  );
}
