/**
 * Alarm information (docs/specification/alarms.md 5.2, `/alarm/alarmInfo`): totals, shares by type
 * and by device, and the list.
 */

import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Tile } from '../../components/values/tile.tsx';
import { isQuietPeriod } from '../../device-kit/alarm.ts';
import { useAlarmCount } from './api/use-alarms.ts';
import { AlarmTable } from './components/alarm-table.tsx';
import { DeviceShares } from './components/device-shares.tsx';
import { PeriodQuiet } from './components/period-quiet.tsx';
import { PeriodSwitch } from './components/period-switch.tsx';
import { PeriodTotals } from './components/period-totals.tsx';
import { TypeShares } from './components/type-shares.tsx';
import './alarms.css';

/** Maximum number of devices listed individually. */
const DEVICES = 20;

export function AlarmInfoPage() {
  const { t } = useTranslation('alarms');
  const { period = 'month' } = useSearch({ from: '/shell/alarm/alarmInfo' });
  const navigate = useNavigate({ from: '/alarm/alarmInfo' });
  const count = useAlarmCount(period, DEVICES);
  return (
    <>
      <PageHeading />
      <div className="alarm-info">
        <Tile
          title={t('alarms:totals.title')}
          query={count}
          tools={
            <PeriodSwitch
              value={period}
              onChange={(next) =>
                void navigate({ search: (old) => ({ ...old, period: next }), resetScroll: false })
              }
            />
          }
        >
          {(data) => (
            <>
              <PeriodTotals count={data} period={period} />
              <PeriodQuiet count={data} period={period} />
            </>
          )}
        </Tile>
        <Tile title={t('alarms:types.title')} query={count} className="alarm-info__types">
          {(data) => <TypeShares counts={data.count} />}
        </Tile>
        <Tile title={t('alarms:devices.tile')} query={count} className="alarm-info__devices">
          {(data) =>
            data.device_alarm_list.length === 0 ? (
              <EmptyState
                title={t(isQuietPeriod(data) ? `alarms:none.${period}` : 'alarms:devices.none')}
              />
            ) : (
              <DeviceShares devices={data.device_alarm_list} />
            )
          }
        </Tile>
      </div>
      <AlarmTable />
    </>
  );
}
