/**
 * The dashboard (docs/specification/dashboard.md; docs/design.md 6): energy, fees, online state,
 * locations and alarms of all devices.
 */
import { useTranslation } from 'react-i18next';
import { useGroupInfo } from '../../lib/session/use-group-info.ts';
import {
  useDays,
  useMapDevices,
  useMonths,
  useOnlineCounts,
  useShare,
  useTrend,
} from './api/use-dashboard.ts';
import { AlarmTile } from './components/alarm-tile.tsx';
import { AmountCard } from './components/amount-card.tsx';
import { EmptyAccount } from './components/empty-account.tsx';
import { LatestAlarmsTile } from './components/latest-alarms-tile.tsx';
import { MapTile } from './components/map-tile.tsx';
import { MonthsTile } from './components/months-tile.tsx';
import { OnlineTile } from './components/online-tile.tsx';
import { ShareTile } from './components/share-tile.tsx';
import { TrendTile } from './components/trend-tile.tsx';
import './dashboard-page.css';
import './amount-card.css';
import './months-tile.css';
import './online-tile.css';
import './share-tile.css';

export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const days = useDays();
  const months = useMonths();
  const counts = useOnlineCounts();
  const trend = useTrend();
  const share = useShare();
  const devices = useMapDevices();
  const group = useGroupInfo();
  const currency = group.data?.currency.symbol_unit;

  const title = <h1 className="visually-hidden">{t('dashboard:title')}</h1>;
  if (counts.data?.total === 0) {
    return (
      <>
        {title}
        <EmptyAccount />
      </>
    );
  }
  return (
    <div className="dashboard">
      {title}
      {(['day', 'month'] as const).flatMap((period) =>
        (['energy', 'fee'] as const).map((value) => (
          <AmountCard
            key={`${period} ${value}`}
            title={t(`dashboard:card.${period}-${value}`)}
            period={period}
            value={value}
            query={period === 'day' ? days : months}
            currency={currency}
          />
        )),
      )}
      <MonthsTile months={months} currency={currency} />
      <OnlineTile query={counts} />
      <MapTile query={devices} group={group} />
      <AlarmTile hasDevices={counts.data !== undefined} />
      <LatestAlarmsTile />
      <TrendTile query={trend} />
      <ShareTile query={share} />
    </div>
  );
}
