/** Breakers by position; each count links to its list. */

import { formatCount } from '@busbar/domain/formats/number-format';
import { BREAKER_POSITIONS } from '@busbar/domain/switch/breaker-position';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Tile, type TileQuery } from '../../../components/values/tile.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { DashboardNow } from '../api/use-dashboard.ts';

export function BreakersTile({ query }: { query: TileQuery<DashboardNow> }) {
  const { t } = useTranslation(['dashboard', 'devices']);
  const { tag } = useLanguage();
  return (
    <Tile title={t('dashboard:now.breakers')} query={query} className="now now--breakers">
      {({ breakers }) => (
        <>
          <ul className="now__positions">
            {BREAKER_POSITIONS.map((position) => (
              <li key={position}>
                <Link
                  className="now__position"
                  to="/devicemanage"
                  search={{ position }}
                  data-position={position}
                  data-none={breakers[position] === 0}
                >
                  <span className="text-small">{t(`devices:position.${position}`)}</span>{' '}
                  <span className="now__count">{formatCount(breakers[position], tag)}</span>
                </Link>
              </li>
            ))}
          </ul>
          {breakers.not_online > 0 && (
            <p className="hint">{t('dashboard:now.not-online', { count: breakers.not_online })}</p>
          )}
          {breakers.unknown > 0 && (
            <p className="hint">{t('dashboard:now.unknown', { count: breakers.unknown })}</p>
          )}
        </>
      )}
    </Tile>
  );
}
