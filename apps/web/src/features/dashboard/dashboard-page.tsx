/**
 * The dashboard (docs/specification/dashboard.md; docs/design.md 6): present state, energy,
 * fees, locations and alarms of all devices.
 */

import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { useGroupInfo } from '../../lib/session/use-group-info.ts';
import { useIsPhone } from '../../lib/use-media.ts';
import {
  useDays,
  useMapDevices,
  useMonths,
  useNow,
  useShare,
  useTrend,
} from './api/use-dashboard.ts';
import { ActiveAlarmsTile, sumOfAlarms } from './components/active-alarms-tile.tsx';
import { AlarmTile } from './components/alarm-tile.tsx';
import { AmountCard } from './components/amount-card.tsx';
import { BreakersTile } from './components/breakers-tile.tsx';
import { EmptyAccount } from './components/empty-account.tsx';
import { LatestAlarmsTile } from './components/latest-alarms-tile.tsx';
import { MonthsTile } from './components/months-tile.tsx';
import { OnlineTile } from './components/online-tile.tsx';
import { PowerTile } from './components/power-tile.tsx';
import { ShareTile } from './components/share-tile.tsx';
import { TopLoadsTile } from './components/top-loads-tile.tsx';
import { TrendTile } from './components/trend-tile.tsx';
import { MapTile } from './map/map-tile.tsx';
import './dashboard-page.css';
import './now-row.css';
import './power-curve.css';
import './amount-card.css';
import './months-tile.css';
import './online-tile.css';
import './share-tile.css';

export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const days = useDays();
  const months = useMonths();
  const now = useNow();
  const trend = useTrend();
  const share = useShare();
  const devices = useMapDevices();
  const group = useGroupInfo();
  const currency = group.data?.currency.symbol_unit;

  const isPhone = useIsPhone();
  const alarms = <ActiveAlarmsTile query={now} />;
  const title = <PageHeading />;
  if (now.data?.devices.total === 0) {
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
      <PowerTile query={now} />
      {isPhone && alarms}
      <BreakersTile query={now} />
      {!isPhone && alarms}
      <TopLoadsTile query={now} />
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
      <OnlineTile query={{ ...now, data: now.data?.devices }} />
      <MapTile query={devices} group={group} />
      <AlarmTile hasDevices={now.data !== undefined} />
      <LatestAlarmsTile active={sumOfAlarms(now.data)} />
      <TrendTile query={trend} />
      <ShareTile query={share} />
    </div>
  );
}
