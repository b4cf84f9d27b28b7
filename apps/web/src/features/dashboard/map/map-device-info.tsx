/** The selected device on the map: state, load, alarms, age, its page and its commands. */

import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceName } from '../../../components/device-tree/device-name.tsx';
import { actionOfStatus } from '../../../components/device-tree/tree-device.ts';
import { PresenceTag } from '../../../components/states/presence-tag.tsx';
import { Age } from '../../../components/values/age.tsx';
import { useDevice } from '../../../device-kit/api/use-device.ts';
import { LoadCell } from '../../../device-kit/components/load-cell.tsx';
import { OpenAlarm } from '../../../device-kit/components/open-alarm.tsx';
import { StateText } from '../../../device-kit/components/state-text.tsx';
import { trackLoad } from '../../../lib/calls/pending-loads.ts';
import { useMay } from '../../../lib/session/use-may.ts';
import type { MapDevice } from '../api/use-dashboard.ts';
import { placeOf } from './device-clusters.ts';
import { MapCard } from './map-card.tsx';

/** Loaded with the first card, not with the dashboard. */
const MapCommands = lazy(async () => ({
  default: (await trackLoad(import('./map-commands.tsx'))).MapCommands,
}));

export interface MapDeviceInfoProps {
  readonly device: MapDevice;
  readonly onClose: () => void;
}

export function MapDeviceInfo({ device, onClose }: MapDeviceInfoProps) {
  const { t } = useTranslation('dashboard');
  const query = useDevice(device.device_code);
  const mayControl = useMay('device.switch');
  const mayPlace = useMay('device.write');
  const card = useRef<HTMLElement>(null);
  const { data: detail } = query;
  const heardAt = detail?.heardAt ?? null;
  return (
    <MapCard
      label={t('dashboard:map.chosen')}
      title={
        <h3 className="breakable" dir="auto">
          <DeviceName name={device.device_name} code={device.device_code} />
        </h3>
      }
      card={card}
      onClose={onClose}
    >
      <p className="code ltr faint">{device.device_code}</p>
      <dl>
        <div>
          <dt>{t('dashboard:map.switch')}</dt>
          <dd>
            <p className="row gap-text" role="status" tabIndex={-1} data-main-focus="">
              <StateText
                action={detail === undefined ? actionOfStatus(device.status) : detail.action}
              />
            </p>
          </dd>
        </div>
        <div>
          <dt>{t('dashboard:map.presence')}</dt>
          <dd>
            <PresenceTag presence={device.presence} heardAt={heardAt} />
            {heardAt !== null && (
              <span className="faint text-small">
                <Age at={heardAt} />
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('dashboard:map.power')}</dt>
          <dd>{detail === undefined ? '–' : <LoadCell load={detail} />}</dd>
        </div>
        {device.alarm_count > 0 && (
          <div>
            <dt>{t('dashboard:map.alarm')}</dt>
            <dd>
              <OpenAlarm alarm={{ alarmCount: device.alarm_count, alarmType: device.alarm_type }} />
            </dd>
          </div>
        )}
      </dl>
      {placeOf(device) === undefined && (
        <p className="map-info__nowhere warn">
          {t('dashboard:map.nowhere')}{' '}
          {mayPlace && (
            <Link to="/devicemanage" search={{ keyword: device.device_code }}>
              {t('dashboard:map.set-place')}
            </Link>
          )}
        </p>
      )}
      {mayControl && detail !== undefined && (
        <Suspense fallback={null}>
          <MapCommands device={detail} query={query} home={card} />
        </Suspense>
      )}
      <footer>
        <Link to="/devices/$code" params={{ code: device.device_code }}>
          {t('dashboard:map.open-page')}
        </Link>
      </footer>
    </MapCard>
  );
}
