/** Active alarms by priority with the age of the oldest; they link to the live alarms. */
import { CheckCircleFilled } from '@ant-design/icons';
import { formatCount } from '@busbar/domain/formats/number-format';
import { formatAge } from '@busbar/domain/formats/time-format';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAgeMs } from '../../../components/values/age.tsx';
import { Tile, type TileQuery } from '../../../components/values/tile.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { AlarmPriorityTag } from '../../alarms/components/alarm-kind-tag.tsx';
import type { DashboardNow } from '../api/use-dashboard.ts';

/** Undefined until the number is known. */
export function sumOfAlarms(now: DashboardNow | undefined): number | undefined {
  return now?.alarms.reduce((sum, { count }) => sum + count, 0);
}

export function ActiveAlarmsTile({ query }: { query: TileQuery<DashboardNow> }) {
  const { t } = useTranslation(['dashboard', 'alarms']);
  return (
    <Tile
      title={t('dashboard:now.alarms')}
      query={query}
      className="now now--alarms"
      tools={<Link to="/realalarm">{t('alarms:live.view.all')}</Link>}
    >
      {({ alarms }) =>
        alarms.length === 0 ? (
          <p className="good line text-title">
            <CheckCircleFilled aria-hidden="true" />
            {t('alarms:live.none')}
          </p>
        ) : (
          <AlarmCounts alarms={alarms} />
        )
      }
    </Tile>
  );
}

function AlarmCounts({ alarms }: Pick<DashboardNow, 'alarms'>) {
  const { t } = useTranslation(['dashboard', 'alarms']);
  const { tag } = useLanguage();
  const age = useAgeMs(Math.min(...alarms.map(({ oldest_at }) => oldest_at))) ?? 0;
  return (
    <>
      <ul className="now__rows">
        {alarms.map(({ priority, count }) => (
          <li key={priority}>
            <Link className="now__row quiet-link" to="/realalarm">
              <AlarmPriorityTag alarm={{ priority }} />{' '}
              <b className="now__count">{formatCount(count, tag)}</b>
            </Link>
          </li>
        ))}
      </ul>
      <p className="hint">
        {t('dashboard:now.oldest', { age: `\u2068${formatAge(age, tag)}\u2069` })}
      </p>
    </>
  );
}
