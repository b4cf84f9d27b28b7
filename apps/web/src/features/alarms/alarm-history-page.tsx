/**
 * Alarm history (docs/specification/alarms.md 5.2, `/historyalarm`): every alarm, handled or not,
 * with filters and export.
 */
import { useTranslation } from 'react-i18next';
import { AlarmTable } from './components/alarm-table.tsx';
import './alarms.css';

export function AlarmHistoryPage() {
  const { t } = useTranslation('alarms');
  return (
    <>
      <h1 className="visually-hidden">{t('alarms:title.history')}</h1>
      <AlarmTable />
    </>
  );
}
