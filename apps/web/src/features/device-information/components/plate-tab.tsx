/** The nameplate: values reported by the device, and values entered by users. */

import { machineNumber } from '@busbar/domain/formats/number-format';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PresenceTag } from '../../../components/states/presence-tag.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { ValueWithUnit } from '../../../components/values/value-with-unit.tsx';
import { deviceTypeText } from '../../../device-kit/device-type-text.ts';
import { type Information, useMayChange } from '../api/use-information.ts';
import { PlateForm } from './plate-form.tsx';

export function PlateTab({ device }: { device: Information }) {
  const { t } = useTranslation(['device-information', 'devices', 'control']);
  const mayChange = useMayChange();
  const { device_code: code } = device;
  const column = (name: string) => t(`devices:column.${name}`);
  // Users copy coordinates into other programs, which expect decimal points.
  const place =
    device.lat_t === null || device.lng_t === null
      ? '–'
      : `${machineNumber(device.lat_t, 5)}, ${machineNumber(device.lng_t, 5)}`;
  return (
    <div className="columns columns-fit columns-wide align-start gap-16">
      <section className="panel stack">
        <h3>{t('device-information:plate.title')}</h3>
        <Facts
          rows={[
            [
              column('code'),
              <span key="code" className="code ltr">
                {code}
              </span>,
            ],
            [column('type'), <bdi key="type">{deviceTypeText(device.device_type, t)}</bdi>],
            [
              t('device-information:plate.voltage'),
              <ValueWithUnit key="voltage" value={device.rated_vol} unit="V" digits={0} />,
            ],
            [
              t('device-information:plate.current'),
              <ValueWithUnit key="current" value={device.rated_cur} unit="A" digits={0} />,
            ],
            [column('hardware'), <bdi key="hardware">{device.h_version || '–'}</bdi>],
            [column('software'), <bdi key="software">{device.s_version || '–'}</bdi>],
            [
              t('device-information:plate.band'),
              <span key="band" className="ltr">
                {device.band || '–'}
              </span>,
            ],
            [
              t('device-information:plate.interval'),
              <ValueWithUnit key="interval" value={device.interval_s} unit="s" digits={0} />,
            ],
            ...(device.channel === null
              ? []
              : [[t('control:confirm.channel'), device.channel] as const]),
            ...(device.parent_code === null
              ? []
              : [
                  [
                    device.channel === null
                      ? t('device-information:plate.gateway')
                      : t('control:confirm.device'),
                    <Link
                      key="gateway"
                      to="/deviceinformation"
                      search={{ device: device.parent_code }}
                      className="code ltr"
                    >
                      {device.parent_code}
                    </Link>,
                  ] as const,
                ]),
          ]}
        />
      </section>
      <section className="panel stack">
        <h3>{t('device-information:plate.place')}</h3>
        <Facts
          rows={[
            [
              column('presence'),
              <PresenceTag key="presence" presence={device.presence} heardAt={device.heard_at} />,
            ],
            [column('group'), <bdi key="group">{device.group_name}</bdi>],
            [column('rate'), <bdi key="rate">{device.rate_name}</bdi>],
            [column('address'), <bdi key="address">{device.address || '–'}</bdi>],
            [
              t('device-information:plate.position'),
              <span key="position" className="ltr">
                {place}
              </span>,
            ],
            [
              t('device-information:plate.installed'),
              <span key="installed" className="ltr">
                {device.installed_on ?? '–'}
              </span>,
            ],
            [
              t('device-information:plate.registered'),
              <Moment key="registered" at={device.registered_at} />,
            ],
          ]}
        />
        {mayChange && <PlateForm key={device.revision} device={device} />}
      </section>
    </div>
  );
}
