/** Open and past alarms of one device. */
import { useTranslation } from 'react-i18next';
import { useDeviceCode } from '../../../device-kit/use-device-code.ts';
import { AlarmTable } from '../../alarms/components/alarm-table.tsx';
import '../../alarms/alarms.css';

export function AlarmsTab() {
  const { t } = useTranslation('alarms');
  return (
    <>
      <h2 className="visually-hidden">{t('alarms:title.history')}</h2>
      <AlarmTable device={useDeviceCode()} />
    </>
  );
}
