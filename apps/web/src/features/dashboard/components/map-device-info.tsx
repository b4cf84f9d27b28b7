/** The selected device on the map: name, code, online state, switch and current active power. */
import { CloseOutlined } from '@ant-design/icons';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { actionOfStatus } from '../../../components/device-tree/tree-device.ts';
import { PresenceTag } from '../../../components/states/presence-tag.tsx';
import { ValueWithUnit } from '../../../components/values/value-with-unit.tsx';
import { useDevice } from '../../../device-kit/api/use-device.ts';
import { StateText } from '../../../device-kit/components/state-text.tsx';
import type { MapDevice } from '../api/use-dashboard.ts';
import { placeOf } from '../device-clusters.ts';

export interface MapDeviceInfoProps {
  readonly device: MapDevice;
  readonly onClose: () => void;
}

export function MapDeviceInfo({ device, onClose }: MapDeviceInfoProps) {
  const { t } = useTranslation('dashboard');
  const detail = useDevice(device.device_code);
  return (
    <section
      className="map-info"
      aria-label={t('dashboard:map.chosen')}
      aria-live="polite"
      dir={document.documentElement.dir}
    >
      <header className="line align-start spread">
        <h3 className="breakable" dir="auto">
          {device.device_name}
        </h3>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('common:dismiss')}
          onClick={onClose}
        />
      </header>
      <p className="code ltr faint">{device.device_code}</p>
      <dl>
        <div>
          <dt>{t('dashboard:map.presence')}</dt>
          <dd>
            <PresenceTag presence={device.presence} heardAt={detail.data?.heardAt ?? null} />
          </dd>
        </div>
        <div>
          <dt>{t('dashboard:map.switch')}</dt>
          <dd>
            <StateText action={actionOfStatus(device.status)} />
          </dd>
        </div>
        <div>
          <dt>{t('dashboard:map.power')}</dt>
          <dd>
            <ValueWithUnit
              value={detail.data?.loadKw}
              unit="kW"
              digits={2}
              at={detail.data?.measurement?.ts}
            />
          </dd>
        </div>
      </dl>
      {placeOf(device) === undefined && (
        <p className="map-info__nowhere warn">
          {t('dashboard:map.nowhere')}{' '}
          <Link to="/devicemanage" search={{ keyword: device.device_code }}>
            {t('dashboard:map.set-place')}
          </Link>
        </p>
      )}
      <footer className="row gap-text">
        <Link to="/device" search={{ device: device.device_code, tab: 'live' }}>
          {t('dashboard:map.open-data')}
        </Link>
        <Link to="/devicecontrol" search={{ device: device.device_code }}>
          {t('dashboard:map.open-control')}
        </Link>
      </footer>
    </section>
  );
}
