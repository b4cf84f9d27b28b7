/** Number of online devices, as a gauge and in figures; each figure links to its list. */

import {
  formatCount,
  formatNumber,
  formatPercent,
  percentSign,
} from '@busbar/domain/formats/number-format';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Tile, type TileQuery } from '../../../components/values/tile.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { DashboardNow } from '../api/use-dashboard.ts';
import { gaugeArc, onlineRate } from '../online-rate.ts';

const CENTRE = { x: 100, y: 100 };
const RADIUS = 84;
const TRACK = gaugeArc(1, RADIUS, CENTRE);

export function OnlineTile({ query }: { query: TileQuery<DashboardNow['devices']> }) {
  const { t } = useTranslation('dashboard');
  const { tag } = useLanguage();
  return (
    <Tile title={t('dashboard:online.title')} query={query} className="online">
      {({ total, online, offline, late }) => {
        const rate = onlineRate(online, total);
        const percent = rate === null ? '–' : formatPercent(rate, 2, tag);
        const counts = [
          { key: 'total', count: total, search: {} },
          { key: 'online', count: online, search: { online: 'online' as const } },
          { key: 'offline', count: offline, search: { online: 'offline' as const } },
        ] as const;
        return (
          <>
            <svg
              className="online__gauge"
              viewBox="0 0 200 118"
              role="img"
              aria-label={`${t('dashboard:online.title')}: ${percent}`}
              direction="ltr"
            >
              <path d={TRACK} className="online__track" />
              {online > 0 && (
                <path d={gaugeArc(online / total, RADIUS, CENTRE)} className="online__arc" />
              )}
              <text x="100" y="96" className="online__rate" textAnchor="middle">
                {rate === null ? '–' : formatNumber(rate, 2, tag)}
                {rate !== null && <tspan className="online__unit">{percentSign(tag)}</tspan>}
              </text>
            </svg>
            <dl className="online__counts figures full centered">
              {counts.map(({ key, count, search }) => (
                <div key={key} data-kind={key}>
                  <dt>{t(`dashboard:online.${key}`)}</dt>
                  <dd>
                    <Link className="quiet-link" to="/devicemanage" search={search}>
                      {formatCount(count, tag)}
                    </Link>
                  </dd>
                </div>
              ))}
            </dl>
            <p className="hint">
              {late > 0 ? t('dashboard:online.late', { count: late }) : '\u00A0'}
            </p>
          </>
        );
      }}
    </Tile>
  );
}
