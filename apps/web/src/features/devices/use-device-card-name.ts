/** Accessible name of a device card: name, position, load and open alarm. */

import { formatPercent } from '@busbar/domain/formats/number-format';
import { useTranslation } from 'react-i18next';
import type { DeviceListRow } from '../../device-kit/api/device-list.ts';
import { openAlarmName } from '../../device-kit/components/open-alarm.tsx';
import { useLanguage } from '../../i18n/use-language.ts';

export function useDeviceCardName(): (row: DeviceListRow) => string {
  const { t } = useTranslation(['devices', 'control', 'alarms']);
  const { tag } = useLanguage();
  return ({ deviceName, action, loadPercent, alarmType }) =>
    [
      deviceName,
      ...(action === undefined ? [] : [t(`control:cause.${action}`)]),
      ...(loadPercent === null ? [] : [formatPercent(loadPercent, 0, tag)]),
      ...(alarmType === null ? [] : [openAlarmName(alarmType, t)]),
    ].join(', ');
}
