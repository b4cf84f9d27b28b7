import { formatCount, formatPercent } from '@busbar/domain/formats/number-format';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AlarmCount } from '../../../device-kit/alarm.ts';
import { useLanguage } from '../../../i18n/use-language.ts';

/** Alarms by device, largest count first; each with a bar, a number and a share. */
export function DeviceShares({ devices }: { devices: AlarmCount['device_alarm_list'] }) {
  const { t } = useTranslation('alarms');
  const { tag } = useLanguage();
  const most = Math.max(...devices.map(({ percentage }) => percentage), 1);
  return (
    <table className="alarm-shares alarm-devices">
      <caption>{t('alarms:devices.title')}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('alarms:column.device')}</th>
          <th scope="col">{t('alarms:column.count')}</th>
          <th scope="col">%</th>
        </tr>
      </thead>
      <tbody>
        {devices.map(({ device_name, device_code, percentage, alarm_count }) => (
          <tr key={device_code}>
            <th scope="row">
              <Link
                className="quiet-link one-line"
                to="/historyalarm"
                search={{ device: device_code }}
                title={device_code}
                dir="auto"
              >
                {device_name}
              </Link>
              <span
                className="alarm-devices__bar"
                style={{ inlineSize: `${(percentage / most) * 100}%` }}
                aria-hidden="true"
              />
            </th>
            <td>
              <bdi className="ltr">{formatCount(alarm_count, tag)}</bdi>
            </td>
            <td>
              <bdi className="ltr">{formatPercent(percentage, 2, tag)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
