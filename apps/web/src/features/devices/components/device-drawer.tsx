/** One device next to the list: its details, and links to its other pages. */

import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { DeviceName } from '../../../components/device-tree/device-name.tsx';
import { SignalBars } from '../../../components/device-tree/signal-bars.tsx';
import { SideDrawer } from '../../../components/dialogs/side-drawer.tsx';
import { PresenceTag } from '../../../components/states/presence-tag.tsx';
import { Age } from '../../../components/values/age.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { ValueWithUnit } from '../../../components/values/value-with-unit.tsx';
import type { DeviceListRow } from '../../../device-kit/api/device-list.ts';
import { deviceTypeText } from '../../../device-kit/device-type-text.ts';
import './device-drawer.css';

export interface DeviceDrawerProps {
  readonly device: DeviceListRow | undefined;
  readonly onClose: () => void;
  /** Undefined if the role has no permission. */
  readonly onNewSecret: ((device: DeviceListRow) => void) | undefined;
}

export function DeviceDrawer({ device, onClose, onNewSecret }: DeviceDrawerProps) {
  return (
    <SideDrawer
      open={device !== undefined}
      onClose={onClose}
      size={420}
      title={device && <DeviceName name={device.deviceName} code={device.deviceCode} />}
    >
      {device !== undefined && <DeviceSheet device={device} onNewSecret={onNewSecret} />}
    </SideDrawer>
  );
}

function DeviceSheet({
  device,
  onNewSecret,
}: { device: DeviceListRow } & Pick<DeviceDrawerProps, 'onNewSecret'>) {
  const { t } = useTranslation('devices');
  const label = (column: string) => t(`devices:column.${column}`);
  return (
    <div className="device-sheet stack gap-16 to-start">
      <p className="device-sheet__ways row">
        <Link to="/device" search={{ device: device.deviceCode }}>
          {t('devices:action.data')}
        </Link>
        <Link to="/devicecontrol" search={{ device: device.deviceCode }}>
          {t('devices:action.control')}
        </Link>
        <Link to="/deviceinformation" search={{ device: device.deviceCode }}>
          {t('devices:action.information')}
        </Link>
      </p>
      <Facts
        rows={[
          [
            label('presence'),
            <span key="presence" className="row gap-text faint">
              <PresenceTag presence={device.presence} heardAt={device.heardAt} isPlain={false} />
              <Age at={device.heardAt} />
            </span>,
          ],
          [label('signal'), <SignalBars key="signal" csq={device.csq} />],
          [
            label('code'),
            <bdi key="code" className="code ltr">
              {device.deviceCode}
            </bdi>,
          ],
          [label('type'), <bdi key="type">{deviceTypeText(device.deviceType, t)}</bdi>],
          [label('group'), <bdi key="group">{device.groupName}</bdi>],
          [label('rate'), <bdi key="rate">{device.rateName}</bdi>],
          [label('address'), <bdi key="address">{device.address || '–'}</bdi>],
          [
            label('rated-voltage'),
            <ValueWithUnit key="voltage" value={device.ratedVol} unit="V" digits={0} />,
          ],
          [
            label('rated-current'),
            <ValueWithUnit key="current" value={device.ratedCur} unit="A" digits={0} />,
          ],
          [label('hardware'), <bdi key="hardware">{device.hVersion || '–'}</bdi>],
          [label('software'), <bdi key="software">{device.sVersion || '–'}</bdi>],
        ]}
      />
      {onNewSecret !== undefined && (
        <Button onClick={() => onNewSecret(device)}>{t('devices:action.secret')}</Button>
      )}
    </div>
  );
}
