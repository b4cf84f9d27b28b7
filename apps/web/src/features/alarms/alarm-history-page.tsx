/**
 * Alarm history (docs/specification/alarms.md 5.2, `/historyalarm`): every alarm, handled or not,
 * with filters and export.
 */

import { PageHeading } from '../../components/menu/page-heading.tsx';
import { AlarmTable } from './components/alarm-table.tsx';
import './alarms.css';

export function AlarmHistoryPage() {
  return (
    <>
      <PageHeading />
      <AlarmTable />
    </>
  );
}
